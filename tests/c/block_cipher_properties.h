/* SPDX-License-Identifier: MIT */
/* What narae/block_cipher.h promises, for a cipher of any block size.
 * A test program names its cipher in `tested` and runs PROPERTIES. */
#ifndef NARAE_TEST_BLOCK_CIPHER_PROPERTIES_H
#define NARAE_TEST_BLOCK_CIPHER_PROPERTIES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "narae/descriptor.h"

#include "untyped.h"
#include "narae/descriptor.h"

typedef int checked_blocks_fn(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);

typedef struct tested_cipher {
    const narae_block_cipher *descriptor;
    checked_set_key_fn *set_key;
    checked_blocks_fn *encrypt, *decrypt;
    size_t schedule_bytes[3]; /* for each of the descriptor's key sizes */
} tested_cipher;

extern const tested_cipher tested;

enum { MAX_BLOCKS = 40, MAX_BYTES = 16 * MAX_BLOCKS, MARGIN = 32, CANARY = 0xa5 };

static uint32_t schedule[1024];

/* Numerical Recipes' linear congruence; the high bits are the good ones. */
static void
fill(uint8_t *p, size_t bytes, uint32_t seed)
{
    while (bytes-- != 0) {
        seed = seed * 1664525u + 1013904223u;
        *p++ = (uint8_t)(seed >> 24);
    }
}

static void
set_any_key(size_t key_bytes)
{
    uint8_t key[32];

    fill(key, sizeof key, (uint32_t)key_bytes);
    assert_int_equal(tested.set_key(schedule, key, key_bytes), NARAE_OK);
}

static inline size_t
bytes_of_hex(uint8_t *p, const char *hex)
{
    size_t n = 0;

    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        p[n++] = (uint8_t)byte;
    return n;
}

/* One known answer, all in hexadecimal, in both directions. */
static inline void
assert_known_answer(const char *key_hex, const char *plaintext_hex, const char *ciphertext_hex)
{
    uint8_t key[32], plaintext[MAX_BYTES], ciphertext[MAX_BYTES], got[MAX_BYTES];
    size_t key_bytes = bytes_of_hex(key, key_hex), bytes = bytes_of_hex(plaintext, plaintext_hex);
    size_t nblocks = bytes / tested.descriptor->block_bytes;

    assert_int_equal(bytes_of_hex(ciphertext, ciphertext_hex), bytes);
    assert_int_equal(tested.set_key(schedule, key, key_bytes), NARAE_OK);
    assert_int_equal(tested.encrypt(schedule, got, plaintext, nblocks), NARAE_OK);
    assert_memory_equal(got, ciphertext, bytes);
    assert_int_equal(tested.decrypt(schedule, got, ciphertext, nblocks), NARAE_OK);
    assert_memory_equal(got, plaintext, bytes);
}

#define FOR_EACH_KEY_SIZE(i) for (unsigned i = 0; i < 3 && tested.descriptor->key_bytes[i] != 0; i++)

/* Every block alone and all at once, for each number of blocks, at every
 * alignment, in place or not, and not a byte next to the output. */
static void
many_blocks_are_as_many_single_blocks(void **state)
{
    (void)state;
    size_t block = tested.descriptor->block_bytes;
    uint8_t plaintext[MAX_BYTES], ciphertext[MAX_BYTES], expected[MARGIN + MAX_BYTES + MARGIN];
    uint8_t unaligned[MAX_BYTES + 8], got[MARGIN + MAX_BYTES + MARGIN];

    FOR_EACH_KEY_SIZE(i)
    {
        set_any_key(tested.descriptor->key_bytes[i]);
        fill(plaintext, sizeof plaintext, i);
        for (size_t k = 0; k < MAX_BLOCKS; k++)
            narae_kernels_of(tested.descriptor)
                ->encrypt(schedule, ciphertext + k * block, plaintext + k * block, 1);
        for (size_t n = 0; n <= MAX_BLOCKS; n++) {
            size_t bytes = n * block, shift = n % 8;

            for (unsigned decrypt = 0; decrypt < 2; decrypt++) {
                checked_blocks_fn *transform = decrypt ? tested.decrypt : tested.encrypt;
                const uint8_t *in = decrypt ? ciphertext : plaintext;

                memset(expected, CANARY, sizeof expected);
                memcpy(expected + MARGIN - shift, decrypt ? plaintext : ciphertext, bytes);
                memcpy(unaligned + 7 - shift, in, bytes);

                memset(got, CANARY, sizeof got);
                assert_int_equal(transform(schedule, got + MARGIN - shift, unaligned + 7 - shift, n),
                                 NARAE_OK);
                assert_memory_equal(got, expected, sizeof got);
                assert_memory_equal(unaligned + 7 - shift, in, bytes);

                memset(got, CANARY, sizeof got);
                memcpy(got + MARGIN - shift, in, bytes);
                assert_int_equal(transform(schedule, got + MARGIN - shift, got + MARGIN - shift, n),
                                 NARAE_OK);
                assert_memory_equal(got, expected, sizeof got);
            }
        }
    }
}

static void
decryption_undoes_encryption_under_many_keys(void **state)
{
    (void)state;
    uint8_t key[32], block[16], got[16];
    size_t bytes = tested.descriptor->block_bytes;

    FOR_EACH_KEY_SIZE(i)
    for (uint32_t seed = 0; seed < 200; seed++) {
        fill(key, sizeof key, seed);
        fill(block, bytes, ~seed);
        assert_int_equal(tested.set_key(schedule, key, tested.descriptor->key_bytes[i]), NARAE_OK);
        assert_int_equal(tested.encrypt(schedule, got, block, 1), NARAE_OK);
        assert_memory_not_equal(got, block, bytes);
        assert_int_equal(tested.decrypt(schedule, got, got, 1), NARAE_OK);
        assert_memory_equal(got, block, bytes);
    }
}

/* The macro of the header is what a caller with little RAM allocates. */
static void
schedule_fills_no_more_than_the_macro_says(void **state)
{
    (void)state;

    FOR_EACH_KEY_SIZE(i)
    {
        uint8_t *end = (uint8_t *)schedule + tested.schedule_bytes[i];

        memset(schedule, CANARY, sizeof schedule);
        set_any_key(tested.descriptor->key_bytes[i]);
        for (unsigned j = 0; j < MARGIN; j++)
            assert_int_equal(end[j], CANARY);
        assert_int_equal(tested.schedule_bytes[i], tested.descriptor->schedule_bytes[i]);
    }
}

static void
wrong_key_arguments_are_refused_and_write_nothing(void **state)
{
    (void)state;
    uint8_t key[64] = {0}, untouched[sizeof schedule];
    unsigned accepted = 0;

    memset(untouched, CANARY, sizeof untouched);
    memset(schedule, CANARY, sizeof schedule);
    assert_int_equal(tested.set_key(NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(tested.set_key(schedule, NULL, 16), NARAE_ERROR_NULL);
    for (size_t n = 0; n <= sizeof key; n++) {
        int known = 0;

        FOR_EACH_KEY_SIZE(i)
        known |= n == tested.descriptor->key_bytes[i];
        if (!known)
            assert_int_equal(tested.set_key(schedule, key, n), NARAE_ERROR_KEY_SIZE);
    }
    assert_memory_equal(schedule, untouched, sizeof schedule);
    FOR_EACH_KEY_SIZE(i)
    accepted += tested.set_key(schedule, key, tested.descriptor->key_bytes[i]) == NARAE_OK;
    assert_in_range(accepted, 1, 3);
}

static void
wrong_buffers_are_refused_and_write_nothing(void **state)
{
    (void)state;
    size_t block = tested.descriptor->block_bytes;
    uint8_t buffer[64], before[64];

    set_any_key(16);
    fill(buffer, sizeof buffer, 1);
    memcpy(before, buffer, sizeof buffer);
    for (unsigned decrypt = 0; decrypt < 2; decrypt++) {
        checked_blocks_fn *transform = decrypt ? tested.decrypt : tested.encrypt;

        assert_int_equal(transform(NULL, buffer, buffer, 1), NARAE_ERROR_NULL);
        assert_int_equal(transform(schedule, NULL, buffer, 1), NARAE_ERROR_NULL);
        assert_int_equal(transform(schedule, buffer, NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(transform(schedule, NULL, NULL, 0), NARAE_OK);
        assert_int_equal(transform(schedule, buffer, buffer, SIZE_MAX / block + 1), NARAE_ERROR_LENGTH);
        assert_int_equal(transform(schedule, buffer + 1, buffer, 1), NARAE_ERROR_OVERLAP);
        assert_int_equal(transform(schedule, buffer, buffer + 2 * block - 1, 2), NARAE_ERROR_OVERLAP);
    }
    assert_memory_equal(buffer, before, sizeof buffer);
}

#define PROPERTIES                                                           \
    cmocka_unit_test(many_blocks_are_as_many_single_blocks),                 \
        cmocka_unit_test(decryption_undoes_encryption_under_many_keys),      \
        cmocka_unit_test(schedule_fills_no_more_than_the_macro_says),        \
        cmocka_unit_test(wrong_key_arguments_are_refused_and_write_nothing), \
        cmocka_unit_test(wrong_buffers_are_refused_and_write_nothing)

#endif
