/* SPDX-License-Identifier: MIT */
/* Ascon's kernels for 32-bit chips: the permutation and, where there are such, whole blocks
 * of Ascon-AEAD128 are those of the portable code, whole messages those made
 * byte by byte, and all are true to the ABI.  Then windows for a simulator to
 * compare. */

#include <stddef.h>
#include <string.h>

#include "ascon/ascon_internal.h"

#include "check.h"

enum { MAX_BLOCKS = 4, MAX_BYTES = 16 * MAX_BLOCKS, MAX_AD = 40 };

#ifdef narae_ascon_aead128_blocks_kernel
#    define BLOCKS narae_ascon_aead128_blocks_kernel
#endif

static uint64_t state[5], copy[5];
#ifdef BLOCKS
static uint32_t input[MAX_BYTES / 4], expected[MAX_BYTES / 4 + 1], got[MAX_BYTES / 4 + 1];
#endif

static void
compare_permutations(unsigned rounds)
{
    random_bytes(&stream, (uint8_t *)state, sizeof state);
    for (unsigned i = 0; i < 5; i++)
        copy[i] = ascon_value_of(state[i]);
    narae_ascon_permute_portable(copy, rounds);
    ascon_permute(state, rounds);
    for (unsigned i = 0; i < 5; i++)
        if (copy[i] != ascon_value_of(state[i]))
            fail("permutation");
}

#ifdef BLOCKS

static void
block_by_hand(uint32_t *out, const uint32_t *in, unsigned what)
{
    uint32_t *rate = (uint32_t *)copy;

    for (unsigned i = 0; i < 4; i++) {
        uint32_t word = in[i];

        if (what != NARAE_AD)
            out[i] = rate[i] ^ word;
        rate[i] = what == NARAE_DECRYPT ? word : rate[i] ^ word;
    }
    narae_ascon_permute_portable(copy, 8);
}

static void
compare_blocks(size_t nblocks, unsigned what, int in_place)
{
    random_bytes(&stream, (uint8_t *)state, sizeof state);
    random_bytes(&stream, (uint8_t *)input, sizeof input);
    for (unsigned i = 0; i < 5; i++)
        copy[i] = ascon_value_of(state[i]);
    memset(expected, CANARY, sizeof expected);
    memset(got, CANARY, sizeof got);
    if (in_place) {
        memcpy(got, input, 16 * nblocks);
        memcpy(expected, input, 16 * nblocks);
    }
    for (size_t i = 0; i < nblocks; i++)
        block_by_hand(expected + 4 * i, input + 4 * i, what);
    BLOCKS(state, (uint8_t *)got, (const uint8_t *)(in_place ? got : input), nblocks, what);
    for (unsigned i = 0; i < 5; i++)
        if (copy[i] != ascon_value_of(state[i]))
            fail("state after blocks");
    if (memcmp(got, expected, sizeof got) != 0)
        fail("blocks");
}

/* Key, nonce and associated data, and what is sealed, at some alignment. */
static uint32_t key[5], nonce[5], ad[MAX_AD / 4 + 1];

static void
seal_byte_by_byte(uint8_t *out, uint8_t tag[16], const uint8_t *parts[4], size_t ad_bytes, size_t bytes)
{
    narae_ascon_aead128 ctx;

    narae_ascon_aead128_start(&ctx, parts[0], parts[1], 16);
    for (size_t i = 0; i < ad_bytes; i++)
        narae_ascon_aead128_ad(&ctx, parts[2] + i, 1);
    for (size_t i = 0; i < bytes; i++)
        narae_ascon_aead128_encrypt(&ctx, out + i, parts[3] + i, 1);
    narae_ascon_aead128_finish(&ctx, tag, 16);
}

static void
compare_messages(size_t ad_bytes, size_t bytes, unsigned at)
{
    const uint8_t *parts[4] = {(uint8_t *)key + (at & 1), (uint8_t *)nonce + (at >> 1 & 1),
                               (uint8_t *)ad + (at >> 2 & 1), (uint8_t *)input};
    uint8_t *out = (uint8_t *)got + (at >> 3 & 1);
    uint32_t tags[2][4];
    uint8_t *tag = (uint8_t *)tags[0];

    random_bytes(&stream, (uint8_t *)key, sizeof key);
    random_bytes(&stream, (uint8_t *)nonce, sizeof nonce);
    random_bytes(&stream, (uint8_t *)ad, sizeof ad);
    random_bytes(&stream, (uint8_t *)input, sizeof input);
    memset(expected, CANARY, sizeof expected);
    memset(got, CANARY, sizeof got);
    seal_byte_by_byte((uint8_t *)expected + (at >> 3 & 1), (uint8_t *)tags[1], parts, ad_bytes, bytes);
    narae_ascon_aead128_seal(out, tag, 16, parts[0], parts[1], 16, parts[2], ad_bytes, parts[3], bytes);
    if (memcmp(tags[0], tags[1], 16) != 0)
        fail("tag");
    if (memcmp(got, expected, sizeof got) != 0)
        fail("message");

    if (narae_ascon_aead128_open(out, parts[0], parts[1], 16, parts[2], ad_bytes, out, bytes, tag, 16) !=
            NARAE_OK ||
        memcmp(out, parts[3], bytes) != 0)
        fail("opened message");
    memcpy(got, expected, sizeof got);
    tag[bytes % 16] ^= 1;
    if (narae_ascon_aead128_open(out, parts[0], parts[1], 16, parts[2], ad_bytes, out, bytes, tag, 16) !=
        NARAE_ERROR_AUTHENTICATION)
        fail("forged tag");
    for (size_t i = 0; i < bytes; i++)
        if (out[i] != 0)
            fail("bytes under a forged tag");
}

static void
encrypt(uint64_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    BLOCKS(words, out, in, nblocks, NARAE_ENCRYPT);
}

static void
decrypt(uint64_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    BLOCKS(words, out, in, nblocks, NARAE_DECRYPT);
}

static void
take_ad(uint64_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    BLOCKS(words, out, in, nblocks, NARAE_AD);
}

#endif

int
main(void)
{
    static const uint8_t rounds[3] = {12, 8, 6};

    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        compare_permutations(rounds[i % 3]);
#ifdef BLOCKS
        compare_blocks(i % (MAX_BLOCKS + 1), i % 3, i & 1);
        compare_messages(i % (MAX_AD + 1), 7 * i % (MAX_BYTES + 1), i % 3 == 0 ? i % 16 : 0);
#endif
    }
    for (unsigned i = 0; i < 3; i++)
        keeps_promises(ascon_permute, (uintptr_t)state, rounds[i], 0, 0);
#ifdef BLOCKS
    for (unsigned n = 0; n < 3; n++) {
        keeps_promises(encrypt, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input, n);
        keeps_promises(decrypt, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input, n);
        keeps_promises(take_ad, (uintptr_t)state, 0, (uintptr_t)input, n);
#    ifdef ASCON_ALIGNS
        narae_message message = {(uint8_t *)key, (uint8_t *)nonce,    (uint8_t *)ad,
                                 9 * n,          (uint8_t *)input,    (uint8_t *)got,
                                 20 * n,         (uint8_t *)expected, n & 1};

        keeps_promises(narae_ascon_aead128_message_rv32, (uintptr_t)&message, 0, 0, 0);
#    endif
    }
#endif

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)state, sizeof state);
        hal_begin();
        ascon_permute(state, 12);
        (void)hal_end();
#ifdef BLOCKS
        random_bytes(&stream, (uint8_t *)input, sizeof input);
        hal_begin();
        BLOCKS(state, (uint8_t *)got, (const uint8_t *)input, 2, NARAE_ENCRYPT);
        (void)hal_end();
        hal_begin();
        BLOCKS(state, (uint8_t *)got, (const uint8_t *)input, 2, NARAE_DECRYPT);
        (void)hal_end();
        random_bytes(&stream, (uint8_t *)key, sizeof key);
        hal_begin();
        narae_ascon_aead128_seal((uint8_t *)got, (uint8_t *)expected, 16, (uint8_t *)key, (uint8_t *)nonce,
                                 16, (uint8_t *)ad, 20, (uint8_t *)input, 40);
        (void)hal_end();
#endif
    }
    hal_exit(0);
}
