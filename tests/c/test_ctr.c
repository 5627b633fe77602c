/* SPDX-License-Identifier: MIT */
/* Counter mode. */

#include "test_support.h"

#include "narae/ctr.h"

#include "block_ciphers.h"
#include "lea_with_ctr.h"

static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* Adds one to the last `bits` bits, a bit at a time. */
static void
textbook_increment(uint8_t *counter, unsigned block_bytes, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++) {
        uint8_t *p = &counter[block_bytes - 1 - i / 8], bit = (uint8_t)(1 << i % 8);

        *p ^= bit;
        if ((*p & bit) != 0)
            return;
    }
}

static void
textbook_ctr(const narae_block_cipher *c, uint8_t *out, const uint8_t *first, unsigned bits,
             const uint8_t *in, size_t bytes)
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t counter[16], block[16];

    narae_kernels_of(c)->set_key(schedule, key, 16);
    memcpy(counter, first, c->block_bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (i % c->block_bytes == 0) {
            narae_kernels_of(c)->encrypt(schedule, block, counter, 1);
            textbook_increment(counter, c->block_bytes, bits);
        }
        out[i] = in[i] ^ block[i % c->block_bytes];
    }
}

/* A message of `bytes` bytes in one shot, in place, and in pieces, from
 * addresses of any alignment. */
static void
check_message(const narae_block_cipher *c, const uint8_t *first, unsigned bits, size_t bytes, uint32_t *seed)
{
    static uint8_t in[6000], want[6000], out[6000];
    const uint8_t *from = in + some(seed, 7);
    uint8_t *to = out + some(seed, 7);
    narae_ctr ctr;

    fill(in, sizeof in, seed);
    textbook_ctr(c, want, first, bits, from, bytes);
    assert_int_equal(narae_ctr_init(&ctr, c, key, 16), NARAE_OK);

    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_ctr_crypt_message(&ctr, to, first, c->block_bytes, bits, from, bytes), NARAE_OK);
    assert_memory_equal(to, want, bytes);
    assert_untouched(to + bytes, 16);

    assert_int_equal(narae_ctr_start(&ctr, first, c->block_bytes, bits), NARAE_OK);
    memcpy(to, from, bytes);
    for (size_t done = 0, n; done < bytes; done += n) {
        n = some(seed, bytes - done < 100 ? bytes - done : 100);
        assert_int_equal(narae_ctr_crypt(&ctr, to + done, to + done, n), NARAE_OK);
    }
    assert_memory_equal(to, want, bytes);
}

static void
messages_of_any_size_agree_with_the_textbook(void **state)
{
    const narae_block_cipher fused = lea_with_ctr(), *const ciphers[] = {&fused, ALL_BLOCK_CIPHERS};
    uint32_t seed = 1;

    (void)state;
    for (size_t bytes = 0; bytes < 700; bytes += 1 + bytes / 40) {
        uint8_t first[16];

        fill(first, 16, &seed);
        for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
            check_message(ciphers[i], first, 8u * ciphers[i]->block_bytes, bytes, &seed);
    }
}

/* Parts of a block behind whole ones, around the sizes at which they no longer fit into a batch. */
static void
batches_of_any_size_change_no_byte(void **state)
{
    static const uint16_t batches[] = {0, 8, 16, 17, 48, 512, 2048, 0xffff};
    static const uint16_t sizes[] = {7, 17, 33, 49, 500, 513, 521, 529, 2039, 2047, 2049, 2065, 4113};
    const narae_block_cipher fused = lea_with_ctr(), *const ciphers[] = {&fused, ALL_BLOCK_CIPHERS};
    uint8_t first[16];
    uint32_t seed = 4;

    (void)state;
    fill(first, 16, &seed);
    memset(first + 13, 0xff, 3);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof batches / sizeof *batches; j++) {
            narae_block_cipher cipher = *ciphers[(i + j) % (sizeof ciphers / sizeof *ciphers)];

#if UINTPTR_MAX > 0xffffffffu
            cipher.batch_bytes = batches[j];
#endif
            check_message(&cipher, first + 16 - cipher.block_bytes, 8u * cipher.block_bytes, sizes[i], &seed);
        }
}

static void
counters_wrap_within_their_field(void **state)
{
    const narae_block_cipher fused = lea_with_ctr(), *const ciphers[] = {&fused, ALL_BLOCK_CIPHERS};
    uint32_t seed = 2;

    (void)state;
    for (unsigned bits = 1; bits <= 128; bits++)
        for (unsigned before = 0; before < 12; before++) {
            /* all bits of the field set but for a few: it wraps soon */
            uint8_t first[16];
            size_t limit = bits < 5 ? (size_t)16 << bits : 400;

            fill(first, 16, &seed);
            for (unsigned i = 0; i < bits; i++)
                first[15 - i / 8] |= (uint8_t)(1 << i % 8);
            first[15] = (uint8_t)(first[15] - before % (bits < 4 ? 1u << bits : 16));
            for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
                const size_t block = ciphers[i]->block_bytes;

                if (bits <= 8 * block) {
                    const size_t bytes = some(&seed, limit * block / 16), whole = bytes / block * block;

                    check_message(ciphers[i], first + 16 - block, bits, bytes, &seed);
                    check_message(ciphers[i], first + 16 - block, bits, whole, &seed);
                }
            }
        }
}

/* Ones from any byte on: the carry stops there. */
static void
carries_go_as_far_as_they_must(void **state)
{
    const narae_block_cipher fused = lea_with_ctr(), *const ciphers[] = {&fused, ALL_BLOCK_CIPHERS};
    uint32_t seed = 3;

    (void)state;
    for (unsigned ones = 1; ones < 16; ones++) {
        uint8_t first[16];

        fill(first, 16, &seed);
        first[15 - ones] = 0x7f;
        memset(first + 16 - ones, 0xff, ones);
        for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
            const unsigned block = ciphers[i]->block_bytes;

            if (ones < block)
                check_message(ciphers[i], first + 16 - block, 8 * block, 100, &seed);
        }
    }
}

static void
whole_block_is_the_default_field(void **state)
{
    uint8_t ones[16], in[80] = {0}, a[80], b[80];
    narae_ctr ctr;

    (void)state;
    memset(ones, 0xff, 16);
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ctr_crypt_message(&ctr, a, ones, 16, NARAE_CTR_WHOLE_BLOCK, in, 80), NARAE_OK);
    textbook_ctr(&narae_lea, b, ones, 128, in, 80);
    assert_memory_equal(a, b, 80);
}

static void
a_counter_never_repeats(void **state)
{
    uint8_t first[16] = {0}, in[130] = {0}, out[130];
    narae_ctr ctr;

    (void)state;
    first[15] = 5;
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ctr_crypt_message(&ctr, out, first, 16, 3, in, 129), NARAE_ERROR_LENGTH);
    assert_untouched(out, sizeof out);
    assert_int_equal(narae_ctr_crypt_message(&ctr, out, first, 16, 3, in, 128), NARAE_OK);

    assert_int_equal(narae_ctr_start(&ctr, first, 16, 3), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 115), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 14), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 13), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 1), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 0), NARAE_OK);
}

/* From any byte to any other, with fields that wrap, against the whole message. */
static void
seeking_gives_the_same_bytes(void **state)
{
    static const uint16_t widths[] = {3, 5, 8, 9, 31, 32, 33, 40, 63, 64, 65, 100, 127, 128};
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 5;

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            const size_t size = ciphers[i]->block_bytes;
            const size_t bytes = widths[w] < 6 ? size << widths[w] : 40 * size;
            uint8_t first[16], in[640], want[640], out[640];
            narae_ctr ctr;

            if (widths[w] > 8 * size)
                continue;
            memset(first, 0xff, sizeof first);
            first[15] = (uint8_t)(first[15] - some(&seed, 7));
            first[0] = (uint8_t)some(&seed, 255);
            fill(in, sizeof in, &seed);
            assert_int_equal(narae_ctr_init(&ctr, ciphers[i], key, 16), NARAE_OK);
            assert_int_equal(narae_ctr_crypt_message(&ctr, want, first, size, widths[w], in, bytes),
                             NARAE_OK);
            assert_int_equal(narae_ctr_start(&ctr, first, size, widths[w]), NARAE_OK);
            for (unsigned j = 0; j < 40; j++) {
                const size_t at = some(&seed, bytes), n = some(&seed, bytes - at);

                assert_int_equal(narae_ctr_seek(&ctr, at), NARAE_OK);
                assert_int_equal(narae_ctr_crypt(&ctr, out, in + at, n), NARAE_OK);
                assert_memory_equal(out, want + at, n);
            }
        }
}

/* 2^61 blocks away: the field's upper bytes are reached, and left again. */
static void
seeking_goes_as_far_as_offsets_do(void **state)
{
    uint8_t first[16], far[16], in[48] = {0}, want[48], out[48];
    const uint64_t offset = UINT64_C(0xfffffffffffffff0) - 16 + 5;
    narae_ctr ctr;

    (void)state;
    memset(first, 0xff, sizeof first);
    memset(far, 0, sizeof far); /* first + (2^60 - 2) */
    far[8] = 0x0f;
    memset(far + 9, 0xff, 7);
    far[15] = 0xfd;
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ctr_start(&ctr, first, 16, 0), NARAE_OK);
    textbook_ctr(&narae_lea, want, far, 128, in, 48);
    assert_int_equal(narae_ctr_seek(&ctr, offset), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 43), NARAE_OK);
    assert_memory_equal(out, want + 5, 43);
    textbook_ctr(&narae_lea, want, first, 128, in, 48);
    assert_int_equal(narae_ctr_seek(&ctr, 1), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 47), NARAE_OK);
    assert_memory_equal(out, want + 1, 47);
}

static void
seeking_does_not_pass_the_last_counter(void **state)
{
    uint8_t first[16] = {0}, in[48] = {0}, out[48];
    narae_ctr ctr = {0};

    (void)state;
    assert_int_equal(narae_ctr_seek(NULL, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_seek(&ctr, 0), NARAE_ERROR_STATE);
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ctr_seek(&ctr, 0), NARAE_ERROR_STATE);
    assert_int_equal(narae_ctr_start(&ctr, first, 16, 3), NARAE_OK);
    assert_int_equal(narae_ctr_seek(&ctr, 129), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_seek(&ctr, 144), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_seek(&ctr, UINT64_MAX), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_seek(&ctr, 128), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 1), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_seek(&ctr, 127), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 2), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 1), NARAE_OK);
    assert_int_equal(narae_ctr_seek(&ctr, 81), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 48), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ctr_crypt(&ctr, out, in, 47), NARAE_OK);
}

static void
wrong_arguments_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_ctr ctr;

    (void)state;
    assert_int_equal(narae_ctr_init(NULL, &narae_lea, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_init(&ctr, NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 15), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ctr_start(NULL, b, 16, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_start(&ctr, NULL, 16, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_start(&ctr, b, 12, 0), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_ctr_start(&ctr, b, 16, 129), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_ctr_start(&ctr, b, 16, 128), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(NULL, b, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_crypt(&ctr, NULL, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_crypt(&ctr, b, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ctr_crypt(&ctr, NULL, NULL, 0), NARAE_OK);
    assert_int_equal(narae_ctr_crypt(&ctr, b + 1, b, 2), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_ctr_crypt(&ctr, b, b + 1, 2), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_ctr_crypt(&ctr, b, b + 2, 2), NARAE_OK);
    narae_ctr_clear(&ctr);
    assert_wiped(ctr);
    assert_int_equal(narae_ctr_crypt(&ctr, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ctr_start(&ctr, b, 16, 0), NARAE_ERROR_STATE);
    assert_int_equal(narae_ctr_crypt_message(&ctr, b, b, 16, 0, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ctr_crypt_message(NULL, b, b, 16, 0, b, 1), NARAE_ERROR_NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(batches_of_any_size_change_no_byte),
        cmocka_unit_test(counters_wrap_within_their_field),
        cmocka_unit_test(carries_go_as_far_as_they_must),
        cmocka_unit_test(whole_block_is_the_default_field),
        cmocka_unit_test(a_counter_never_repeats),
        cmocka_unit_test(seeking_gives_the_same_bytes),
        cmocka_unit_test(seeking_goes_as_far_as_offsets_do),
        cmocka_unit_test(seeking_does_not_pass_the_last_counter),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
