/* SPDX-License-Identifier: MIT */
/* Tests of every AEAD, over a table of functions.
 *
 * A test file declares its AEADs as `const aead_under_test aeads[]` and gives
 * the tests below to cmocka. */
#ifndef NARAE_TEST_AEAD_H
#define NARAE_TEST_AEAD_H

#include "test_support.h"

#include "narae/status.h"

typedef struct aead_under_test {
    size_t key_bytes, nonce_bytes, least_tag_bytes, context_bytes;
    int (*seal)(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t *key, const uint8_t *nonce,
                size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes);
    int (*open)(uint8_t *out, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
                size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes);
    int (*start)(void *ctx, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes);
    int (*ad)(void *ctx, const uint8_t *ad, size_t bytes);
    int (*encrypt)(void *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
    int (*decrypt)(void *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
    int (*finish)(void *ctx, uint8_t *tag, size_t tag_bytes);
    int (*verify)(void *ctx, const uint8_t *tag, size_t tag_bytes);
    void (*clear)(void *ctx);
} aead_under_test;

static const aead_under_test aeads[AEADS]; /* AEADS: defined by the including file */
static const size_t aead_count;

static const uint8_t aead_key[32] = {0x4e, 0x61, 0x72, 0x61, 0x65}, aead_nonce[24] = {9, 8, 7, 6, 5};

/* A context of any type. */
typedef union aead_context {
    uint64_t align;
    uint8_t bytes[1024];
} aead_context;

#define EACH_AEAD(a)                  \
    const aead_under_test *a = aeads; \
    a < aeads + aead_count;           \
    a++

static int
seal(const aead_under_test *a, uint8_t *out, uint8_t *tag, const uint8_t *ad, size_t ad_bytes,
     const uint8_t *in, size_t bytes)
{
    return a->seal(out, tag, 16, aead_key, aead_nonce, a->nonce_bytes, ad, ad_bytes, in, bytes);
}

static int
open_tag(const aead_under_test *a, uint8_t *out, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
         size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    return a->open(out, aead_key, aead_nonce, a->nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
}

static void
opens_what_was_sealed_in_place_and_at_any_alignment(void **state)
{
    uint8_t text[200], ad[64], sealed[200], guarded[264], tag[16], again[16];
    uint32_t seed = 3;

    (void)state;
    fill(text, sizeof text, &seed);
    fill(ad, sizeof ad, &seed);
    for (EACH_AEAD(a))
        for (size_t bytes = 0; bytes <= 150; bytes++) {
            size_t offset = bytes % 9, ad_bytes = bytes % 50;

            assert_int_equal(seal(a, sealed, tag, ad + offset, ad_bytes, text + offset, bytes), NARAE_OK);
            memset(guarded, 0xc5, sizeof guarded);
            memcpy(guarded + 16 + offset, text + offset, bytes);
            assert_int_equal(
                seal(a, guarded + 16 + offset, again, ad + offset, ad_bytes, guarded + 16 + offset, bytes),
                NARAE_OK);
            assert_memory_equal(guarded + 16 + offset, sealed, bytes);
            assert_memory_equal(again, tag, 16);
            assert_int_equal(open_tag(a, guarded + 16 + offset, ad + offset, ad_bytes, guarded + 16 + offset,
                                      bytes, tag, 16),
                             NARAE_OK);
            assert_memory_equal(guarded + 16 + offset, text + offset, bytes);
            assert_untouched(guarded, 16 + offset);
            assert_untouched(guarded + 16 + offset + bytes, sizeof guarded - 16 - offset - bytes);
        }
}

static void
the_tag_may_touch_the_message_but_not_share_a_byte_with_it(void **state)
{
    uint8_t in[64] = {0}, out[96];

    (void)state;
    for (EACH_AEAD(a)) {
        memset(out, 0xc5, sizeof out);
        assert_int_equal(seal(a, out, out + 63, NULL, 0, in, 64), NARAE_ERROR_OVERLAP);
        assert_int_equal(seal(a, out + 15, out, NULL, 0, in, 64), NARAE_ERROR_OVERLAP);
        assert_int_equal(open_tag(a, out, NULL, 0, in, 64, out + 63, 16), NARAE_ERROR_OVERLAP);
        assert_int_equal(open_tag(a, out + 15, NULL, 0, in, 64, out, 16), NARAE_ERROR_OVERLAP);
        assert_untouched(out, sizeof out);
        assert_int_equal(seal(a, out + 16, out, NULL, 0, in, 64), NARAE_OK);
        assert_int_equal(open_tag(a, out + 16, NULL, 0, out + 16, 64, out, 16), NARAE_OK);
        assert_int_equal(seal(a, out, out + 64, NULL, 0, in, 64), NARAE_OK);
        assert_int_equal(open_tag(a, out, NULL, 0, out, 64, out + 64, 16), NARAE_OK);
        assert_memory_equal(out, in, 64);
    }
}

/* Both directions, in parts of 0 to 40 bytes, against the one-shot result. */
static void
any_split_gives_the_same_message(void **state)
{
    uint8_t text[200], ad[100], sealed[200], parts[200], tag[16], again[16];
    uint32_t seed = 4;

    (void)state;
    fill(text, sizeof text, &seed);
    fill(ad, sizeof ad, &seed);
    for (EACH_AEAD(a))
        for (unsigned round = 0; round < 500; round++) {
            size_t bytes = some(&seed, 200), ad_bytes = some(&seed, 100), n;
            int decrypt = round & 1;
            aead_context ctx;

            assert_true(a->context_bytes <= sizeof ctx);
            assert_int_equal(seal(a, sealed, tag, ad, ad_bytes, text, bytes), NARAE_OK);
            memcpy(parts, decrypt ? sealed : text, bytes);
            assert_int_equal(a->start(&ctx, aead_key, aead_nonce, a->nonce_bytes), NARAE_OK);
            for (size_t done = 0; done < ad_bytes; done += n) {
                n = some(&seed, ad_bytes - done < 40 ? ad_bytes - done : 40);
                assert_int_equal(a->ad(&ctx, ad + done, n), NARAE_OK);
            }
            for (size_t done = 0; done < bytes; done += n) {
                n = some(&seed, bytes - done < 40 ? bytes - done : 40);
                assert_int_equal((decrypt ? a->decrypt : a->encrypt)(&ctx, parts + done, parts + done, n),
                                 NARAE_OK);
            }
            if (decrypt) {
                assert_int_equal(a->verify(&ctx, tag, 16), NARAE_OK);
                assert_memory_equal(parts, text, bytes);
            } else {
                assert_int_equal(a->finish(&ctx, again, 16), NARAE_OK);
                assert_memory_equal(again, tag, 16);
                assert_memory_equal(parts, sealed, bytes);
            }
            assert_all(ctx.bytes, 0, a->context_bytes);
        }
}

/* Short messages may use other code than longer ones: all sizes around the limit, with
 * forgeries. */
static void
messages_of_any_length_agree_with_their_parts(void **state)
{
    static uint8_t text[2200], sealed[2200], guarded[2264];
    uint8_t tag[16], again[16];
    uint32_t seed = 5;

    (void)state;
    fill(text, sizeof text, &seed);
    for (EACH_AEAD(a))
        for (size_t bytes = 140; bytes < sizeof text; bytes += bytes < 1900 ? 1 + some(&seed, 12) : 1) {
            uint8_t *const out = guarded + 16 + bytes % 9;
            aead_context ctx;

            memset(guarded, 0xc5, sizeof guarded);
            assert_int_equal(a->start(&ctx, aead_key, aead_nonce, a->nonce_bytes), NARAE_OK);
            assert_int_equal(a->ad(&ctx, text, 20), NARAE_OK);
            assert_int_equal(a->encrypt(&ctx, sealed, text, bytes), NARAE_OK);
            assert_int_equal(a->finish(&ctx, tag, 16), NARAE_OK);

            assert_int_equal(seal(a, out, again, text, 20, text, bytes), NARAE_OK);
            assert_memory_equal(out, sealed, bytes);
            assert_memory_equal(again, tag, 16);
            assert_int_equal(open_tag(a, out, text, 20, out, bytes, tag, 16), NARAE_OK);
            assert_memory_equal(out, text, bytes);
            tag[bytes % 16] ^= (uint8_t)(1 << bytes % 8);
            assert_int_equal(open_tag(a, out, text, 20, sealed, bytes, tag, 16), NARAE_ERROR_AUTHENTICATION);
            assert_all(out, 0, bytes);
            assert_untouched(guarded, (size_t)(out - guarded));
            assert_untouched(out + bytes, sizeof guarded - (size_t)(out - guarded) - bytes);
        }
}

static void
open_zeroes_the_output_when_the_tag_is_wrong(void **state)
{
    static const size_t sizes[] = {0, 1, 7, 8, 16, 33, 64, 100};
    uint8_t text[116] = {1, 2, 3}, sealed[116], out[116], tag[16], ad[5] = {1};

    (void)state;
    for (EACH_AEAD(a))
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            size_t bytes = sizes[i];

            assert_int_equal(seal(a, sealed, tag, ad, 5, text, bytes), NARAE_OK);
            for (unsigned bit = 0; bit < 128; bit++) {
                aead_context ctx;

                tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
                memset(out, 0xc5, sizeof out);
                assert_int_equal(open_tag(a, out, ad, 5, sealed, bytes, tag, 16), NARAE_ERROR_AUTHENTICATION);
                assert_all(out, 0, bytes);
                assert_untouched(out + bytes, sizeof out - bytes);

                memcpy(out, sealed, bytes);
                assert_int_equal(open_tag(a, out, ad, 5, out, bytes, tag, 16), NARAE_ERROR_AUTHENTICATION);
                assert_all(out, 0, bytes);

                assert_int_equal(a->start(&ctx, aead_key, aead_nonce, a->nonce_bytes), NARAE_OK);
                assert_int_equal(a->ad(&ctx, ad, 5), NARAE_OK);
                assert_int_equal(a->decrypt(&ctx, out, sealed, bytes), NARAE_OK);
                assert_int_equal(a->verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
                tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
        }
}

static void
open_notices_any_change(void **state)
{
    uint8_t text[40] = {1, 2, 3}, sealed[40], out[40], tag[16], ad[20] = {1};
    uint8_t key[32], nonce[24];

    (void)state;
    memcpy(key, aead_key, 32);
    memcpy(nonce, aead_nonce, 24);
    for (EACH_AEAD(a)) {
        struct {
            uint8_t *bytes;
            size_t n;
        } parts[] = {{sealed, 40}, {ad, 20}, {key, a->key_bytes}, {nonce, a->nonce_bytes}};

        assert_int_equal(seal(a, sealed, tag, ad, 20, text, 40), NARAE_OK);
        for (size_t p = 0; p < 4; p++)
            for (size_t bit = 0; bit < 8 * parts[p].n; bit++) {
                parts[p].bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
                assert_int_equal(a->open(out, key, nonce, a->nonce_bytes, ad, 20, sealed, 40, tag, 16),
                                 NARAE_ERROR_AUTHENTICATION);
                parts[p].bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            }
        assert_int_equal(open_tag(a, out, ad, 19, sealed, 40, tag, 16), NARAE_ERROR_AUTHENTICATION);
        assert_int_equal(open_tag(a, out, ad, 20, sealed, 39, tag, 16), NARAE_ERROR_AUTHENTICATION);
        assert_int_equal(open_tag(a, out, ad, 20, sealed, 40, tag, 16), NARAE_OK);
        assert_memory_equal(out, text, 40);
    }
}

static void
a_truncated_tag_is_the_start_of_the_whole_one(void **state)
{
    uint8_t text[20] = {1, 2, 3}, sealed[20], out[20], whole[16], tag[17];

    (void)state;
    for (EACH_AEAD(a)) {
        assert_int_equal(seal(a, sealed, whole, NULL, 0, text, 20), NARAE_OK);
        for (size_t n = 0; n <= 17; n++) {
            int allowed = n >= a->least_tag_bytes && n <= 16;
            aead_context ctx;

            assert_int_equal(open_tag(a, out, NULL, 0, sealed, 20, whole, n),
                             allowed ? NARAE_OK : NARAE_ERROR_TAG_SIZE);
            assert_int_equal(a->start(&ctx, aead_key, aead_nonce, a->nonce_bytes), NARAE_OK);
            assert_int_equal(a->decrypt(&ctx, out, sealed, 20), NARAE_OK);
            assert_int_equal(a->verify(&ctx, whole, n), allowed ? NARAE_OK : NARAE_ERROR_TAG_SIZE);
            if (a->least_tag_bytes == 16)
                continue;
            memset(tag, 0xc5, sizeof tag);
            assert_int_equal(a->seal(sealed, tag, n, aead_key, aead_nonce, a->nonce_bytes, NULL, 0, text, 20),
                             allowed ? NARAE_OK : NARAE_ERROR_TAG_SIZE);
            if (allowed)
                assert_memory_equal(tag, whole, n);
            assert_untouched(tag + (allowed ? n : 0), sizeof tag - (allowed ? n : 0));
            assert_int_equal(a->start(&ctx, aead_key, aead_nonce, a->nonce_bytes), NARAE_OK);
            assert_int_equal(a->encrypt(&ctx, out, text, 20), NARAE_OK);
            assert_int_equal(a->finish(&ctx, tag, n), allowed ? NARAE_OK : NARAE_ERROR_TAG_SIZE);
            if (!allowed)
                continue;
            tag[n - 1] ^= 0x80;
            assert_int_equal(open_tag(a, out, NULL, 0, sealed, 20, tag, n), NARAE_ERROR_AUTHENTICATION);
            assert_all(out, 0, 20);
        }
    }
}

static void
calls_out_of_order_are_refused(void **state)
{
    uint8_t data[8] = {0}, tag[16];

    (void)state;
    for (EACH_AEAD(a)) {
        aead_context ctx = {0};

        for (unsigned ended = 0; ended < 3; ended++) {
            assert_int_equal(a->ad(&ctx, data, 1), NARAE_ERROR_STATE);
            assert_int_equal(a->encrypt(&ctx, data, data, 1), NARAE_ERROR_STATE);
            assert_int_equal(a->decrypt(&ctx, data, data, 1), NARAE_ERROR_STATE);
            assert_int_equal(a->finish(&ctx, tag, 16), NARAE_ERROR_STATE);
            assert_int_equal(a->verify(&ctx, tag, 16), NARAE_ERROR_STATE);

            assert_int_equal(a->start(&ctx, aead_key, aead_nonce, a->nonce_bytes), NARAE_OK);
            if (ended == 0) {
                assert_int_equal(a->encrypt(&ctx, data, data, 1), NARAE_OK);
                assert_int_equal(a->ad(&ctx, data, 1), NARAE_ERROR_STATE);
                assert_int_equal(a->decrypt(&ctx, data, data, 1), NARAE_ERROR_STATE);
                assert_int_equal(a->verify(&ctx, tag, 16), NARAE_ERROR_STATE);
                assert_int_equal(a->finish(&ctx, tag, 16), NARAE_OK);
            } else if (ended == 1) {
                assert_int_equal(a->decrypt(&ctx, NULL, NULL, 0), NARAE_OK);
                assert_int_equal(a->ad(&ctx, NULL, 0), NARAE_ERROR_STATE);
                assert_int_equal(a->encrypt(&ctx, data, data, 1), NARAE_ERROR_STATE);
                assert_int_equal(a->finish(&ctx, tag, 16), NARAE_ERROR_STATE);
                assert_int_equal(a->verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
            } else
                a->clear(&ctx);
        }
        a->clear(NULL);
    }
}

static void
names_what_is_wrong_with_the_arguments(void **state)
{
    uint8_t in[80] = {0}, out[80], tag[16] = {0};

    (void)state;
    for (EACH_AEAD(a)) {
        size_t n = a->nonce_bytes;
        aead_context ctx;

        memset(out, 0xc5, sizeof out);
        assert_int_equal(a->seal(NULL, tag, 16, aead_key, aead_nonce, n, in, 1, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->seal(out, NULL, 16, aead_key, aead_nonce, n, in, 1, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->seal(out, tag, 16, NULL, aead_nonce, n, in, 1, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->seal(out, tag, 16, aead_key, NULL, n, in, 1, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->seal(out, tag, 16, aead_key, aead_nonce, n, NULL, 1, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->seal(out, tag, 16, aead_key, aead_nonce, n, in, 1, NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->seal(out, tag, 16, aead_key, aead_nonce, n - 1, in, 1, in, 1),
                         NARAE_ERROR_NONCE_SIZE);
        assert_int_equal(a->seal(in + 1, tag, 16, aead_key, aead_nonce, n, in, 1, in, 64),
                         NARAE_ERROR_OVERLAP);
        assert_int_equal(a->open(NULL, aead_key, aead_nonce, n, in, 1, in, 1, tag, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->open(out, NULL, aead_nonce, n, in, 1, in, 1, tag, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->open(out, aead_key, NULL, n, in, 1, in, 1, tag, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->open(out, aead_key, aead_nonce, n, NULL, 1, in, 1, tag, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->open(out, aead_key, aead_nonce, n, in, 1, NULL, 1, tag, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->open(out, aead_key, aead_nonce, n, in, 1, in, 1, NULL, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->open(out, aead_key, aead_nonce, n + 1, in, 1, in, 1, tag, 16),
                         NARAE_ERROR_NONCE_SIZE);
        assert_int_equal(a->open(in + 1, aead_key, aead_nonce, n, in, 1, in, 64, tag, 16),
                         NARAE_ERROR_OVERLAP);
        assert_int_equal(a->start(NULL, aead_key, aead_nonce, n), NARAE_ERROR_NULL);
        assert_int_equal(a->start(&ctx, aead_key, aead_nonce, n), NARAE_OK);
        assert_int_equal(a->ad(&ctx, NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->ad(&ctx, NULL, 0), NARAE_OK);
        assert_int_equal(a->encrypt(&ctx, NULL, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->encrypt(&ctx, in + 1, in, 2), NARAE_ERROR_OVERLAP);
        assert_int_equal(a->encrypt(&ctx, NULL, NULL, 0), NARAE_OK);
        assert_int_equal(a->finish(&ctx, NULL, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->ad(NULL, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->encrypt(NULL, out, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->decrypt(NULL, out, in, 1), NARAE_ERROR_NULL);
        assert_int_equal(a->finish(NULL, tag, 16), NARAE_ERROR_NULL);
        assert_int_equal(a->verify(NULL, tag, 16), NARAE_ERROR_NULL);
        assert_untouched(out, sizeof out);
    }
}

#define AEAD_TESTS                                                                    \
    cmocka_unit_test(opens_what_was_sealed_in_place_and_at_any_alignment),            \
        cmocka_unit_test(the_tag_may_touch_the_message_but_not_share_a_byte_with_it), \
        cmocka_unit_test(any_split_gives_the_same_message),                           \
        cmocka_unit_test(messages_of_any_length_agree_with_their_parts),              \
        cmocka_unit_test(open_zeroes_the_output_when_the_tag_is_wrong),               \
        cmocka_unit_test(open_notices_any_change),                                    \
        cmocka_unit_test(a_truncated_tag_is_the_start_of_the_whole_one),              \
        cmocka_unit_test(calls_out_of_order_are_refused),                             \
        cmocka_unit_test(names_what_is_wrong_with_the_arguments)

#endif
