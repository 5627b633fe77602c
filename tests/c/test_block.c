/* SPDX-License-Identifier: MIT */
/* narae/block_cipher.h for each cipher with 16-byte blocks: known answers, any number of
 * blocks, in place, any alignment, no stray writes, error codes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "narae/aes.h"
#include "narae/descriptor.h"
#include "narae/lea.h"

#include "untyped.h"

enum { BLOCK = 16, MAX_BLOCKS = 33, MAX_SCHEDULE = 2048, MARGIN = 64, CANARY = 0xa5 };

typedef int checked_blocks_fn(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);

typedef struct known_answer {
    size_t key_bytes, schedule_bytes;
    uint8_t key[32], plaintext[BLOCK], ciphertext[BLOCK];
} known_answer;

typedef struct cipher {
    const narae_block_cipher *descriptor;
    checked_set_key_fn *set_key;
    checked_blocks_fn *encrypt, *decrypt;
    known_answer known[3];
} cipher;

#define SEQUENCE(x)                                                               \
    {(x),     (x) + 1, (x) + 2,  (x) + 3,  (x) + 4,  (x) + 5,  (x) + 6,  (x) + 7, \
     (x) + 8, (x) + 9, (x) + 10, (x) + 11, (x) + 12, (x) + 13, (x) + 14, (x) + 15}

/* FIPS 197, appendix C. */
#define AES_KEY                                                      \
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, \
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}
#define AES_PLAINTEXT \
    {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}

static const cipher aes = {
    &narae_aes,
    aes_set_key,
    aes_encrypt,
    aes_decrypt,
    {{16,
      NARAE_AES_SCHEDULE_BYTES(16),
      AES_KEY,
      AES_PLAINTEXT,
      {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a}},
     {24,
      NARAE_AES_SCHEDULE_BYTES(24),
      AES_KEY,
      AES_PLAINTEXT,
      {0xdd, 0xa9, 0x7c, 0xa4, 0x86, 0x4c, 0xdf, 0xe0, 0x6e, 0xaf, 0x70, 0xa0, 0xec, 0x0d, 0x71, 0x91}},
     {32,
      NARAE_AES_SCHEDULE_BYTES(32),
      AES_KEY,
      AES_PLAINTEXT,
      {0x8e, 0xa2, 0xb7, 0xca, 0x51, 0x67, 0x45, 0xbf, 0xea, 0xfc, 0x49, 0x90, 0x4b, 0x49, 0x60, 0x89}}},
};

/* KS X 3246:2016, the test vectors of the annex. */
#define LEA_KEY_16 \
    0x0f, 0x1e, 0x2d, 0x3c, 0x4b, 0x5a, 0x69, 0x78, 0x87, 0x96, 0xa5, 0xb4, 0xc3, 0xd2, 0xe1, 0xf0
#define LEA_KEY_24 LEA_KEY_16, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87
#define LEA_KEY_32 LEA_KEY_24, 0x78, 0x69, 0x5a, 0x4b, 0x3c, 0x2d, 0x1e, 0x0f

static const cipher lea = {
    &narae_lea,
    lea_set_key,
    lea_encrypt,
    lea_decrypt,
    {{16,
      NARAE_LEA_SCHEDULE_BYTES(16),
      {LEA_KEY_16},
      SEQUENCE(0x10),
      {0x9f, 0xc8, 0x4e, 0x35, 0x28, 0xc6, 0xc6, 0x18, 0x55, 0x32, 0xc7, 0xa7, 0x04, 0x64, 0x8b, 0xfd}},
     {24,
      NARAE_LEA_SCHEDULE_BYTES(24),
      {LEA_KEY_24},
      SEQUENCE(0x20),
      {0x6f, 0xb9, 0x5e, 0x32, 0x5a, 0xad, 0x1b, 0x87, 0x8c, 0xdc, 0xf5, 0x35, 0x76, 0x74, 0xc6, 0xf2}},
     {32,
      NARAE_LEA_SCHEDULE_BYTES(32),
      {LEA_KEY_32},
      SEQUENCE(0x30),
      {0xd6, 0x51, 0xaf, 0xf6, 0x47, 0xb1, 0x89, 0xc1, 0x3a, 0x89, 0x00, 0xca, 0x27, 0xf9, 0xe1, 0x97}}},
};

#define FOR_EACH_KEY(c, k) for (const known_answer *k = (c)->known; k != (c)->known + 3; k++)

/* The same bytes in each run, so that a failure repeats. */
static void
fill(uint8_t *p, size_t bytes, uint32_t seed)
{
    for (uint32_t x = seed * 2654435761u + 1; bytes != 0; bytes--) {
        x = x * 1664525 + 1013904223;
        *p++ = (uint8_t)(x >> 24);
    }
}

static void
assert_canaries(const uint8_t *area, size_t area_bytes, const uint8_t *used, size_t used_bytes)
{
    for (const uint8_t *p = area; p != area + area_bytes; p++)
        if (p < used || p >= used + used_bytes)
            assert_int_equal(*p, CANARY);
}

static void
known_answers_of_the_standard(void **state)
{
    const cipher *c = *state;

    FOR_EACH_KEY(c, k)
    {
        uint32_t schedule[MAX_SCHEDULE / 4];
        uint8_t block[BLOCK];

        assert_int_equal(c->set_key(schedule, k->key, k->key_bytes), NARAE_OK);
        assert_int_equal(c->encrypt(schedule, block, k->plaintext, 1), NARAE_OK);
        assert_memory_equal(block, k->ciphertext, BLOCK);
        assert_int_equal(c->decrypt(schedule, block, k->ciphertext, 1), NARAE_OK);
        assert_memory_equal(block, k->plaintext, BLOCK);
    }
}

static void
descriptor_tells_the_same_as_the_header(void **state)
{
    const cipher *c = *state;
    const narae_block_cipher *d = c->descriptor;

    assert_int_equal(d->block_bytes, BLOCK);
    for (unsigned i = 0; i < 3; i++) {
        const known_answer *k = &c->known[i];
        uint32_t schedule[MAX_SCHEDULE / 4];
        uint8_t block[BLOCK];

        assert_int_equal(d->key_bytes[i], k->key_bytes);
        assert_int_equal(d->schedule_bytes[i], k->schedule_bytes);
        narae_kernels_of(d)->set_key(schedule, k->key, k->key_bytes);
        narae_kernels_of(d)->encrypt(schedule, block, k->plaintext, 1);
        assert_memory_equal(block, k->ciphertext, BLOCK);
        narae_kernels_of(d)->decrypt(schedule, block, block, 1);
        assert_memory_equal(block, k->plaintext, BLOCK);
    }
}

/* Any number of blocks at once, at any address, equals one at a time, without stray
 * writes. */
static void
any_number_of_blocks_at_any_address(void **state)
{
    const cipher *c = *state;

    FOR_EACH_KEY(c, k)
    {
        uint32_t schedule[MAX_SCHEDULE / 4];
        uint8_t plain[MAX_BLOCKS * BLOCK], expected[MAX_BLOCKS * BLOCK];

        fill(plain, sizeof plain, (uint32_t)k->key_bytes);
        assert_int_equal(c->set_key(schedule, k->key, k->key_bytes), NARAE_OK);
        for (size_t i = 0; i < sizeof plain; i += BLOCK)
            assert_int_equal(c->encrypt(schedule, expected + i, plain + i, 1), NARAE_OK);

        for (size_t n = 0; n <= MAX_BLOCKS; n++) {
            uint8_t in_area[MARGIN + sizeof plain + MARGIN], out_area[sizeof in_area];
            uint8_t *in = in_area + MARGIN - n % 8, *out = out_area + MARGIN - 7 * n % 16;

            memset(in_area, CANARY, sizeof in_area);
            memset(out_area, CANARY, sizeof out_area);
            memcpy(in, plain, n * BLOCK);

            assert_int_equal(c->encrypt(schedule, out, in, n), NARAE_OK);
            assert_memory_equal(out, expected, n * BLOCK);
            assert_memory_equal(in, plain, n * BLOCK);
            assert_canaries(out_area, sizeof out_area, out, n * BLOCK);

            assert_int_equal(c->decrypt(schedule, in, out, n), NARAE_OK);
            assert_memory_equal(in, plain, n * BLOCK);
            assert_memory_equal(out, expected, n * BLOCK);
            assert_canaries(in_area, sizeof in_area, in, n * BLOCK);
        }
    }
}

static void
in_place_gives_the_same(void **state)
{
    const cipher *c = *state;

    FOR_EACH_KEY(c, k)
    {
        for (size_t n = 1; n <= MAX_BLOCKS; n++) {
            uint32_t schedule[MAX_SCHEDULE / 4];
            uint8_t plain[MAX_BLOCKS * BLOCK], expected[sizeof plain], area[MARGIN + sizeof plain + MARGIN];
            uint8_t *data = area + MARGIN - 5 * n % 16;

            fill(plain, sizeof plain, (uint32_t)n);
            assert_int_equal(c->set_key(schedule, k->key, k->key_bytes), NARAE_OK);
            assert_int_equal(c->encrypt(schedule, expected, plain, n), NARAE_OK);

            memset(area, CANARY, sizeof area);
            memcpy(data, plain, n * BLOCK);
            assert_int_equal(c->encrypt(schedule, data, data, n), NARAE_OK);
            assert_memory_equal(data, expected, n * BLOCK);
            assert_int_equal(c->decrypt(schedule, data, data, n), NARAE_OK);
            assert_memory_equal(data, plain, n * BLOCK);
            assert_canaries(area, sizeof area, data, n * BLOCK);
        }
    }
}

/* The schedule lies on the heap in its exact size, for a sanitizer to see a
 * read beyond it, then between canaries, which see a write without one; both
 * are aligned for uint32_t and no better. */
static void
schedule_bytes_of_each_key_are_enough(void **state)
{
    const cipher *c = *state;

    FOR_EACH_KEY(c, k)
    {
        uint32_t *heap = malloc(k->schedule_bytes), area[1 + MAX_SCHEDULE / 4 + MARGIN];
        uint8_t block[BLOCK];

        assert_non_null(heap);
        assert_true(k->schedule_bytes <= MAX_SCHEDULE);
        for (int odd = 0; odd < 2; odd++) {
            uint8_t *between = (uint8_t *)(area + 1 + odd);

            memset(area, CANARY, sizeof area);
            assert_int_equal(c->set_key(between, k->key, k->key_bytes), NARAE_OK);
            assert_canaries((uint8_t *)area, sizeof area, between, k->schedule_bytes);
            memcpy(heap, between, k->schedule_bytes);
            assert_int_equal(c->encrypt(heap, block, k->plaintext, 1), NARAE_OK);
            assert_memory_equal(block, k->ciphertext, BLOCK);
            assert_int_equal(c->decrypt(between, block, block, 1), NARAE_OK);
            assert_memory_equal(block, k->plaintext, BLOCK);
        }
        assert_int_equal(c->set_key(heap, k->key, k->key_bytes), NARAE_OK);
        assert_int_equal(c->decrypt(heap, block, k->ciphertext, 1), NARAE_OK);
        assert_memory_equal(block, k->plaintext, BLOCK);
        free(heap);
    }
}

static void
refused_keys_leave_the_schedule_untouched(void **state)
{
    const cipher *c = *state;
    uint32_t schedule[MAX_SCHEDULE / 4];
    uint8_t key[64] = {0};

    memset(schedule, CANARY, sizeof schedule);
    for (size_t bytes = 0; bytes <= sizeof key; bytes++)
        if (bytes != 16 && bytes != 24 && bytes != 32)
            assert_int_equal(c->set_key(schedule, key, bytes), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(c->set_key(schedule, key, SIZE_MAX), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(c->set_key(schedule, key, SIZE_MAX / 2 + 17), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(c->set_key(schedule, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(c->set_key(NULL, key, 16), NARAE_ERROR_NULL);
    assert_canaries((uint8_t *)schedule, sizeof schedule, (uint8_t *)schedule, 0);
}

static void
refused_buffers_are_untouched(void **state)
{
    const cipher *c = *state;
    uint32_t schedule[MAX_SCHEDULE / 4];
    uint8_t area[6 * BLOCK], *p = area + BLOCK;

    assert_int_equal(c->set_key(schedule, c->known[0].key, 16), NARAE_OK);
    memset(area, CANARY, sizeof area);
    for (int direction = 0; direction < 2; direction++) {
        checked_blocks_fn *run = direction == 0 ? c->encrypt : c->decrypt;

        assert_int_equal(run(NULL, p, p, 1), NARAE_ERROR_NULL);
        assert_int_equal(run(schedule, NULL, p, 1), NARAE_ERROR_NULL);
        assert_int_equal(run(schedule, p, NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(run(schedule, p, p, SIZE_MAX / BLOCK + 1), NARAE_ERROR_LENGTH);
        assert_int_equal(run(schedule, p, p, SIZE_MAX), NARAE_ERROR_LENGTH);
        for (size_t shift = 1; shift < 2 * BLOCK; shift++) {
            assert_int_equal(run(schedule, p, p + shift, 2), NARAE_ERROR_OVERLAP);
            assert_int_equal(run(schedule, p + shift, p, 2), NARAE_ERROR_OVERLAP);
        }
    }
    assert_canaries(area, sizeof area, area, 0);
}

static void
neighbouring_buffers_are_allowed(void **state)
{
    const cipher *c = *state;
    uint32_t schedule[MAX_SCHEDULE / 4];
    uint8_t area[4 * BLOCK] = {0};

    assert_int_equal(c->set_key(schedule, c->known[0].key, 16), NARAE_OK);
    assert_int_equal(c->encrypt(schedule, area + 2 * BLOCK, area, 2), NARAE_OK);
    assert_int_equal(c->decrypt(schedule, area, area + 2 * BLOCK, 2), NARAE_OK);
}

static void
no_blocks_need_no_buffers(void **state)
{
    const cipher *c = *state;
    uint32_t schedule[MAX_SCHEDULE / 4];

    assert_int_equal(c->set_key(schedule, c->known[0].key, 16), NARAE_OK);
    assert_int_equal(c->encrypt(schedule, NULL, NULL, 0), NARAE_OK);
    assert_int_equal(c->decrypt(schedule, NULL, NULL, 0), NARAE_OK);
    narae_kernels_of(c->descriptor)->encrypt(schedule, NULL, NULL, 0);
    narae_kernels_of(c->descriptor)->decrypt(schedule, NULL, NULL, 0);
}

static void
a_chain_is_block_after_block(void **state)
{
    const cipher *c = *state;

#if UINTPTR_MAX > 0xffffffffu
    narae_chain_fn *const kernel = narae_kernels_of(c->descriptor)->chain;

    FOR_EACH_KEY(c, k)
    for (unsigned n = 0; kernel != NULL && n <= MAX_BLOCKS; n++)
        for (unsigned shift = 0; shift < BLOCK; shift++) {
            uint32_t schedule[MAX_SCHEDULE / 4];
            uint8_t in[MAX_BLOCKS * BLOCK + BLOCK], area[MAX_BLOCKS * BLOCK + 2 * MARGIN], chain[3][BLOCK];
            uint8_t *const from = in + shift, *const out = area + MARGIN + (shift * 7 + n) % BLOCK;

            fill(in, sizeof in, n);
            memset(chain, (int)n, sizeof chain);
            memset(area, CANARY, sizeof area);
            assert_int_equal(c->set_key(schedule, k->key, k->key_bytes), NARAE_OK);
            kernel(schedule, chain[0], out, from, n);
            kernel(schedule, chain[1], NULL, from, n);
            kernel(schedule, chain[2], from, from, n);
            assert_memory_equal(out, from, n * BLOCK);
            assert_canaries(area, sizeof area, out, n * BLOCK);

            uint8_t expected[BLOCK];

            fill(in, sizeof in, n);
            memset(expected, (int)n, BLOCK);
            for (unsigned i = 0; i < n; i++) {
                for (unsigned j = 0; j < BLOCK; j++)
                    expected[j] ^= from[i * BLOCK + j];
                c->encrypt(schedule, expected, expected, 1);
                assert_memory_equal(out + i * BLOCK, expected, BLOCK);
            }
            for (unsigned i = 0; i < 3; i++)
                assert_memory_equal(chain[i], expected, BLOCK);
        }
#else
    (void)c;
#endif
}

#define TEST(cipher, test) {#cipher ": " #test, test, NULL, NULL, (void *)(uintptr_t)&cipher}
#define TESTS(cipher)                                                                                   \
    TEST(cipher, known_answers_of_the_standard), TEST(cipher, descriptor_tells_the_same_as_the_header), \
        TEST(cipher, any_number_of_blocks_at_any_address), TEST(cipher, in_place_gives_the_same),       \
        TEST(cipher, schedule_bytes_of_each_key_are_enough),                                            \
        TEST(cipher, refused_keys_leave_the_schedule_untouched),                                        \
        TEST(cipher, refused_buffers_are_untouched), TEST(cipher, neighbouring_buffers_are_allowed),    \
        TEST(cipher, no_blocks_need_no_buffers), TEST(cipher, a_chain_is_block_after_block)

int
main(void)
{
    const struct CMUnitTest tests[] = {TESTS(aes), TESTS(lea)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
