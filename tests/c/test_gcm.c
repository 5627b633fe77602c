/* SPDX-License-Identifier: MIT */
/* GCM: the common AEAD tests, and the textbook algorithm. */

#include "test_support.h"

#include "narae/gcm.h"
#include "textbook_ghash.h"
#include "lea_with_ctr.h"

#define AEAD gcm
#define AEAD_NONCE 12
#define AEAD_START(ctx, nonce, ad_bytes, bytes) ((void)(ad_bytes), narae_gcm_start(ctx, nonce, 12))
#include "aead_properties.h"

/* SP 800-38D, algorithm 4, a block at a time. */
static void
textbook_seal(uint8_t *out, uint8_t tag[16], const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
              size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t h[16] = {0}, j[16] = {0}, lengths[16] = {0}, mask[16];

    narae_kernels_of(&narae_lea)->set_key(schedule, key, 16);
    narae_kernels_of(&narae_lea)->encrypt(schedule, h, h, 1);
    if (nonce_bytes == 12) {
        memcpy(j, nonce, 12);
        j[15] = 1;
    } else {
        textbook_ghash(j, h, nonce, nonce_bytes);
        store32_be(lengths + 12, (uint32_t)(8 * nonce_bytes));
        textbook_ghash(j, h, lengths, 16);
    }
    memset(tag, 0, 16);
    narae_kernels_of(&narae_lea)->encrypt(schedule, mask, j, 1);
    for (size_t i = 0; i < bytes; i++) {
        static uint8_t stream[16];

        if (i % 16 == 0) {
            store32_be(j + 12, load32_be(j + 12) + 1);
            narae_kernels_of(&narae_lea)->encrypt(schedule, stream, j, 1);
        }
        out[i] = in[i] ^ stream[i % 16];
    }
    store32_be(lengths + 4, (uint32_t)(8 * ad_bytes));
    store32_be(lengths + 12, (uint32_t)(8 * bytes));
    textbook_ghash(tag, h, ad, ad_bytes);
    textbook_ghash(tag, h, out, bytes);
    textbook_ghash(tag, h, lengths, 16);
    for (unsigned i = 0; i < 16; i++)
        tag[i] ^= mask[i];
}

/* A cipher that has no kernel for counters, nor one for GCM. */
static narae_block_cipher
lea_alone(void)
{
    narae_block_cipher c = with_own_kernels(&narae_lea);

    c.kernels.ctr = NULL;
#if UINTPTR_MAX > 0xffffffffu
    c.kernels.gcm = NULL;
#endif
    return c;
}

static void
nonces_and_messages_of_any_size_agree_with_the_textbook(void **state)
{
    const narae_block_cipher alone = lea_alone();
    uint32_t seed = 11;

    (void)state;
    for (size_t nonce_bytes = 1; nonce_bytes < 70; nonce_bytes++) {
        uint8_t nonce[70], ad[60], in[700], out[700], want[700], tag[16], want_tag[16];
        size_t ad_bytes = some(&seed, 60), bytes = some(&seed, 700);
        narae_gcm gcm;

        fill(nonce, sizeof nonce, &seed);
        fill(ad, sizeof ad, &seed);
        fill(in, sizeof in, &seed);
        textbook_seal(want, want_tag, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
        assert_int_equal(narae_gcm_init(&gcm, nonce_bytes % 2 != 0 ? &narae_lea : &alone, key, 16), NARAE_OK);
        assert_int_equal(narae_gcm_seal(&gcm, out, tag, 16, nonce, nonce_bytes, ad, ad_bytes, in, bytes),
                         NARAE_OK);
        assert_memory_equal(out, want, bytes);
        assert_memory_equal(tag, want_tag, 16);
        assert_int_equal(narae_gcm_open(&gcm, out, nonce, nonce_bytes, ad, ad_bytes, out, bytes, tag, 16),
                         NARAE_OK);
        assert_memory_equal(out, in, bytes);
    }
}

/* The 16-byte nonce that gives a chosen first counter block.  Its GHASH
 * is j = (nonce h + lengths) h, and 1/h = h^(2^128 - 2). */
static void
nonce_for_counter(uint8_t nonce[16], const uint8_t j[16])
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t h[16] = {0}, inverse[16] = {0x80};

    narae_kernels_of(&narae_lea)->set_key(schedule, key, 16);
    narae_kernels_of(&narae_lea)->encrypt(schedule, h, h, 1);
    for (unsigned i = 0; i < 127; i++) {
        textbook_multiply(inverse, inverse);
        textbook_multiply(inverse, h);
    }
    textbook_multiply(inverse, inverse);
    memcpy(nonce, j, 16);
    textbook_multiply(nonce, inverse);
    nonce[15] ^= 128;
    textbook_multiply(nonce, inverse);
}

static void
the_counter_wraps_without_a_carry(void **state)
{
    const narae_block_cipher fused = lea_with_ctr(), alone = lea_alone();
    const narae_block_cipher *ciphers[] = {&narae_lea, &fused, &alone};
    uint32_t seed = 12;

    (void)state;
    for (unsigned before = 0; before < 10; before++) {
        uint8_t j[16], nonce[16], in[400], out[400], want[400], tag[16], want_tag[16];
        narae_gcm gcm;

        memset(j, 0xff, 16);
        j[15] = (uint8_t)(0xff - before);
        nonce_for_counter(nonce, j);
        fill(in, sizeof in, &seed);
        textbook_seal(want, want_tag, nonce, 16, NULL, 0, in, sizeof in);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(narae_gcm_init(&gcm, ciphers[i], key, 16), NARAE_OK);
            assert_int_equal(narae_gcm_seal(&gcm, out, tag, 16, nonce, 16, NULL, 0, in, sizeof in), NARAE_OK);
            assert_memory_equal(out, want, sizeof out);
            assert_memory_equal(tag, want_tag, 16);
            assert_int_equal(narae_gcm_start(&gcm, nonce, 16), NARAE_OK);
            assert_memory_equal(gcm.message.stream.counter, j, 12);
        }
    }
}

#if UINTPTR_MAX > 0xffffffffu

/* Kernels of GCM that do what the contracts say, on every CPU. */
static void
lea_gcm_bytes(const void *schedule, uint8_t *out, const uint8_t *in, size_t bytes, uint8_t counter[16],
              uint8_t y[16], int decrypt)
{
    uint8_t h[16] = {0}, stream[16];

    narae_kernels_of(&narae_lea)->encrypt(schedule, h, h, 1);
    if (decrypt)
        textbook_ghash(y, h, in, bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (i % 16 == 0) {
            narae_kernels_of(&narae_lea)->encrypt(schedule, stream, counter, 1);
            store32_be(counter + 12, load32_be(counter + 12) + 1);
        }
        out[i] = in[i] ^ stream[i % 16];
    }
    if (!decrypt)
        textbook_ghash(y, h, out, bytes);
}

static void
lea_gcm(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t nblocks,
        uint8_t *counter, uint8_t *y, int decrypt)
{
    (void)hash_key;
    lea_gcm_bytes(schedule, out, in, 16 * nblocks, counter, y, decrypt);
}

static void
lea_gcm_message(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t bytes,
                const uint8_t counter[16], uint8_t y[16], const uint8_t lengths[16], int decrypt)
{
    uint8_t h[16] = {0}, next[16], mask[16];

    (void)hash_key;
    narae_kernels_of(&narae_lea)->encrypt(schedule, h, h, 1);
    narae_kernels_of(&narae_lea)->encrypt(schedule, mask, counter, 1);
    memcpy(next, counter, 16);
    store32_be(next + 12, load32_be(next + 12) + 1);
    lea_gcm_bytes(schedule, out, in, bytes, next, y, decrypt);
    textbook_ghash(y, h, lengths, 16);
    for (unsigned i = 0; i < 16; i++)
        y[i] ^= mask[i];
}

#endif

static narae_block_cipher
lea_with_gcm(int of_messages)
{
    narae_block_cipher c = lea_alone();

#if UINTPTR_MAX > 0xffffffffu
    c.kernels.gcm = lea_gcm;
    if (of_messages)
        c.kernels.gcm_message = lea_gcm_message;
#else
    (void)of_messages;
#endif
    return c;
}

static void
long_messages_are_hashed_whole(void **state)
{
    static uint8_t in[9000], out[9000], want[9000];
    const narae_block_cipher fused = lea_with_gcm(0);
    const narae_block_cipher *ciphers[] = {&narae_lea, &fused};
    uint8_t nonce[12] = {1}, tag[16], want_tag[16];
    uint32_t seed = 13;

    (void)state;
    fill(in, sizeof in, &seed);
    textbook_seal(want, want_tag, nonce, 12, NULL, 0, in, sizeof in);
    for (unsigned i = 0; i < 2; i++) {
        narae_gcm gcm;

        assert_int_equal(narae_gcm_init(&gcm, ciphers[i], key, 16), NARAE_OK);
        assert_int_equal(narae_gcm_seal(&gcm, out, tag, 16, nonce, 12, NULL, 0, in, sizeof in), NARAE_OK);
        assert_memory_equal(out, want, sizeof out);
        assert_memory_equal(tag, want_tag, 16);
        assert_int_equal(narae_gcm_start(&gcm, nonce, 12), NARAE_OK);
        assert_int_equal(narae_gcm_decrypt(&gcm, out, out, 13), NARAE_OK);
        assert_int_equal(narae_gcm_decrypt(&gcm, out + 13, out + 13, sizeof out - 13), NARAE_OK);
        assert_int_equal(narae_gcm_verify(&gcm, tag, 16), NARAE_OK);
        assert_memory_equal(out, in, sizeof in);
    }
}

/* Around the sizes at which a message no longer fits into a batch, with its mask and lengths. */
static void
batches_of_any_size_change_no_byte(void **state)
{
    static const uint16_t batches[] = {0, 1, 16, 33, 48, 100, 480, 512, 2048, 0xffff};
    static const uint16_t sizes[] = {1, 15, 16, 17, 68, 479, 480, 481, 2015, 2016, 2017, 2048};
    static uint8_t in[2048], out[2048], want[2048];
    const narae_block_cipher ciphers[] = {narae_lea, lea_with_ctr(), lea_alone(), lea_with_gcm(0),
                                          lea_with_gcm(1)};
    uint8_t nonce[12] = {2}, tag[16], want_tag[16];
    uint32_t seed = 14;

    (void)state;
    fill(in, sizeof in, &seed);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        textbook_seal(want, want_tag, nonce, 12, in, 5, in, sizes[i]);
        for (size_t j = 0; j < 5 * sizeof batches / sizeof *batches; j++) {
            narae_block_cipher cipher = ciphers[j % 5];
            narae_gcm gcm;

#if UINTPTR_MAX > 0xffffffffu
            cipher.batch_bytes = batches[j / 5];
#endif
            assert_int_equal(narae_gcm_init(&gcm, &cipher, key, 16), NARAE_OK);
            memset(out, 0xc5, sizeof out);
            assert_int_equal(narae_gcm_seal(&gcm, out, tag, 16, nonce, 12, in, 5, in, sizes[i]), NARAE_OK);
            assert_memory_equal(out, want, sizes[i]);
            assert_untouched(out + sizes[i], sizeof out - sizes[i]);
            assert_memory_equal(tag, want_tag, 16);
            assert_int_equal(narae_gcm_open(&gcm, out, nonce, 12, in, 5, out, sizes[i], tag, 16), NARAE_OK);
            assert_memory_equal(out, in, sizes[i]);
            tag[15] ^= 1;
            assert_int_equal(narae_gcm_open(&gcm, out, nonce, 12, in, 5, out, sizes[i], tag, 16),
                             NARAE_ERROR_AUTHENTICATION);
            assert_all(out, 0, sizes[i]);
            assert_int_equal(narae_gcm_open(&gcm, NULL, nonce, 12, in, 5, in, sizes[i], tag, 16),
                             NARAE_ERROR_NULL);
            assert_untouched(out + sizes[i], sizeof out - sizes[i]);
        }
    }
}

static void
tags_have_the_sizes_of_the_standard(void **state)
{
    uint8_t nonce[12] = {0}, whole[16], in[20] = {0}, out[20];
    narae_gcm gcm;

    (void)state;
    assert_int_equal(narae_gcm_init(&gcm, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_gcm_seal(&gcm, out, whole, 16, nonce, 12, NULL, 0, in, 20), NARAE_OK);
    for (size_t n = 0; n <= 17; n++) {
        const int expected = n == 4 || n == 8 || (n >= 12 && n <= 16) ? NARAE_OK : NARAE_ERROR_TAG_SIZE;
        uint8_t tag[18];

        memset(tag, 0xc5, sizeof tag);
        assert_int_equal(narae_gcm_seal(&gcm, out, tag, n, nonce, 12, NULL, 0, in, 20), expected);
        assert_untouched(tag + n, sizeof tag - n);
        if (expected == NARAE_OK)
            assert_memory_equal(tag, whole, n);
        assert_int_equal(narae_gcm_open(&gcm, in, nonce, 12, NULL, 0, out, 20, tag, n), expected);
        assert_all(in, 0, 20);
        assert_int_equal(narae_gcm_start(&gcm, nonce, 12), NARAE_OK);
        assert_int_equal(narae_gcm_verify(&gcm, tag, n),
                         expected == NARAE_OK ? NARAE_ERROR_AUTHENTICATION : expected);
        assert_int_equal(narae_gcm_start(&gcm, nonce, 12), NARAE_OK);
        assert_int_equal(narae_gcm_finish(&gcm, tag, n), expected);
    }
    assert_int_equal(narae_gcm_seal(&gcm, out, whole, 16, nonce, 0, NULL, 0, in, 20), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_gcm_start(&gcm, NULL, 0), NARAE_ERROR_NONCE_SIZE);
}

static void
lengths_over_the_limit_are_refused(void **state)
{
    /* the tag comes first, so that it is not within an endless message at b */
    uint8_t memory[32] = {0}, *tag = memory, *b = memory + 16, nonce[12] = {0};
    narae_gcm gcm;

    (void)state;
    assert_int_equal(narae_gcm_init(&gcm, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_gcm_start(&gcm, nonce, 12), NARAE_OK);
    gcm.message.ad_bytes = NARAE_GCM_MAX_AD_BYTES - 3;
    assert_int_equal(narae_gcm_ad(&gcm, b, 4), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_gcm_ad(&gcm, b, 3), NARAE_OK);
    assert_int_equal(narae_gcm_ad(&gcm, b, 1), NARAE_ERROR_LENGTH);
    gcm.message.bytes = NARAE_GCM_MAX_BYTES - 3;
    assert_int_equal(narae_gcm_encrypt(&gcm, b, b, 4), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_gcm_encrypt(&gcm, b, b, 3), NARAE_OK);
    assert_int_equal(narae_gcm_encrypt(&gcm, b, b, 1), NARAE_ERROR_LENGTH);
#if SIZE_MAX > 0xffffffff
    assert_int_equal(narae_gcm_seal(&gcm, b, tag, 16, nonce, 12, NULL, 0, b, NARAE_GCM_MAX_BYTES + 1),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_gcm_open(&gcm, b, nonce, 12, NULL, 0, b, NARAE_GCM_MAX_BYTES + 1, tag, 16),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_gcm_seal(&gcm, b, tag, 16, nonce, 12, b, NARAE_GCM_MAX_AD_BYTES + 1, b, 1),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_gcm_start(&gcm, nonce, NARAE_GCM_MAX_AD_BYTES + 1), NARAE_ERROR_NONCE_SIZE);
#else
    (void)tag;
#endif
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        AEAD_PROPERTIES,
        cmocka_unit_test(nonces_and_messages_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(the_counter_wraps_without_a_carry),
        cmocka_unit_test(long_messages_are_hashed_whole),
        cmocka_unit_test(batches_of_any_size_change_no_byte),
        cmocka_unit_test(tags_have_the_sizes_of_the_standard),
        cmocka_unit_test(lengths_over_the_limit_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
