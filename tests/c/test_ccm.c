/* SPDX-License-Identifier: MIT */
/* CCM: the common AEAD tests, and its own. */

#include "test_support.h"

#include "modes/ccm_internal.h"
#include "narae/descriptor.h"
#include "narae/ccm.h"

#define AEAD ccm
#define AEAD_NONCE 12
#define AEAD_START(ctx, nonce, ad_bytes, bytes) narae_ccm_start(ctx, nonce, 12, ad_bytes, bytes, 16)
#include "aead_properties.h"

static void
the_length_of_associated_data_is_encoded_in_2_6_or_10_bytes(void **state)
{
    static const struct {
        uint64_t ad_bytes;
        unsigned size;
        const char *hex;
    } cases[] = {
        {1, 2, "0001"},
        {0xfeff, 2, "feff"},
        {0xff00, 6, "fffe0000ff00"},
        {0xffffffff, 6, "fffeffffffff"},
        {UINT64_C(0x100000000), 10, "ffff0000000100000000"},
        {UINT64_MAX, 10, "ffffffffffffffffffff"},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t header[10];

        assert_int_equal(narae_ccm_encode_ad_bytes(header, cases[i].ad_bytes), cases[i].size);
        assert_hex(header, cases[i].hex);
    }
}

/* SP 800-38C, clause 6.1, for associated data below 65280 bytes. */
static void
textbook_seal(uint8_t *out, uint8_t tag[16], const uint8_t *nonce, unsigned nonce_bytes, const uint8_t *ad,
              size_t ad_bytes, const uint8_t *in, size_t bytes, unsigned tag_bytes)
{
    static uint8_t blocks[4000];
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    const unsigned q = 15 - nonce_bytes;
    size_t n = 16;

    narae_kernels_of(&narae_lea)->set_key(schedule, key, 16);
    memset(blocks, 0, sizeof blocks);
    blocks[0] = (uint8_t)((ad_bytes != 0 ? 64u : 0u) + (tag_bytes - 2) / 2 * 8 + q - 1);
    memcpy(blocks + 1, nonce, nonce_bytes);
    blocks[14] = (uint8_t)(bytes >> 8);
    blocks[15] = (uint8_t)bytes;
    if (ad_bytes != 0) {
        blocks[16] = (uint8_t)(ad_bytes >> 8);
        blocks[17] = (uint8_t)ad_bytes;
        memcpy(blocks + 18, ad, ad_bytes);
        n = (18 + ad_bytes + 15) / 16 * 16;
    }
    memcpy(blocks + n, in, bytes);
    n = (n + bytes + 15) / 16 * 16;
    memset(tag, 0, 16);
    for (size_t i = 0; i < n; i++) {
        tag[i % 16] ^= blocks[i];
        if (i % 16 == 15)
            narae_kernels_of(&narae_lea)->encrypt(schedule, tag, tag, 1);
    }
    for (size_t i = 0; i <= (bytes + 15) / 16; i++) {
        uint8_t a[16] = {0};

        a[0] = (uint8_t)(q - 1);
        memcpy(a + 1, nonce, nonce_bytes);
        a[14] = (uint8_t)(i >> 8);
        a[15] = (uint8_t)i;
        narae_kernels_of(&narae_lea)->encrypt(schedule, a, a, 1);
        for (size_t j = 0; j < 16; j++)
            if (i == 0)
                tag[j] ^= a[j];
            else if (16 * (i - 1) + j < bytes)
                out[16 * (i - 1) + j] = in[16 * (i - 1) + j] ^ a[j];
    }
}

static void
all_nonce_and_tag_sizes_agree_with_the_textbook(void **state)
{
    uint32_t seed = 21;
    narae_ccm ccm;

    (void)state;
    assert_int_equal(narae_ccm_init(&ccm, &narae_lea, key, 16), NARAE_OK);
    for (unsigned nonce_bytes = 0; nonce_bytes <= 16; nonce_bytes++)
        for (unsigned tag_bytes = 0; tag_bytes <= 18; tag_bytes++) {
            const int expected = nonce_bytes < 7 || nonce_bytes > 13 ? NARAE_ERROR_NONCE_SIZE
                                 : tag_bytes < 4 || tag_bytes > 16 || tag_bytes % 2 != 0
                                     ? NARAE_ERROR_TAG_SIZE
                                     : NARAE_OK;
            uint8_t nonce[16], ad[100], in[700], out[700], want[700], tag[20], want_tag[16];
            size_t ad_bytes = some(&seed, 100), bytes = some(&seed, 700);

            fill(nonce, sizeof nonce, &seed);
            fill(ad, sizeof ad, &seed);
            fill(in, sizeof in, &seed);
            memset(tag, 0xc5, sizeof tag);
            assert_int_equal(
                narae_ccm_seal(&ccm, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes),
                expected);
            if (expected == NARAE_OK) {
                textbook_seal(want, want_tag, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag_bytes);
                assert_memory_equal(out, want, bytes);
                assert_memory_equal(tag, want_tag, tag_bytes);
                assert_untouched(tag + tag_bytes, sizeof tag - tag_bytes);
            }
            assert_int_equal(
                narae_ccm_open(&ccm, out, nonce, nonce_bytes, ad, ad_bytes, out, bytes, tag, tag_bytes),
                expected);
            if (expected == NARAE_OK)
                assert_memory_equal(out, in, bytes);
        }
}

static void
messages_are_limited_by_the_nonce_size(void **state)
{
    static uint8_t b[65536];
    uint8_t nonce[13] = {0}, tag[8];
    narae_ccm ccm;

    (void)state;
    assert_int_equal(narae_ccm_init(&ccm, &narae_lea, key, 16), NARAE_OK);
    for (unsigned nonce_bytes = 8; nonce_bytes <= 13; nonce_bytes++) {
        const uint64_t limit = UINT64_C(1) << 8 * (15 - nonce_bytes);

        assert_int_equal(narae_ccm_start(&ccm, nonce, nonce_bytes, 0, limit, 16), NARAE_ERROR_LENGTH);
        assert_int_equal(narae_ccm_start(&ccm, nonce, nonce_bytes, 0, limit - 1, 16), NARAE_OK);
    }
    assert_int_equal(narae_ccm_start(&ccm, nonce, 7, 0, UINT64_MAX, 16), NARAE_OK);
    assert_int_equal(narae_ccm_seal(&ccm, b, tag, 8, nonce, 13, NULL, 0, b, 65536), NARAE_ERROR_LENGTH);
}

static void
the_longest_message_of_a_long_nonce_round_trips(void **state)
{
    static uint8_t in[65535], out[65535];
    uint8_t nonce[13] = {7}, tag[16];
    uint32_t seed = 22;
    narae_ccm ccm;

    (void)state;
    fill(in, sizeof in, &seed);
    assert_int_equal(narae_ccm_init(&ccm, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ccm_seal(&ccm, out, tag, 16, nonce, 13, NULL, 0, in, sizeof in), NARAE_OK);
    assert_int_equal(narae_ccm_open(&ccm, out, nonce, 13, NULL, 0, out, sizeof out, tag, 16), NARAE_OK);
    assert_memory_equal(out, in, sizeof in);
}

static void
pieces_must_be_as_declared(void **state)
{
    uint8_t nonce[12] = {0}, b[40] = {0}, tag[16];
    narae_ccm ccm;

    (void)state;
    assert_int_equal(narae_ccm_init(&ccm, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ccm_start(&ccm, nonce, 12, 20, 30, 8), NARAE_OK);
    assert_int_equal(narae_ccm_ad(&ccm, b, 21), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ccm_ad(&ccm, b, 19), NARAE_OK);
    assert_int_equal(narae_ccm_encrypt(&ccm, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ccm_finish(&ccm, tag, 8), NARAE_ERROR_STATE);
    assert_int_equal(narae_ccm_ad(&ccm, b, 1), NARAE_OK);
    assert_int_equal(narae_ccm_encrypt(&ccm, b, b, 31), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ccm_encrypt(&ccm, b, b, 29), NARAE_OK);
    assert_int_equal(narae_ccm_finish(&ccm, tag, 8), NARAE_ERROR_STATE);
    assert_int_equal(narae_ccm_encrypt(&ccm, b, b, 1), NARAE_OK);
    assert_int_equal(narae_ccm_finish(&ccm, tag, 16), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_ccm_finish(&ccm, tag, 8), NARAE_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        AEAD_PROPERTIES,
        cmocka_unit_test(the_length_of_associated_data_is_encoded_in_2_6_or_10_bytes),
        cmocka_unit_test(all_nonce_and_tag_sizes_agree_with_the_textbook),
        cmocka_unit_test(messages_are_limited_by_the_nonce_size),
        cmocka_unit_test(the_longest_message_of_a_long_nonce_round_trips),
        cmocka_unit_test(pieces_must_be_as_declared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
