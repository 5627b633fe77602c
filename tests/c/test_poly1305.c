/* SPDX-License-Identifier: MIT */
/* Poly1305: vectors, the edges of the reduction, and messages in parts. */

#include "test_support.h"

#include "narae/poly1305.h"

/* RFC 8439, 2.5.2 */
static const uint8_t rfc_key[32] = {0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d, 0x33, 0x7f, 0x44, 0x52,
                                    0xfe, 0x42, 0xd5, 0x06, 0xa8, 0x01, 0x03, 0x80, 0x8a, 0xfb, 0x0d,
                                    0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf, 0x41, 0x49, 0xf5, 0x1b};

static void
authenticates_the_message_of_rfc_8439(void **state)
{
    uint8_t tag[16];

    (void)state;
    assert_int_equal(
        narae_poly1305_tag_message(tag, rfc_key, (const uint8_t *)"Cryptographic Forum Research Group", 34),
        NARAE_OK);
    assert_hex(tag, "a8061dc1305136c6c22b8baf0c0127a9");
}

/* RFC 8439, A.3, vectors 7 to 11: sums that meet or pass p or 2^128.  Then four
 * blocks of 2^129 - 1 under r = 1: folding the third sum carries through every
 * word into the top one.  2^131 - 4 = 6 mod p. */
static void
reduces_at_the_edges_of_rfc_8439(void **state)
{
    static const struct {
        uint8_t r, s, message[64];
        size_t bytes;
        const char *tag;
    } cases[] = {
        {2, 0, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16,
         "03000000000000000000000000000000"},
        {2, 0xff, "\x02", 16, "03000000000000000000000000000000"},
        {1, 0,
         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
         "\xf0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x11",
         48, "05000000000000000000000000000000"},
        {1, 0,
         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
         "\xfb\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe\xfe"
         "\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01",
         48, "00000000000000000000000000000000"},
        {2, 0, "\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16,
         "faffffffffffffffffffffffffffffff"},
        {1, 0,
         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
         64, "06000000000000000000000000000000"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t key[32] = {cases[i].r}, tag[16];

        memset(key + 16, cases[i].s, 16);
        assert_int_equal(narae_poly1305_tag_message(tag, key, cases[i].message, cases[i].bytes), NARAE_OK);
        assert_hex(tag, cases[i].tag);
    }
}

/* The factor and the message with the most carries, against a sum that was
 * computed with whole numbers: 100 blocks of 0xff under r = clamp(2^128 - 1). */
static void
carries_through_all_words(void **state)
{
    uint8_t key[32], message[1600], tag[16];

    (void)state;
    memset(key, 0xff, 32);
    memset(message, 0xff, sizeof message);
    assert_int_equal(narae_poly1305_tag_message(tag, key, message, sizeof message), NARAE_OK);
    assert_hex(tag, "4c22d459cb8bb25b89e20cecb6a29736");
}

static void
any_split_gives_the_same_tag(void **state)
{
    uint8_t message[300], once[16], parts[16];
    uint32_t seed = 1;

    (void)state;
    fill(message, sizeof message, &seed);
    for (unsigned round = 0; round < 1000; round++) {
        narae_poly1305 ctx;
        size_t bytes = some(&seed, sizeof message - 8), offset = some(&seed, 8), done = 0;

        assert_int_equal(narae_poly1305_tag_message(once, rfc_key, message + offset, bytes), NARAE_OK);
        assert_int_equal(narae_poly1305_start(&ctx, rfc_key), NARAE_OK);
        while (done < bytes) {
            size_t n = some(&seed, bytes - done < 40 ? bytes - done : 40);

            assert_int_equal(narae_poly1305_update(&ctx, message + offset + done, n), NARAE_OK);
            done += n;
        }
        assert_int_equal(narae_poly1305_finish(&ctx, parts), NARAE_OK);
        assert_memory_equal(parts, once, 16);
    }
}

static void
refuses_a_tag_with_any_bit_changed(void **state)
{
    uint8_t message[20] = {1, 2, 3}, tag[16];

    (void)state;
    assert_int_equal(narae_poly1305_tag_message(tag, rfc_key, message, 20), NARAE_OK);
    for (unsigned bit = 0; bit <= 128; bit++) {
        narae_poly1305 ctx;

        if (bit < 128)
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_int_equal(narae_poly1305_start(&ctx, rfc_key), NARAE_OK);
        assert_int_equal(narae_poly1305_update(&ctx, message, 20), NARAE_OK);
        assert_int_equal(narae_poly1305_verify(&ctx, tag, 15), NARAE_ERROR_TAG_SIZE);
        assert_int_equal(narae_poly1305_verify(&ctx, tag, 16),
                         bit < 128 ? NARAE_ERROR_AUTHENTICATION : NARAE_OK);
        if (bit < 128)
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

static void
names_what_is_wrong_with_the_arguments(void **state)
{
    narae_poly1305 ctx;
    uint8_t tag[16];

    (void)state;
    assert_int_equal(narae_poly1305_start(NULL, rfc_key), NARAE_ERROR_NULL);
    assert_int_equal(narae_poly1305_start(&ctx, NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_poly1305_tag_message(tag, rfc_key, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_poly1305_tag_message(tag, rfc_key, NULL, 0), NARAE_OK);
    assert_memory_equal(tag, rfc_key + 16, 16);
    assert_int_equal(narae_poly1305_start(&ctx, rfc_key), NARAE_OK);
    assert_int_equal(narae_poly1305_update(&ctx, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_poly1305_update(&ctx, NULL, 0), NARAE_OK);
    assert_int_equal(narae_poly1305_finish(&ctx, NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_poly1305_finish(&ctx, tag), NARAE_OK);
    assert_int_equal(narae_poly1305_finish(&ctx, tag), NARAE_ERROR_STATE);
    assert_int_equal(narae_poly1305_update(&ctx, tag, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_poly1305_verify(&ctx, tag, 16), NARAE_ERROR_STATE);
    narae_poly1305_clear(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(authenticates_the_message_of_rfc_8439),
        cmocka_unit_test(reduces_at_the_edges_of_rfc_8439),
        cmocka_unit_test(carries_through_all_words),
        cmocka_unit_test(any_split_gives_the_same_tag),
        cmocka_unit_test(refuses_a_tag_with_any_bit_changed),
        cmocka_unit_test(names_what_is_wrong_with_the_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
