/* SPDX-License-Identifier: MIT */
/* Every implementation against the portable code: random keys, 0 to 8192 bytes, any alignment, in place,
 * counters that wrap, and canaries around the output.
 *
 * With the name of a level as its argument the program first makes sure that
 * this level is what runs (NARAE_CPU must say the same), or skips, with exit
 * code 77, if the CPU lacks it, and tests what is chosen there.  Without, it
 * tests each implementation of the lists that the CPU can run, too. */

#if defined(__linux__) && defined(__x86_64__)
#    ifndef _DEFAULT_SOURCE
#        define _DEFAULT_SOURCE
#    endif
#    include <sys/mman.h>
#endif

#include <stdlib.h>

#include "test_support.h"

#include "each_implementation.h"

#include "aes/aes_internal.h"
#include "aria/aria_internal.h"
#include "ascon/ascon_internal.h"
#include "chacha/chacha_internal.h"
#include "core/xor.h"
#include "ghash/ghash_internal.h"
#include "hight/hight_internal.h"
#include "keccak/keccak_internal.h"
#include "lsh/lsh_internal.h"
#include "lea/lea_internal.h"
#include "narae/descriptor.h"
#include "narae/kernels.h"
#include "narae/chacha20_poly1305.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/sha3.h"
#include "pipo/pipo_internal.h"
#include "poly1305/poly1305_internal.h"
#include "seed/seed_internal.h"
#include "sha2/sha2_internal.h"

enum { MAX_BYTES = 8192, MARGIN = 64, RUNS = 400 };

typedef struct pair {
    const narae_block_cipher *cipher;
    narae_set_key_fn *set_key; /* portable, as what follows; kernels may have another schedule */
    narae_blocks_fn *encrypt, *decrypt;
} pair;

#define PAIR(cipher)                                                                        \
    {&narae_##cipher, narae_##cipher##_set_key_portable, narae_##cipher##_encrypt_portable, \
     narae_##cipher##_decrypt_portable}
static const pair pairs[] = {PAIR(aes), PAIR(aria), PAIR(hight), PAIR(lea), PAIR(pipo), PAIR(seed)};
enum { AES, ARIA, HIGHT, LEA, PIPO, SEED, PAIRS };

/* What the tests below try: all, or one cipher. */
static const pair *first = pairs, *end = pairs + PAIRS;

static uint32_t schedule[1024], portable_schedule[1024];
static narae_ghash_key hash;
static uint8_t in[MAX_BYTES + 2 * MARGIN], out[MAX_BYTES + 2 * MARGIN], expected[MAX_BYTES];

/* Adds 1 to the last 32 bits of a counter block. */
static void
count(uint8_t *counter, size_t size)
{
    for (size_t j = size - 1; j >= size - 4 && ++counter[j] == 0; j--)
        ;
}

/* Compares `runs` times with each key size of each cipher. */
static void
with_each_key(void (*compare)(const pair *p, uint32_t *seed), uint32_t seed, unsigned runs)
{
    for (const pair *p = first; p != end; p++)
        for (unsigned k = 0; k < 3 && p->cipher->key_bytes[k] != 0; k++) {
            uint8_t key[32], h[16];

            fill(key, sizeof key, &seed);
            fill(h, sizeof h, &seed);
            assert_int_equal(narae_ghash_set_key(&hash, h), NARAE_OK);
            narae_kernels_of(p->cipher)->set_key(schedule, key, p->cipher->key_bytes[k]);
            p->set_key(portable_schedule, key, p->cipher->key_bytes[k]);
            for (unsigned run = 0; run < runs; run++)
                compare(p, &seed);
        }
}

/* Nothing but `bytes` bytes at `to` is written of `out`. */
static void
assert_margins(const uint8_t *to, size_t bytes)
{
    assert_untouched(out, (size_t)(to - out));
    assert_untouched(to + bytes, (size_t)(out + sizeof out - to) - bytes);
}

#if UINTPTR_MAX > 0xffffffffu
/* What narae_chain_fn says, block by block. */
static void
link_blocks(const pair *p, uint8_t *chain, uint8_t *to, const uint8_t *from, size_t bytes)
{
    const size_t size = p->cipher->block_bytes;

    for (size_t i = 0; i < bytes; i += size) {
        for (size_t j = 0; j < size; j++)
            chain[j] ^= from[i + j];
        p->encrypt(portable_schedule, chain, chain, 1);
        memcpy(to + i, chain, size);
    }
}
#endif

/* Runs kernels on a random piece of memory and compares all of it. */
static void
compare_blocks(const pair *p, uint32_t *seed)
{
    const size_t size = p->cipher->block_bytes,
                 nblocks = some(seed, next_random(seed) & 1 ? 20 : MAX_BYTES / size), bytes = nblocks * size;
    uint8_t *const to = out + some(seed, MARGIN), *const from = in + some(seed, MARGIN);
    const unsigned what = next_random(seed) % 5;
    const int in_place = next_random(seed) & 1;
    uint8_t counter[16], next[16];

    fill(in, sizeof in, seed);
    memset(out, 0xc5, sizeof out);
    if (in_place)
        memcpy(to, from, bytes);
    if (what == 0) {
        p->encrypt(portable_schedule, expected, from, nblocks);
        narae_kernels_of(p->cipher)->encrypt(schedule, to, in_place ? to : from, nblocks);
    } else if (what == 1) {
        p->decrypt(portable_schedule, expected, from, nblocks);
        narae_kernels_of(p->cipher)->decrypt(schedule, to, in_place ? to : from, nblocks);
#if UINTPTR_MAX > 0xffffffffu
    } else if (what >= 3 && narae_kernels_of(p->cipher)->chain != NULL) {
        uint8_t *const written = what == 3 ? to : NULL;

        fill(counter, size, seed);
        memcpy(next, counter, size);
        narae_kernels_of(p->cipher)->chain(schedule, counter, written, in_place ? to : from, nblocks);
        link_blocks(p, next, expected, from, bytes);
        assert_memory_equal(counter, next, size);
        if (written == NULL) {
            if (in_place)
                assert_memory_equal(to, from, bytes);
            else
                assert_untouched(to, bytes);
            memcpy(to, expected, bytes);
        }
#endif
    } else if (narae_kernels_of(p->cipher)->ctr != NULL) {
        fill(counter, size, seed);
        if (next_random(seed) & 1)
            memset(counter + size - 4, 0xff, 3);
        memcpy(next, counter, size);
        for (size_t i = 0; i < bytes; i += size) {
            p->encrypt(portable_schedule, expected + i, next, 1);
            for (size_t j = 0; j < size; j++)
                expected[i + j] ^= from[i + j];
            count(next, size);
        }
        narae_kernels_of(p->cipher)->ctr(schedule, to, in_place ? to : from, nblocks, counter);
        assert_memory_equal(counter, next, size);
    } else {
        return;
    }
    assert_memory_equal(to, expected, bytes);
    assert_margins(to, bytes);
}

static void
block_ciphers_equal_the_portable_code(void **state)
{
    (void)state;
    with_each_key(compare_blocks, 1, RUNS);
}

#if UINTPTR_MAX > 0xffffffffu

/* What narae_ccm_fn says, block by block. */
static void
compare_ccm(const pair *p, uint32_t *seed)
{
    const size_t nblocks = some(seed, MAX_BYTES / 16), bytes = 16 * nblocks;
    uint8_t *const to = out + some(seed, MARGIN), *const from = in + some(seed, MARGIN);
    const int decrypt = next_random(seed) & 1, in_place = next_random(seed) & 1;
    uint8_t counter[16], same[16], next[16], chain[16], linked[16];

    if (narae_kernels_of(p->cipher)->ccm == NULL)
        return;
    fill(in, sizeof in, seed);
    fill(counter, 16, seed);
    fill(chain, 16, seed);
    if (next_random(seed) & 1)
        memset(counter + 12, 0xff, 3);
    memcpy(next, counter, 16);
    memcpy(same, counter, 16);
    memcpy(linked, chain, 16);
    memset(out, 0xc5, sizeof out);
    if (in_place)
        memcpy(to, from, bytes);
    narae_kernels_of(p->cipher)->ccm(schedule, chain, to, in_place ? to : from, nblocks, counter, decrypt);
    for (size_t i = 0; i < bytes; i += 16) {
        p->encrypt(portable_schedule, expected + i, next, 1);
        p->encrypt(portable_schedule, linked, linked, 1);
        for (size_t j = 0; j < 16; j++) {
            expected[i + j] ^= from[i + j];
            linked[j] ^= decrypt ? expected[i + j] : from[i + j];
        }
        count(next, 16);
    }
    assert_memory_equal(to, expected, bytes);
    assert_memory_equal(chain, linked, 16);
    assert_memory_equal(counter, same, 16);
    assert_margins(to, bytes);
}

static void
ccm_equals_the_portable_code(void **state)
{
    (void)state;
    with_each_key(compare_ccm, 11, RUNS / 4);
}

#endif

#if defined(__linux__) && defined(__x86_64__)

enum { PAGE = 4096 };

/* A page between two that nobody may touch. */
static uint8_t *
lonely_page(void)
{
    uint8_t *const pages = mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + PAGE, PAGE, PROT_READ | PROT_WRITE), 0);
    return pages + PAGE;
}

/* Tails overlap or are masked: tested at both ends of a page. */
static void
block_ciphers_touch_their_blocks_alone(void **state)
{
    (void)state;
    const uint8_t key[32] = {1};
    uint8_t *const page = lonely_page();

    for (const pair *p = first; p != end; p++) {
        const narae_block_cipher *const cipher = p->cipher;
        const narae_block_kernels *const kernels = narae_kernels_of(cipher);

        kernels->set_key(schedule, key, 16);
        for (size_t n = 0; n <= PAGE / cipher->block_bytes; n++)
            for (unsigned at_end = 0; at_end < 2; at_end++) {
                uint8_t *const blocks = page + (at_end ? PAGE - n * cipher->block_bytes : 0),
                               counter[16] = {0};

                kernels->encrypt(schedule, blocks, blocks, n);
                kernels->decrypt(schedule, blocks, blocks, n);
                if (kernels->ctr != NULL)
                    kernels->ctr(schedule, blocks, blocks, n, counter);
#    if UINTPTR_MAX > 0xffffffffu
                if (kernels->chain != NULL) {
                    kernels->chain(schedule, counter, blocks, blocks, n);
                    kernels->chain(schedule, counter, NULL, blocks, n);
                }
                if (kernels->xts != NULL) {
                    kernels->xts(schedule, blocks, blocks, n, counter, 0);
                    kernels->xts(schedule, blocks, blocks, n, counter, 1);
                }
                if (kernels->gcm_message != NULL && n >= 33) {
                    uint8_t *const part = at_end ? blocks + n % 16 : blocks, y[16] = {0};

                    kernels->gcm_message(schedule, &hash, part, part, 16 * n - n % 16, counter, y, y, 0);
                }
                if (kernels->ccm != NULL) {
                    uint8_t chain[16] = {0};

                    kernels->ccm(schedule, chain, blocks, blocks, n, counter, 0);
                    kernels->ccm(schedule, chain, blocks, blocks, n, counter, 1);
                }
#    endif
            }
    }
    munmap(page - PAGE, 3 * PAGE);
}

#endif

#ifdef NARAE_X86_KERNELS

/* Calls a chain and returns 0 if all registers of its caller came back. */
typedef void linker(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *from, size_t nblocks);
uint64_t lost_registers(const void *schedule, uint8_t *chain, uint8_t *to, const uint8_t *from,
                        size_t nblocks, linker *function) __asm__("lost_registers");
__asm__(".text\n"
        "lost_registers:\n"
        "    push %rbx\n"
        "    push %rbp\n"
        "    push %r12\n"
        "    push %r13\n"
        "    push %r14\n"
        "    push %r15\n"
        "    push %r9\n"
        "    mov $1, %ebx\n"
        "    mov $2, %ebp\n"
        "    mov $4, %r12d\n"
        "    mov $8, %r13d\n"
        "    mov $16, %r14d\n"
        "    mov $32, %r15d\n"
        "    call *%r9\n"
        "    xor $1, %rbx\n"
        "    xor $2, %rbp\n"
        "    xor $4, %r12\n"
        "    xor $8, %r13\n"
        "    xor $16, %r14\n"
        "    xor $32, %r15\n"
        "    mov %rbx, %rax\n"
        "    or %rbp, %rax\n"
        "    or %r12, %rax\n"
        "    or %r13, %rax\n"
        "    or %r14, %rax\n"
        "    or %r15, %rax\n"
        "    pop %r9\n"
        "    pop %r15\n"
        "    pop %r14\n"
        "    pop %r13\n"
        "    pop %r12\n"
        "    pop %rbp\n"
        "    pop %rbx\n"
        "    ret\n");

/* Called as they are: what C calls them from may save registers of its own. */
/* Other kernels, called as if they were chains: their arguments are in the same registers. */
#    define AS_CHAIN(function) ((linker *)(void (*)(void))(function))

static void
assembly_keeps_the_registers_of_its_caller(void **state)
{
    (void)state;
    const uint8_t key[32] = {2};
    uint8_t chain[16] = {0};

    for (size_t bytes = 16; bytes <= 32; bytes += 8) {
        narae_kernels_of(&narae_lea)->set_key(schedule, key, bytes);
        EACH_IMPLEMENTATION(
            lea, for (size_t n = 0; n < 4 && (*i)->chain != NULL; n++) {
                assert_true(lost_registers(schedule, chain, out, in, n, (*i)->chain) == 0);
                assert_true(lost_registers(schedule, chain, NULL, in, n, (*i)->chain) == 0);
            });
    }
    EACH_IMPLEMENTATION(
        poly1305, for (uintptr_t n = 0; n < 4; n++) {
            assert_true(lost_registers(&(narae_poly1305_sum){.r = {1}}, in, (uint8_t *)n, (uint8_t *)1, 0,
                                       AS_CHAIN((*i)->blocks)) == 0);
        });
    /* The sixth argument is the address of the function, which is enough blocks to hash. */
    if (cpu_has(CPU_AVX2)) {
        narae_poly1305_sum sum = {.r = {1}};

        assert_true(lost_registers(schedule, out, in, (uint8_t *)&sum, (size_t)(uintptr_t)in,
                                   AS_CHAIN(narae_chacha_8_poly1305_avx2)) == 0);
    }
}

static void
ascon_keeps_the_registers_of_its_caller(void **state)
{
    (void)state;
    const uintptr_t rounds[] = {6, 8, 12};
    uint64_t words[5] = {1};
    uint8_t tag[16];
    narae_message m = {.key = in, .nonce = in, .ad = in, .in = in, .out = out, .tag = tag};

    EACH_IMPLEMENTATION(
        ascon,
        for (unsigned j = 0; j < 3; j++) {
            assert_true(lost_registers(words, (uint8_t *)rounds[j], NULL, NULL, 0, AS_CHAIN((*i)->permute)) ==
                        0);
            for (uintptr_t nblocks = 0; nblocks < 3; nblocks++)
                assert_true(lost_registers(words, out, in, (uint8_t *)nblocks, j, AS_CHAIN((*i)->blocks)) ==
                            0);
        } for (m.what = NARAE_ENCRYPT; m.what <= NARAE_DECRYPT;
               m.what++) for (m.bytes = m.ad_bytes = 0; m.bytes < 40; m.ad_bytes = ++m.bytes)
            assert_true(lost_registers(&m, NULL, NULL, NULL, 0, AS_CHAIN((*i)->message)) == 0));
}

#endif

static void
chacha_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 2, words[16], next[16];

    for (unsigned run = 0; run < RUNS; run++) {
        const size_t limit = run % 4 == 0 ? 2 : MAX_BYTES / 64, nblocks = some(&seed, limit),
                     bytes = 64 * nblocks;
        uint8_t *const to = out + some(&seed, MARGIN), *from = in + some(&seed, MARGIN);
        const unsigned rounds = 8 + 2 * (unsigned)some(&seed, 6);

        fill(in, sizeof in, &seed);
        fill((uint8_t *)words, sizeof words, &seed);
        if (next_random(&seed) & 1)
            words[12] = UINT32_MAX - (uint32_t)some(&seed, limit / 2);
        memcpy(next, words, sizeof next);
        memset(out, 0xc5, sizeof out);
        narae_chacha_blocks_portable(next, expected, from, nblocks, rounds);
        if (next_random(&seed) & 1)
            from = memcpy(to, from, bytes);
        narae_chacha_blocks_kernel(words, to, from, nblocks, rounds);
        assert_memory_equal(to, expected, bytes);
        assert_memory_equal(words, next, sizeof next);
        assert_margins(to, bytes);
    }
}

/* Messages of at most a block, in one call. */
static void
short_chacha_messages_equal_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 10;

    for (unsigned run = 0; run < RUNS; run++) {
        const size_t bytes = run % 65, nonce_bytes = run & 1 ? 12 : 8;
        const uint32_t counter = next_random(&seed);
        uint8_t *const to = out + some(&seed, MARGIN), *from = in + some(&seed, MARGIN);
        uint8_t key[32], nonce[12], stream[64] = {0};
        uint32_t words[16];

        fill(in, sizeof in, &seed);
        fill(key, sizeof key, &seed);
        fill(nonce, sizeof nonce, &seed);
        memset(out, 0xc5, sizeof out);
        chacha_load_constant(words);
        chacha_load(words + 4, key, 8);
        words[12] = counter;
        words[13] = nonce_bytes == 12 ? load32_le(nonce) : 0;
        chacha_load(words + 14, nonce + nonce_bytes - 8, 2);
        narae_chacha_blocks_portable(words, stream, stream, 1, 20);
        for (size_t i = 0; i < bytes; i++)
            expected[i] = from[i] ^ stream[i];
        if (next_random(&seed) & 1)
            from = memcpy(to, from, bytes);
        assert_int_equal(
            narae_chacha_crypt_message(to, from, bytes, 20, key, 32, nonce, nonce_bytes, counter), NARAE_OK);
        assert_memory_equal(to, expected, bytes);
        assert_margins(to, bytes);
    }
}

#ifdef NARAE_DISPATCH

#    ifdef NARAE_X86_KERNELS

/* Eight blocks of ChaCha20 and, next to them, any number of blocks of Poly1305. */
static void
chacha_with_poly1305_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 7, words[16], same[16];
    uint8_t hashed[16 * MAX_STITCHED + 8], key[32];

    for (unsigned run = 0; run < RUNS && cpu_has(CPU_AVX2); run++) {
        uint8_t *const to = out + some(&seed, MARGIN), *from = in + some(&seed, MARGIN);
        const uint8_t *const blocks = hashed + some(&seed, 8);
        const size_t n = run % (MAX_STITCHED + 1);
        narae_poly1305_sum sum = {{0}, {0}}, portable;

        fill(in, sizeof in, &seed);
        fill(hashed, sizeof hashed, &seed);
        fill((uint8_t *)words, sizeof words, &seed);
        fill(key, sizeof key, &seed);
        words[12] &= 0x7fffffff;
        memcpy(same, words, sizeof same);
        memset(out, 0xc5, sizeof out);
        poly1305_begin(&sum, key);
        sum.h[2] = next_random(&seed) % 5;
        portable = sum;
        narae_poly1305_blocks_portable(&portable, blocks, n, 1);
        narae_chacha_blocks_portable(same, expected, from, 8, 20);
        memcpy(same, words, sizeof same);
        if (next_random(&seed) & 1)
            from = memcpy(to, from, 512);
        narae_chacha_8_poly1305_avx2(words, to, from, &sum, blocks, n);
        assert_memory_equal(to, expected, 512);
        assert_memory_equal(words, same, sizeof same);
        assert_memory_equal(&sum, &portable, sizeof sum);
        assert_margins(to, 512);
    }
}

/* The tag of ChaCha20-Poly1305 from block 0 of its key stream. */
static void
tag_of(uint8_t tag[16], const uint8_t block[64], const uint8_t *ad, size_t ad_bytes, const uint8_t *sealed,
       size_t bytes)
{
    narae_poly1305_sum sum;
    uint8_t last[16] = {0};

    poly1305_begin(&sum, block);
    narae_poly1305_blocks_portable(&sum, ad, ad_bytes / 16, 1);
    memcpy(last, ad + ad_bytes / 16 * 16, ad_bytes % 16);
    narae_poly1305_blocks_portable(&sum, last, ad_bytes % 16 != 0, 1);
    narae_poly1305_blocks_portable(&sum, sealed, bytes / 16, 1);
    memset(last, 0, sizeof last);
    memcpy(last, sealed + bytes / 16 * 16, bytes % 16);
    narae_poly1305_blocks_portable(&sum, last, bytes % 16 != 0, 1);
    store64_le(last, ad_bytes);
    store64_le(last + 8, bytes);
    narae_poly1305_blocks_portable(&sum, last, 1, 1);
    narae_poly1305_tag_portable(&sum, block + 16, tag);
}

/* Sealed, in place or not, opened, and with a wrong tag. */
static void
chacha20_poly1305_equals_the_portable_code(void **state)
{
    (void)state;
    static uint8_t stream[MAX_BYTES + 128];
    uint32_t seed = 12, words[16];

    for (unsigned run = 0; run < 2 * RUNS; run++) {
        const size_t bytes = some(&seed, run % 2 == 0 ? 700 : MAX_BYTES), ad_bytes = some(&seed, 40);
        uint8_t *const to = out + some(&seed, MARGIN), *const from = in + some(&seed, MARGIN);
        uint8_t key[32], nonce[12], ad[40], tag[16], right[16];

        fill(in, sizeof in, &seed);
        fill(key, sizeof key, &seed);
        fill(nonce, sizeof nonce, &seed);
        fill(ad, sizeof ad, &seed);
        memset(out, 0xc5, sizeof out);
        chacha_load_constant(words);
        chacha_load(words + 4, key, 8);
        chacha_load_counter(words, nonce, 12, 0);
        memset(stream, 0, sizeof stream);
        narae_chacha_blocks_portable(words, stream, stream, 1 + (bytes + 63) / 64, 20);
        for (size_t i = 0; i < bytes; i++)
            expected[i] = from[i] ^ stream[64 + i];
        tag_of(right, stream, ad, ad_bytes, expected, bytes);
        memcpy(to, from, bytes);
        assert_int_equal(narae_chacha20_poly1305_seal(to, tag, key, nonce, 12, ad, ad_bytes,
                                                      run % 4 < 2 ? to : from, bytes),
                         NARAE_OK);
        assert_memory_equal(to, expected, bytes);
        assert_memory_equal(tag, right, 16);
        assert_int_equal(narae_chacha20_poly1305_open(to, key, nonce, 12, ad, ad_bytes, to, bytes, tag, 16),
                         NARAE_OK);
        assert_memory_equal(to, from, bytes);
        tag[run % 16] ^= 1;
        assert_int_equal(
            narae_chacha20_poly1305_open(to, key, nonce, 12, ad, ad_bytes, expected, bytes, tag, 16),
            NARAE_ERROR_AUTHENTICATION);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(to[i], 0);
        assert_margins(to, bytes);
    }
}

#    endif

/* Messages that end within a block: text, key stream that is left, and counter. */
static void
chacha_parts_equal_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 6, words[16], next[16];
    uint8_t stream[64], last[64];

    for (unsigned run = 0; run < 2 * RUNS; run++) {
        const size_t nblocks = some(&seed, run % 4 == 0 ? 120 : 20), part = 1 + some(&seed, 62),
                     bytes = 64 * nblocks + part;
        uint8_t *const to = out + some(&seed, MARGIN), *from = in + some(&seed, MARGIN);
        const unsigned rounds = 8 + 2 * (unsigned)some(&seed, 6);

        fill(in, sizeof in, &seed);
        fill((uint8_t *)words, sizeof words, &seed);
        if (next_random(&seed) & 1)
            words[12] = UINT32_MAX - (uint32_t)some(&seed, nblocks);
        memcpy(next, words, sizeof next);
        memset(out, 0xc5, sizeof out);
        memset(last, 0, sizeof last);
        narae_chacha_blocks_portable(next, expected, from, nblocks, rounds);
        narae_chacha_blocks_portable(next, last, last, 1, rounds);
        for (size_t i = 0; i < part; i++)
            expected[64 * nblocks + i] = from[64 * nblocks + i] ^ last[i];
        if (next_random(&seed) & 1)
            from = memcpy(to, from, bytes);
        narae_chacha_bytes_kernel(words, to, from, bytes, rounds, stream);
        assert_memory_equal(to, expected, bytes);
        assert_memory_equal(stream + part, last + part, sizeof last - part);
        assert_memory_equal(words, next, sizeof next);
        assert_margins(to, bytes);
    }
}

#endif

/* Whole blocks and what is left, in random pieces: each byte comes from the portable permutation. */
static void
ascon_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 5;

    for (unsigned run = 0; run < RUNS; run++) {
        const unsigned rounds = (unsigned[]){12, 8, 6}[run % 3];
        uint64_t permuted[5], same[5];

        fill((uint8_t *)permuted, sizeof permuted, &seed);
        memcpy(same, permuted, sizeof same);
        assert_int_equal(narae_ascon_permute(permuted, rounds), NARAE_OK);
        narae_ascon_permute_portable(same, rounds);
        assert_memory_equal(permuted, same, sizeof same);
    }
    for (unsigned run = 0; run < RUNS / 4; run++) {
        const size_t bytes = some(&seed, MAX_BYTES), cut = some(&seed, bytes);
        const int opening = run & 1;
        uint8_t *const to = out + some(&seed, MARGIN), *from = in + some(&seed, MARGIN);
        uint8_t key[16], nonce[16], *at = expected;
        narae_ascon_aead128 ctx;
        uint64_t words[5];

        fill(key, sizeof key, &seed);
        fill(nonce, sizeof nonce, &seed);
        fill(in, sizeof in, &seed);
        memset(out, 0xc5, sizeof out);
        assert_int_equal(narae_ascon_aead128_start(&ctx, key, nonce, 16), NARAE_OK);
        for (unsigned i = 0; i < 5; i++)
            words[i] = ascon_value_of(ctx.state[i]);
        assert_int_equal(narae_ascon_aead128_ad(&ctx, from, bytes), NARAE_OK);
        for (size_t i = 0; i <= bytes; i++) {
            words[i / 8 % 2] ^= (uint64_t)(i < bytes ? from[i] : 0x01) << 8 * (i % 8);
            if (i % 16 == 15 || i == bytes)
                narae_ascon_permute_portable(words, 8);
        }
        words[4] ^= 0x8000000000000000;
        for (size_t i = 0; i < bytes; i++) {
            uint64_t *const word = &words[i / 8 % 2];

            *at = from[i] ^ (uint8_t)(*word >> 8 * (i % 8));
            *word ^= (uint64_t)(opening ? *at : from[i]) << 8 * (i % 8);
            at++;
            if (i % 16 == 15)
                narae_ascon_permute_portable(words, 8);
        }
        if (next_random(&seed) & 1)
            from = memcpy(to, from, bytes);
        if (opening) {
            assert_int_equal(narae_ascon_aead128_decrypt(&ctx, to, from, cut), NARAE_OK);
            assert_int_equal(narae_ascon_aead128_decrypt(&ctx, to + cut, from + cut, bytes - cut), NARAE_OK);
        } else {
            assert_int_equal(narae_ascon_aead128_encrypt(&ctx, to, from, cut), NARAE_OK);
            assert_int_equal(narae_ascon_aead128_encrypt(&ctx, to + cut, from + cut, bytes - cut), NARAE_OK);
        }
        assert_memory_equal(to, expected, bytes);
        for (unsigned i = 0; i < 5; i++)
            assert_true(ascon_value_of(ctx.state[i]) == words[i]);
        assert_margins(to, bytes);
    }
}

/* A kernel for whole messages against the functions for parts, at every length of the last blocks. */
static void
ascon_messages_equal_their_parts(void **state)
{
    (void)state;
    uint32_t seed = 7;

    for (size_t run = 0; run < (size_t)41 * 41; run++) {
        const size_t bytes = run / 41, ad_bytes = run % 41;
        uint8_t *const to = out + some(&seed, MARGIN), *const from = in + some(&seed, MARGIN);
        const uint8_t *const ad = expected + MAX_BYTES - ad_bytes;
        const int in_place = next_random(&seed) & 1;
        uint8_t key[16], nonce[16], expected_tag[16], tag[16];
        narae_ascon_aead128 ctx;

        fill(key, sizeof key, &seed);
        fill(nonce, sizeof nonce, &seed);
        fill(in, sizeof in, &seed);
        fill(expected, sizeof expected, &seed);
        assert_int_equal(narae_ascon_aead128_start(&ctx, key, nonce, 16), NARAE_OK);
        assert_int_equal(narae_ascon_aead128_ad(&ctx, ad, ad_bytes), NARAE_OK);
        assert_int_equal(narae_ascon_aead128_encrypt(&ctx, expected, from, bytes), NARAE_OK);
        assert_int_equal(narae_ascon_aead128_finish(&ctx, expected_tag, 16), NARAE_OK);

        memset(out, 0xc5, sizeof out);
        if (in_place)
            memcpy(to, from, bytes);
        assert_int_equal(
            narae_ascon_aead128_seal(to, tag, 16, key, nonce, 16, ad, ad_bytes, in_place ? to : from, bytes),
            NARAE_OK);
        assert_memory_equal(to, expected, bytes);
        assert_memory_equal(tag, expected_tag, 16);
        assert_margins(to, bytes);

        memset(out, 0xc5, sizeof out);
        if (in_place)
            memcpy(to, expected, bytes);
        assert_int_equal(narae_ascon_aead128_open(to, key, nonce, 16, ad, ad_bytes, in_place ? to : expected,
                                                  bytes, tag, 16),
                         NARAE_OK);
        assert_memory_equal(to, from, bytes);
        assert_margins(to, bytes);
        tag[run % 16] ^= 1;
        assert_int_equal(narae_ascon_aead128_open(to, key, nonce, 16, ad, ad_bytes, expected, bytes, tag, 16),
                         NARAE_ERROR_AUTHENTICATION);
        assert_all(to, 0, bytes);
    }
}

static void
keccak_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 6;
    uint64_t permuted[25], same[25];

    fill((uint8_t *)permuted, sizeof permuted, &seed);
    memcpy(same, permuted, sizeof same);
    for (unsigned run = 0; run < RUNS / 4; run++) {
        assert_int_equal(narae_keccak_f1600(permuted), NARAE_OK);
        narae_keccak_f1600_portable(same);
        assert_memory_equal(permuted, same, sizeof same);
    }
}

/* Any state, any number of blocks. */
static void
sha2_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 10;

    for (unsigned run = 0; run < RUNS; run++) {
        const size_t nblocks = some(&seed, run % 4 == 0 ? MAX_BYTES / 128 : 5);
        const uint8_t *const from = in + some(&seed, MARGIN);
        uint32_t words[8], same_words[8];
        uint64_t long_words[8], same_long_words[8];

        fill(in, sizeof in, &seed);
        fill((uint8_t *)words, sizeof words, &seed);
        fill((uint8_t *)long_words, sizeof long_words, &seed);
        memcpy(same_words, words, sizeof words);
        memcpy(same_long_words, long_words, sizeof long_words);
        narae_sha256_blocks_kernel(words, from, nblocks);
        narae_sha256_blocks_portable(same_words, from, nblocks);
        assert_memory_equal(words, same_words, sizeof words);
        narae_sha512_blocks_kernel(long_words, from, nblocks);
        narae_sha512_blocks_portable(same_long_words, from, nblocks);
        assert_memory_equal(long_words, same_long_words, sizeof long_words);
    }
}

/* A message that is absorbed in pieces, and what is squeezed out of it in pieces, word by word. */
static void
shake_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 8;

    for (unsigned run = 0; run < RUNS / 8; run++) {
        const unsigned rate = run & 1 ? 168 : 136;
        const size_t bytes = some(&seed, 3000), cut = some(&seed, bytes), out_bytes = some(&seed, 600),
                     first_bytes = some(&seed, out_bytes);
        const uint8_t *const from = in + some(&seed, MARGIN);
        uint64_t words[25] = {0};
        narae_sha3 ctx;

        fill(in, sizeof in, &seed);
        memset(out, 0xc5, sizeof out);
        assert_int_equal(rate == 168 ? narae_shake128_start(&ctx) : narae_shake256_start(&ctx), NARAE_OK);
        assert_int_equal(narae_sha3_update(&ctx, from, cut), NARAE_OK);
        assert_int_equal(narae_sha3_update(&ctx, from + cut, bytes - cut), NARAE_OK);
        assert_int_equal(narae_shake_squeeze(&ctx, out, first_bytes), NARAE_OK);
        assert_int_equal(narae_shake_squeeze(&ctx, out + first_bytes, out_bytes - first_bytes), NARAE_OK);

        for (size_t i = 0; i < bytes; i++) {
            words[i % rate / 8] ^= (uint64_t)from[i] << 8 * (i % 8);
            if (i % rate == rate - 1)
                narae_keccak_f1600_portable(words);
        }
        words[bytes % rate / 8] ^= (uint64_t)0x1f << 8 * (bytes % 8);
        words[rate / 8 - 1] ^= (uint64_t)0x80 << 56;
        for (size_t i = 0; i < out_bytes; i++) {
            if (i % rate == 0)
                narae_keccak_f1600_portable(words);
            expected[i] = (uint8_t)(words[i % rate / 8] >> 8 * (i % 8));
        }
        assert_memory_equal(out, expected, out_bytes);
        assert_untouched(out + out_bytes, sizeof out - out_bytes);
    }
}

/* Messages at any address, in two parts. */
static void
lsh_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 15;

    for (unsigned run = 0; run < RUNS / 8; run++) {
        const size_t nblocks = some(&seed, 9), bytes = nblocks * 256, cut = some(&seed, bytes);
        const uint8_t *const from = in + some(&seed, MARGIN);
        narae_lsh256 narrow;
        narae_lsh512 wide;
        uint32_t same[16];
        uint64_t same_wide[16];

        fill(in, sizeof in, &seed);
        assert_int_equal(narae_lsh256_256_start(&narrow), NARAE_OK);
        assert_int_equal(narae_lsh512_512_start(&wide), NARAE_OK);
        memcpy(same, narrow.chain, sizeof same);
        memcpy(same_wide, wide.chain, sizeof same_wide);
        assert_int_equal(narae_lsh256_update(&narrow, from, cut), NARAE_OK);
        assert_int_equal(narae_lsh256_update(&narrow, from + cut, bytes - cut), NARAE_OK);
        assert_int_equal(narae_lsh512_update(&wide, from, cut), NARAE_OK);
        assert_int_equal(narae_lsh512_update(&wide, from + cut, bytes - cut), NARAE_OK);
        narae_lsh256_blocks_portable(same, from, 2 * nblocks);
        narae_lsh512_blocks_portable(same_wide, from, nblocks);
        assert_memory_equal(narrow.chain, same, sizeof same);
        assert_memory_equal(wide.chain, same_wide, sizeof same_wide);
    }
}

static void
ghash_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 9;

    for (unsigned run = 0; run < RUNS; run++) {
        const size_t nblocks = some(&seed, run % 4 == 0 ? MAX_BYTES / 16 : 40);
        const uint8_t *const from = in + some(&seed, MARGIN);
        uint8_t h[16], y[16], same[16];
        narae_ghash_key key;

        fill(h, sizeof h, &seed);
        fill(y, sizeof y, &seed);
        fill(in, sizeof in, &seed);
        memcpy(same, y, sizeof same);
        assert_int_equal(narae_ghash_set_key(&key, h), NARAE_OK);
        assert_int_equal(narae_ghash(&key, y, from, nblocks), NARAE_OK);
        narae_ghash_blocks_portable(same, &key, from, nblocks);
        assert_memory_equal(y, same, sizeof same);
    }
}

/* Sums and blocks are random, or all ones: those carry the farthest. */
static void
poly1305_equals_the_portable_code(void **state)
{
    (void)state;
    uint32_t seed = 4;

    for (unsigned run = 0; run < 4 * RUNS; run++) {
        const size_t nblocks = some(&seed, MAX_BYTES / 16), at = some(&seed, MARGIN);
        const unsigned top = run % 16 != 5;
        const uint8_t s[16] = {0};
        uint8_t key[32], expected_tag[16], tag[16];
        narae_poly1305_sum sum;

        fill(key, sizeof key, &seed);
        fill(in, sizeof in, &seed);
        if (run % 4 == 1)
            memset(in, 0xff, sizeof in);
        if (run % 4 >= 2)
            memset(key, 0xff, sizeof key);
        poly1305_begin(&sum, key);
        memset(sum.h, run % 2 == 0 ? 0 : 0xff, sizeof sum.h);
        sum.h[NARAE_POLY1305_WORDS] = next_random(&seed) % 5;

        narae_poly1305_sum portable = sum;
        narae_poly1305_blocks_portable(&portable, in + at, nblocks, top);
        narae_poly1305_blocks_kernel(&sum, in + at, nblocks, top);
        assert_true(sum.h[NARAE_POLY1305_WORDS] <= 4);
        narae_poly1305_tag_portable(&portable, s, expected_tag);
        narae_poly1305_tag_portable(&sum, s, tag);
        assert_memory_equal(tag, expected_tag, sizeof tag);
    }
}

#if UINTPTR_MAX > 0xffffffffu
/* Long enough for kernels that encrypt and hash in one pass, in random pieces. */
/* What narae_gcm_fn says, block by block. */
static void
compare_gcm(const pair *p, uint32_t *seed)
{
    const size_t nblocks = 32 + 32 * some(seed, MAX_BYTES / 512 - 1), bytes = 16 * nblocks;
    uint8_t *const to = out + some(seed, MARGIN), *const from = in + some(seed, MARGIN);
    const int decrypt = next_random(seed) & 1, in_place = next_random(seed) & 1;
    uint8_t counter[16], next[16], y[16], hashed[16];

    if (narae_kernels_of(p->cipher)->gcm == NULL)
        return;
    fill(in, sizeof in, seed);
    fill(counter, 16, seed);
    fill(y, 16, seed);
    if (next_random(seed) & 1)
        memset(counter + 12, 0xff, 3);
    memcpy(next, counter, 16);
    memcpy(hashed, y, 16);
    memset(out, 0xc5, sizeof out);
    if (in_place)
        memcpy(to, from, bytes);
    for (size_t i = 0; i < bytes; i += 16) {
        p->encrypt(portable_schedule, expected + i, next, 1);
        for (size_t j = 0; j < 16; j++)
            expected[i + j] ^= from[i + j];
        count(next, 16);
    }
    narae_ghash_blocks_portable(hashed, &hash, decrypt ? from : expected, nblocks);
    narae_kernels_of(p->cipher)->gcm(schedule, &hash, to, in_place ? to : from, nblocks, counter, y, decrypt);
    assert_memory_equal(to, expected, bytes);
    assert_memory_equal(y, hashed, 16);
    assert_memory_equal(counter, next, 16);
    assert_margins(to, bytes);
}

static void
gcm_in_one_pass_equals_the_portable_code(void **state)
{
    (void)state;
    with_each_key(compare_gcm, 12, RUNS / 4);
}

/* What narae_gcm_message_fn says, block by block. */
static void
compare_gcm_message(const pair *p, uint32_t *seed)
{
    const size_t bytes = 512 + some(seed, MAX_BYTES - 512);
    uint8_t *const to = out + some(seed, MARGIN), *const from = in + some(seed, MARGIN);
    const int decrypt = next_random(seed) & 1, in_place = !decrypt && (next_random(seed) & 1);
    uint8_t counter[16], next[16], y[16], expected_y[16], lengths[16], mask[16], padded[MAX_BYTES + 16] = {0};

    if (narae_kernels_of(p->cipher)->gcm_message == NULL)
        return;
    fill(in, sizeof in, seed);
    fill(counter, 16, seed);
    fill(y, 16, seed);
    fill(lengths, 16, seed);
    if (next_random(seed) & 1)
        memset(counter + 12, 0xff, 3);
    memcpy(next, counter, 16);
    memcpy(expected_y, y, 16);
    memset(out, 0xc5, sizeof out);
    if (in_place)
        memcpy(to, from, bytes);
    p->encrypt(portable_schedule, mask, next, 1);
    for (size_t i = 0; i < bytes; i += 16) {
        count(next, 16);
        p->encrypt(portable_schedule, expected + i, next, 1);
        for (size_t j = i; j < i + 16 && j < bytes; j++)
            expected[j] ^= from[j];
    }
    memcpy(padded, decrypt ? from : expected, bytes);
    narae_ghash_blocks_portable(expected_y, &hash, padded, (bytes + 15) / 16);
    narae_ghash_blocks_portable(expected_y, &hash, lengths, 1);
    for (size_t j = 0; j < 16; j++)
        expected_y[j] ^= mask[j];
    memcpy(next, counter, 16);
    narae_kernels_of(p->cipher)->gcm_message(schedule, &hash, to, in_place ? to : from, bytes, counter, y,
                                             lengths, decrypt);
    assert_memory_equal(to, expected, bytes);
    assert_memory_equal(y, expected_y, 16);
    assert_memory_equal(counter, next, 16);
    assert_margins(to, bytes);
}

static void
gcm_of_a_message_equals_the_portable_code(void **state)
{
    (void)state;
    with_each_key(compare_gcm_message, 14, RUNS);
}

/* What narae_xts_fn says, block by block. */
static void
compare_xts(const pair *p, uint32_t *seed)
{
    const size_t nblocks = some(seed, next_random(seed) & 1 ? 200 : MAX_BYTES / 16), bytes = 16 * nblocks;
    uint8_t *const to = out + some(seed, MARGIN), *const from = in + some(seed, MARGIN);
    const int decrypt = next_random(seed) & 1, in_place = next_random(seed) & 1;
    uint8_t tweak[16], t[16];

    if (narae_kernels_of(p->cipher)->xts == NULL)
        return;
    fill(in, sizeof in, seed);
    fill(tweak, 16, seed);
    if (next_random(seed) & 1)
        memset(tweak + 8, 0xff, 8); /* all that leaves at the top */
    memcpy(t, tweak, 16);
    memset(out, 0xc5, sizeof out);
    if (in_place)
        memcpy(to, from, bytes);
    narae_kernels_of(p->cipher)->xts(schedule, to, in_place ? to : from, nblocks, tweak, decrypt);
    for (size_t i = 0; i < bytes; i += 16) {
        const unsigned leaves = t[15] >> 7;

        for (size_t j = 0; j < 16; j++)
            expected[i + j] = from[i + j] ^ t[j];
        (decrypt ? p->decrypt : p->encrypt)(portable_schedule, expected + i, expected + i, 1);
        for (size_t j = 0; j < 16; j++)
            expected[i + j] ^= t[j];
        for (size_t j = 15; j != 0; j--)
            t[j] = (uint8_t)(t[j] << 1 | t[j - 1] >> 7);
        t[0] = (uint8_t)(t[0] << 1 ^ (leaves ? 0x87 : 0));
    }
    assert_memory_equal(to, expected, bytes);
    assert_memory_equal(tweak, t, 16);
    assert_margins(to, bytes);
}

static void
xts_in_one_pass_equals_the_portable_code(void **state)
{
    (void)state;
    with_each_key(compare_xts, 13, RUNS / 4);
}

#endif

static void
gcm_equals_ctr_and_ghash(void **state)
{
    (void)state;
    uint32_t seed = 3;

    for (unsigned run = 0; run < 100; run++) {
        const size_t bytes = some(&seed, MAX_BYTES), cut = some(&seed, bytes);
        uint8_t key[32], nonce[12], lengths[16] = {0}, y[16] = {0}, h[16] = {0}, tag[16], mask[16] = {0};
        uint8_t counter[16] = {0}, text[MAX_BYTES];
        narae_gcm gcm;
        narae_ctr ctr;

        fill(key, sizeof key, &seed);
        fill(nonce, sizeof nonce, &seed);
        fill(text, sizeof text, &seed);
        narae_kernels_of(&narae_aes)->set_key(schedule, key, 32);
        narae_kernels_of(&narae_aes)->encrypt(schedule, h, h, 1);
        assert_int_equal(narae_ghash_set_key(&hash, h), NARAE_OK);
        memcpy(counter, nonce, 12);
        counter[15] = 1;
        assert_int_equal(narae_ctr_init_schedule(&ctr, &narae_aes, schedule), NARAE_OK);
        assert_int_equal(narae_ctr_start(&ctr, counter, 16, 32), NARAE_OK);
        assert_int_equal(narae_ctr_crypt(&ctr, mask, mask, 16), NARAE_OK);
        assert_int_equal(narae_ctr_crypt(&ctr, expected, text, bytes), NARAE_OK);
        memset(expected + bytes, 0, sizeof expected - bytes);
        narae_ghash_blocks_portable(y, &hash, expected, (bytes + 15) / 16);
        lengths[14] = (uint8_t)(bytes >> 5);
        lengths[15] = (uint8_t)(bytes << 3);
        lengths[13] = (uint8_t)(bytes >> 13);
        narae_ghash_blocks_portable(y, &hash, lengths, 1);
        for (unsigned i = 0; i < 16; i++)
            y[i] ^= mask[i];

        assert_int_equal(narae_gcm_init(&gcm, &narae_aes, key, 32), NARAE_OK);
        assert_int_equal(narae_gcm_start(&gcm, nonce, 12), NARAE_OK);
        assert_int_equal(narae_gcm_encrypt(&gcm, out, text, cut), NARAE_OK);
        assert_int_equal(narae_gcm_encrypt(&gcm, out + cut, text + cut, bytes - cut), NARAE_OK);
        assert_int_equal(narae_gcm_finish(&gcm, tag, 16), NARAE_OK);
        assert_memory_equal(out, expected, bytes);
        assert_memory_equal(tag, y, 16);
        assert_int_equal(narae_gcm_seal(&gcm, out, tag, 16, nonce, 12, NULL, 0, text, bytes), NARAE_OK);
        assert_memory_equal(out, expected, bytes);
        assert_memory_equal(tag, y, 16);
        assert_int_equal(narae_gcm_open(&gcm, out, nonce, 12, NULL, 0, out, bytes, tag, 16), NARAE_OK);
        assert_memory_equal(out, text, bytes);
        tag[run % 16] ^= 1;
        assert_int_equal(narae_gcm_open(&gcm, out, nonce, 12, NULL, 0, expected, bytes, tag, 16),
                         NARAE_ERROR_AUTHENTICATION);
        assert_all(out, 0, bytes);
        memcpy(out, expected, bytes);
        tag[run % 16] ^= 1;
        assert_int_equal(narae_gcm_start(&gcm, nonce, 12), NARAE_OK);
        assert_int_equal(narae_gcm_decrypt(&gcm, out, out, cut), NARAE_OK);
        assert_int_equal(narae_gcm_decrypt(&gcm, out + cut, out + cut, bytes - cut), NARAE_OK);
        assert_int_equal(narae_gcm_verify(&gcm, tag, 16), NARAE_OK);
        assert_memory_equal(out, text, bytes);
    }
}

static void
strings_are_xored_byte_by_byte(void **state)
{
    uint32_t seed = 77;

    (void)state;
    for (unsigned run = 0; run < RUNS; run++) {
        const size_t bytes = some(&seed, MAX_BYTES);
        uint8_t *const to = out + some(&seed, MARGIN), *const from = in + some(&seed, MARGIN);
        const uint8_t *const a = next_random(&seed) & 1 ? to : expected;

        fill(in, sizeof in, &seed);
        fill(expected, sizeof expected, &seed);
        memset(out, 0xc5, sizeof out);
        memcpy(to, expected, bytes);
        narae_xor(to, a, from, bytes);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(to[i], expected[i] ^ from[i]);
        assert_margins(to, bytes);
    }
}

#ifdef NARAE_CPU_AT_RUN_TIME

/* All tests of one block cipher. */
static void
try_cipher(const pair *p, void **state)
{
    first = p;
    end = p + 1;
    block_ciphers_equal_the_portable_code(state);
#    if UINTPTR_MAX > 0xffffffffu
    ccm_equals_the_portable_code(state);
    gcm_of_a_message_equals_the_portable_code(state);
    xts_in_one_pass_equals_the_portable_code(state);
#    endif
#    if defined(__linux__) && defined(__x86_64__)
    block_ciphers_touch_their_blocks_alone(state);
#    endif
    gcm_in_one_pass_equals_the_portable_code(state);
    first = pairs;
    end = pairs + PAIRS;
}

static void
each_implementation_equals_the_portable_code(void **state)
{
    EACH_IMPLEMENTATION(aes, try_cipher(&pairs[AES], state));
    EACH_IMPLEMENTATION(aria, try_cipher(&pairs[ARIA], state));
    EACH_IMPLEMENTATION(hight, try_cipher(&pairs[HIGHT], state));
    EACH_IMPLEMENTATION(lea, try_cipher(&pairs[LEA], state));
    EACH_IMPLEMENTATION(pipo, try_cipher(&pairs[PIPO], state));
    EACH_IMPLEMENTATION(seed, try_cipher(&pairs[SEED], state));
    EACH_IMPLEMENTATION(ghash, ghash_equals_the_portable_code(state));
    EACH_IMPLEMENTATION(poly1305, poly1305_equals_the_portable_code(state));
    EACH_IMPLEMENTATION(chacha, chacha_equals_the_portable_code(state);
                        short_chacha_messages_equal_the_portable_code(state);
                        chacha_parts_equal_the_portable_code(state));
    EACH_IMPLEMENTATION(lsh, lsh_equals_the_portable_code(state));
#    ifdef NARAE_X86_KERNELS
    chacha_with_poly1305_equals_the_portable_code(state);
    EACH_IMPLEMENTATION(chacha20_poly1305, chacha20_poly1305_equals_the_portable_code(state));
    EACH_IMPLEMENTATION(ascon, ascon_equals_the_portable_code(state);
                        ascon_messages_equal_their_parts(state));
    EACH_IMPLEMENTATION(sha2, sha2_equals_the_portable_code(state));
    EACH_IMPLEMENTATION(keccak, keccak_equals_the_portable_code(state);
                        shake_equals_the_portable_code(state));
    EACH_IMPLEMENTATION(xor, strings_are_xored_byte_by_byte(state));
#    endif
}

static void
require(const char *name)
{
    for (const cpu_limit *level = narae_cpu_limits; level->name[0] != 0; level++) {
        if (strcmp(level->name, name) != 0)
            continue;
        if (!cpu_has(level->features)) {
            printf("skipped: this CPU has no %s\n", name);
            exit(77);
        }
        if ((narae_cpu_detect() & ~(unsigned)CPU_TRAITS) != (level->features | CPU_KNOWN) ||
            !narae_cpu_meets_limit()) {
            printf("NARAE_CPU=%s did not limit the choice\n", name);
            exit(1);
        }
        if (strcmp(narae_kernels(), name) != 0 || narae_kernels_status() != NARAE_OK) {
            printf("NARAE_CPU=%s, but narae_kernels() says %s\n", name, narae_kernels());
            exit(1);
        }
        return;
    }
    printf("there is no kernel named %s\n", name);
    exit(1);
}

#endif

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(block_ciphers_equal_the_portable_code),
#if UINTPTR_MAX > 0xffffffffu
                                       cmocka_unit_test(ccm_equals_the_portable_code),
                                       cmocka_unit_test(gcm_of_a_message_equals_the_portable_code),
                                       cmocka_unit_test(gcm_in_one_pass_equals_the_portable_code),
                                       cmocka_unit_test(xts_in_one_pass_equals_the_portable_code),
#endif
#if defined(__linux__) && defined(__x86_64__)
                                       cmocka_unit_test(block_ciphers_touch_their_blocks_alone),
#endif
                                       cmocka_unit_test(chacha_equals_the_portable_code),
                                       cmocka_unit_test(short_chacha_messages_equal_the_portable_code),
#ifdef NARAE_DISPATCH
                                       cmocka_unit_test(chacha_parts_equal_the_portable_code),
#endif
                                       cmocka_unit_test(ascon_equals_the_portable_code),
                                       cmocka_unit_test(ascon_messages_equal_their_parts),
                                       cmocka_unit_test(sha2_equals_the_portable_code),
                                       cmocka_unit_test(keccak_equals_the_portable_code),
                                       cmocka_unit_test(shake_equals_the_portable_code),
                                       cmocka_unit_test(lsh_equals_the_portable_code),
                                       cmocka_unit_test(ghash_equals_the_portable_code),
                                       cmocka_unit_test(poly1305_equals_the_portable_code),
                                       cmocka_unit_test(gcm_equals_ctr_and_ghash),
                                       cmocka_unit_test(strings_are_xored_byte_by_byte)};

#ifdef NARAE_CPU_AT_RUN_TIME
    const struct CMUnitTest of_all[] = {
#    ifdef NARAE_X86_KERNELS
        cmocka_unit_test(assembly_keeps_the_registers_of_its_caller),
        cmocka_unit_test(ascon_keeps_the_registers_of_its_caller),
#    endif
        cmocka_unit_test(each_implementation_equals_the_portable_code),
    };

    if (argc > 1)
        require(argv[1]);
    else if (cmocka_run_group_tests(of_all, NULL, NULL) != 0)
        return 1;
#else
    if (argc > 1 && strcmp(argv[1], "portable") != 0)
        return 77;
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
