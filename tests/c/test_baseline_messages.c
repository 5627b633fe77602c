/* SPDX-License-Identifier: MIT */
/* The baselines of whole messages compute the same function as the library. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "test_support.h"

#include "narae/aes.h"
#include "narae/chacha.h"
#include "narae/gcm.h"

#include "aes_gcm_bytewise/aes_gcm_bytewise.h"
#include "ascon_reference/ascon_reference.h"
#include "ascon_v12/ascon_v12.h"
#include "chacha_reference/chacha_reference.h"

enum { MAX = 200 };

static uint32_t seed;

static void
draw(uint8_t *out, size_t bytes)
{
    while (bytes-- != 0) {
        seed = seed * 1664525 + 1013904223;
        *out++ = (uint8_t)(seed >> 24);
    }
}

static void
chacha_agrees_with_the_library_at_every_length(void **state)
{
    static const unsigned rounds[] = {8, 12, 20};

    (void)state;
    seed = 1;
    for (size_t bytes = 0; bytes <= MAX; bytes++) {
        uint8_t key[32], nonce[12], text[MAX + 1], expected[MAX + 1], got[MAX + 1];
        uint32_t counter = bytes % 4 == 0 ? 0xfffffffe : 1; /* passes 2^32, or not */
        size_t nonce_bytes = bytes % 4 < 2 ? 8 : 12;
        unsigned n = rounds[bytes % 3];
        baseline_chacha chacha;

        draw(key, sizeof key);
        draw(nonce, sizeof nonce);
        draw(text, sizeof text);
        memcpy(got, text, sizeof got);
        assert_int_equal(
            narae_chacha_crypt_message(expected, text, bytes, n, key, 32, nonce, nonce_bytes, counter),
            NARAE_OK);
        baseline_chacha_set(&chacha, key, nonce, nonce_bytes, counter);
        baseline_chacha_xor(&chacha, got, got, bytes, n);
        assert_memory_equal(got, expected, bytes);
        assert_int_equal(got[bytes], text[bytes]);
    }
}

/* Seals and opens in two pieces, then a forgery; the library's ciphertext and
 * tag are in `expected` and `expected_tag`. */
#define CHECK_PHASES(prefix, type)                                        \
    do {                                                                  \
        type ctx;                                                         \
        size_t part = bytes / 3, ad_part = ad_bytes / 3;                  \
                                                                          \
        memcpy(got, text, sizeof got);                                    \
        prefix##_set_key(&ctx, key);                                      \
        prefix##_set_iv(&ctx, nonce);                                     \
        prefix##_add_ad(&ctx, ad, ad_part);                               \
        prefix##_add_ad(&ctx, ad + ad_part, ad_bytes - ad_part);          \
        prefix##_encrypt(&ctx, got, got, part);                           \
        prefix##_encrypt(&ctx, got + part, got + part, bytes - part);     \
        prefix##_compute_tag(&ctx, tag, 16);                              \
        assert_memory_equal(got, expected, bytes);                        \
        assert_memory_equal(tag, expected_tag, 16);                       \
        for (int forged = 0; forged < 2; forged++) {                      \
            memcpy(got, expected, bytes);                                 \
            tag[bytes % 16] ^= (uint8_t)forged;                           \
            prefix##_set_iv(&ctx, nonce);                                 \
            prefix##_add_ad(&ctx, ad, ad_bytes);                          \
            prefix##_decrypt(&ctx, got, got, part);                       \
            prefix##_decrypt(&ctx, got + part, got + part, bytes - part); \
            assert_memory_equal(got, text, sizeof got);                   \
            assert_int_equal(prefix##_check_tag(&ctx, tag, 16), !forged); \
        }                                                                 \
    } while (0)

static void
aeads_agree_with_the_library_at_every_length(void **state)
{
    (void)state;
    seed = 2;
    for (size_t bytes = 0; bytes <= 70; bytes++) {
        uint8_t key[16], nonce[16], ad[40], text[71], expected[71], got[71], tag[16], expected_tag[16];
        size_t ad_bytes = 7 * bytes % 41;
        narae_gcm gcm;

        draw(key, sizeof key);
        draw(nonce, sizeof nonce);
        draw(ad, sizeof ad);
        draw(text, sizeof text);
        assert_int_equal(
            baseline_ascon128_v12_seal(expected, expected_tag, 16, key, nonce, 16, ad, ad_bytes, text, bytes),
            NARAE_OK);
        CHECK_PHASES(baseline_ascon128, baseline_ascon128);
        assert_int_equal(
            baseline_ascon128_v12_open(got, key, nonce, 16, ad, ad_bytes, expected, bytes, expected_tag, 16),
            NARAE_OK);
        assert_memory_equal(got, text, bytes);

        assert_int_equal(narae_gcm_init(&gcm, &narae_aes, key, 16), NARAE_OK);
        assert_int_equal(
            narae_gcm_seal(&gcm, expected, expected_tag, 16, nonce, 12, ad, ad_bytes, text, bytes), NARAE_OK);
        CHECK_PHASES(baseline_aes128_gcm, baseline_aes128_gcm);
    }
}

/* The last of the designers' LWC_AEAD_KAT_128_128, number 1089: 32 bytes of message and of associated data,
 * all of them, key and nonce counting up from 0. */
static void
ascon_of_version_1_2_is_the_designers(void **state)
{
    uint8_t sequence[32], out[32], tag[16];

    (void)state;
    for (uint8_t i = 0; i < 32; i++)
        sequence[i] = i;
    assert_int_equal(
        baseline_ascon128_v12_seal(out, tag, 16, sequence, sequence, 16, sequence, 32, sequence, 32),
        NARAE_OK);
    assert_hex(out, "b96c78651b6246b0c3b1a5d373b0d5168dca4a96734cf0ddf5f92f8d15e30270");
    assert_hex(tag, "279bf6a6cc3f2fc9350b915c292bdb8d");
    assert_int_equal(
        baseline_ascon128a_v12_seal(out, tag, 16, sequence, sequence, 16, sequence, 32, sequence, 32),
        NARAE_OK);
    assert_hex(out, "a55236ac020dbda74ce6ccd10c68c4d8514450a382bc87c68946d86a921dd88e");
    assert_hex(tag, "2adddfbbe77d4112830e01960b9d38d5");
    out[0] ^= 1;
    assert_int_equal(baseline_ascon128a_v12_open(out, sequence, sequence, 16, sequence, 32, out, 32, tag, 16),
                     NARAE_ERROR_AUTHENTICATION);
    for (uint8_t i = 0; i < 32; i++)
        assert_int_equal(out[i], 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ascon_of_version_1_2_is_the_designers),
        cmocka_unit_test(chacha_agrees_with_the_library_at_every_length),
        cmocka_unit_test(aeads_agree_with_the_library_at_every_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
