/* SPDX-License-Identifier: MIT */
/* Every kernel of AArch64 is true to the ABI: a line for each, by its name, with
 * the promise that was broken.  Then a line for each corrupter of abi.S, with
 * the promise that the check says it broke. */

#include <stdint.h>
#include <stdio.h>

#include "aes/arm/kernels.h"
#include "aria/arm/kernels.h"
#include "ascon/ascon_internal.h"
#include "chacha/chacha_internal.h"
#include "ghash/arm/kernels.h"
#include "hight/arm/kernels.h"
#include "keccak/batch.h"
#include "keccak/keccak_internal.h"
#include "lea/arm/kernels.h"
#include "lsh/lsh_internal.h"
#include "pipo/arm/kernels.h"
#include "poly1305/poly1305_internal.h"
#include "seed/arm/kernels.h"
#include "sha2/sha2_internal.h"

#include "abi.h"
#include "hal.h"

/* Declared where it is used alone. */
void narae_chacha_nine_neon(void *nine, uint8_t *out, const uint8_t *in, size_t runs, size_t nines,
                            size_t rounds);

enum { MAX = 200 };

extern uintptr_t abi_rest[3];
void abi_six(void);

static uint32_t schedule[1024];
static uint8_t key[32], counter[16], chain[16], stream[64], in[16 * MAX], out[16 * MAX];

void
hal_put(char c)
{
    putchar(c);
}

static void
check(const char *name, void (*function)(void), const uintptr_t arguments[6])
{
    uint8_t broken;

    abi_rest[0] = arguments[4];
    abi_rest[1] = arguments[5];
    abi_rest[2] = (uintptr_t)function;
    broken = hal_abi_call((uintptr_t)abi_six, arguments);
    printf("%s ", name);
    if (broken != 0)
        hal_abi_print(broken);
    printf("\n");
}

#define A(x) (uintptr_t)(x)
#define CHECK(function, ...) check(#function, (void (*)(void))function, (const uintptr_t[6]){__VA_ARGS__})

/* Of each way to divide a message. */
static const size_t counts[] = {0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 64, 100, 128, 129, MAX};
#define EACH_COUNT(n) \
    for (size_t i = 0, n = 0; i < sizeof counts / sizeof counts[0] && (n = counts[i], 1); i++)

#define BLOCK(cipher, suffix)                                                            \
    EACH_COUNT(n)                                                                        \
    {                                                                                    \
        CHECK(narae_##cipher##_encrypt_##suffix, A(schedule), A(out), A(in), n);         \
        CHECK(narae_##cipher##_decrypt_##suffix, A(schedule), A(out), A(in), n);         \
        CHECK(narae_##cipher##_ctr_##suffix, A(schedule), A(out), A(in), n, A(counter)); \
    }

static void
check_kernels(void)
{
    static uint64_t words[25];
    static narae_ghash_key ghash;
    static narae_poly1305_sum sum;
    narae_sha3_message messages[5];

    for (unsigned i = 0; i < 5; i++)
        messages[i] = (narae_sha3_message){in, 300 + 100 * i, out + 500 * i, 400};

    for (unsigned bytes = 16; bytes <= 32; bytes += 8) {
        CHECK(narae_aes_set_key_neon, A(schedule), A(key), bytes);
        BLOCK(aes, neon);
        for (size_t n = 1; n <= 2; n++) {
            CHECK(narae_aes_encrypt_few_neon, A(schedule), A(out), A(in), n);
            CHECK(narae_aes_decrypt_few_neon, A(schedule), A(out), A(in), n);
        }
        CHECK(narae_aes_set_key_ce, A(schedule), A(key), bytes);
        BLOCK(aes, ce);
        EACH_COUNT(n)
        {
            CHECK(narae_aes_chain_ce, A(schedule), A(counter), A(out), A(in), n);
            CHECK(narae_aes_chain_ce, A(schedule), A(counter), A(NULL), A(in), n);
        }
        narae_aria_best()->set_key(schedule, key, bytes);
        BLOCK(aria, neon);
        BLOCK(aria, bytes_neon);
        for (size_t n = 0; n <= 8; n++) {
            CHECK(narae_aria_encrypt_eight_neon, A(schedule), A(out), A(in), n);
            CHECK(narae_aria_decrypt_eight_neon, A(schedule), A(out), A(in), n);
        }
        BLOCK(aria, ce);
        narae_lea_set_key_portable(schedule, key, bytes);
        BLOCK(lea, neon);
        BLOCK(lea, runs_neon);
    }
    CHECK(narae_hight_set_key_neon, A(schedule), A(key), 16);
    BLOCK(hight, neon);
    narae_seed_set_key_portable(schedule, key, 16);
    BLOCK(seed, ce);
    BLOCK(seed, neon);
    for (unsigned bytes = 16; bytes <= 32; bytes += 16) {
        narae_pipo_set_key_portable(schedule, key, bytes);
        BLOCK(pipo, neon);
    }
    for (unsigned rounds = 8; rounds <= 20; rounds += 4)
        for (size_t n = 0; n <= MAX / 4; n++) {
            CHECK(narae_chacha_blocks_neon, A(schedule), A(out), A(in), n, rounds);
            CHECK(narae_chacha_blocks_kernel, A(schedule), A(out), A(in), n, rounds);
            if (n != MAX / 4)
                CHECK(narae_chacha_bytes_kernel, A(schedule), A(out), A(in), 64 * n + 1, rounds, A(stream));
        }
    for (size_t nines = 0; nines <= 2; nines++)
        CHECK(narae_chacha_nine_neon, A(schedule), A(out), A(in), 2, nines, 8);
    EACH_COUNT(n)
    {
        for (unsigned what = NARAE_ENCRYPT; what <= NARAE_AD; what++)
            CHECK(narae_ascon_aead128_blocks_neon, A(words), A(out), A(in), n, what);
        CHECK(narae_ghash_powers_neon, A(&ghash));
        CHECK(narae_ghash_blocks_neon, A(counter), A(&ghash), A(in), n);
        CHECK(narae_ghash_powers_pmull, A(&ghash));
        CHECK(narae_ghash_blocks_pmull, A(counter), A(&ghash), A(in), n);
        CHECK(narae_ghash_powers_kernel, A(&ghash));
        CHECK(narae_ghash_blocks_kernel, A(counter), A(&ghash), A(in), n);
        if (n >= 6)
            CHECK(narae_poly1305_blocks_neon, A(&sum), A(in), n, 1);
        CHECK(narae_poly1305_blocks_kernel, A(&sum), A(in), n, 1);
    }
    for (unsigned rounds = 6; rounds <= 12; rounds += rounds / 3)
        CHECK(narae_ascon_permute_neon, A(words), rounds);
    CHECK(narae_keccak_f1600_neon, A(words));
    for (size_t n = 0; n <= 3; n++) {
        CHECK(narae_lsh256_blocks_neon, A(words), A(in), n);
        CHECK(narae_lsh256_blocks_kernel, A(words), A(in), n);
        CHECK(narae_lsh512_blocks_kernel, A(words), A(in), n);
        CHECK(narae_sha256_blocks_ce, A(words), A(in), n);
        CHECK(narae_sha256_blocks_kernel, A(words), A(in), n);
        CHECK(narae_sha512_blocks_kernel, A(words), A(in), n);
    }
    for (size_t n = 0; n <= 5; n++) {
        CHECK(narae_keccak_batch_sha3, A(messages), n, 136, 0x1f);
        CHECK(narae_keccak_batch_kernel, A(messages), n, 136, 0x1f);
    }
}

#define CORRUPTERS(f)                                                                                   \
    f(19) f(20) f(21) f(22) f(23) f(24) f(25) f(26) f(27) f(28) f(29) f(8) f(9) f(10) f(11) f(12) f(13) \
        f(14) f(15) f(31) f(32)
#define DECLARE(n) void corrupt_##n(void);
#define TRY(n) check("corrupt_" #n, corrupt_##n, (const uintptr_t[6]){0});
CORRUPTERS(DECLARE)

int
main(void)
{
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * i >> 3);
    check_kernels();
    CORRUPTERS(TRY)
    return 0;
}
