/* SPDX-License-Identifier: MIT */
/* ChaCha20-Poly1305 and XChaCha20-Poly1305: vectors, the length limit, and the common AEAD
 * tests. */

enum { AEADS = 2 };
#include "test_aead.h"

#include "narae/chacha20_poly1305.h"

static int
seal_(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t *key, const uint8_t *nonce,
      size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    (void)tag_bytes;
    return narae_chacha20_poly1305_seal(out, tag, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
}

static int
start_(void *ctx, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes)
{
    return narae_chacha20_poly1305_start(ctx, key, nonce, nonce_bytes);
}

static int
ad_(void *ctx, const uint8_t *ad, size_t bytes)
{
    return narae_chacha20_poly1305_ad(ctx, ad, bytes);
}

static int
encrypt_(void *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return narae_chacha20_poly1305_encrypt(ctx, out, in, bytes);
}

static int
decrypt_(void *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return narae_chacha20_poly1305_decrypt(ctx, out, in, bytes);
}

static int
finish_(void *ctx, uint8_t *tag, size_t tag_bytes)
{
    (void)tag_bytes;
    return narae_chacha20_poly1305_finish(ctx, tag);
}

static int
verify_(void *ctx, const uint8_t *tag, size_t tag_bytes)
{
    return narae_chacha20_poly1305_verify(ctx, tag, tag_bytes);
}

static void
clear_(void *ctx)
{
    narae_chacha20_poly1305_clear(ctx);
}

#define WITH_NONCE(nonce_bytes)                 \
    {32,       nonce_bytes,                     \
     16,       sizeof(narae_chacha20_poly1305), \
     seal_,    narae_chacha20_poly1305_open,    \
     start_,   ad_,                             \
     encrypt_, decrypt_,                        \
     finish_,  verify_,                         \
     clear_}
static const aead_under_test aeads[AEADS] = {WITH_NONCE(12), WITH_NONCE(24)};
static const size_t aead_count = 2;

static const char text[] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
                           "the future, sunscreen would be it.";
static const uint8_t ad[12] = {0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7};

/* RFC 8439, 2.8.2, and draft-irtf-cfrg-xchacha-03, A.3.1 */
static void
seals_the_message_of_the_standards(void **state)
{
    uint8_t key[32], nonce[24] = {7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47}, out[114],
                     tag[16];

    (void)state;
    for (size_t i = 0; i < 32; i++)
        key[i] = (uint8_t)(0x80 + i);
    assert_int_equal(
        narae_chacha20_poly1305_seal(out, tag, key, nonce, 12, ad, 12, (const uint8_t *)text, 114), NARAE_OK);
    assert_hex(out,
               "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92"
               "728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b"
               "4831d7bc3ff4def08e4b7a9de576d26586cec64b6116");
    assert_hex(tag, "1ae10b594f09e26a7e902ecbd0600691");

    for (size_t i = 0; i < 24; i++)
        nonce[i] = (uint8_t)(0x40 + i);
    assert_int_equal(
        narae_chacha20_poly1305_seal(out, tag, key, nonce, 24, ad, 12, (const uint8_t *)text, 114), NARAE_OK);
    assert_hex(out,
               "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda"
               "7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b23835"
               "65d3fff921f9664c97637da9768812f615c68b13b52e");
    assert_hex(tag, "c0875924c1c7987947deafd8780acf49");
}

/* The size alone must stop the call: the buffers do not exist. */
static void
refuses_a_message_over_the_limit(void **state)
{
    (void)state;
#if SIZE_MAX > 0xffffffff
    {
        static const uint8_t zero[32];
        const size_t over = ((size_t)1 << 38) - 63;
        uint8_t *nowhere = (uint8_t *)((uintptr_t)1 << 62), tag[16] = {0}, byte = 0;
        narae_chacha20_poly1305 ctx;

        assert_int_equal(narae_chacha20_poly1305_seal(nowhere, tag, zero, zero, 12, NULL, 0, nowhere, over),
                         NARAE_ERROR_LENGTH);
        assert_int_equal(
            narae_chacha20_poly1305_open(nowhere, zero, zero, 24, NULL, 0, nowhere, over, tag, 16),
            NARAE_ERROR_LENGTH);
        assert_int_equal(narae_chacha20_poly1305_start(&ctx, zero, zero, 12), NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_encrypt(&ctx, &byte, &byte, 1), NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_encrypt(&ctx, nowhere, nowhere, over - 1),
                         NARAE_ERROR_LENGTH);
        assert_int_equal(narae_chacha20_poly1305_encrypt(&ctx, &byte, &byte, 1), NARAE_OK);
    }
#endif
}

/* Sizes at which the one-shot functions change their way: around blocks, and around
 * the turns of 512 bytes in which a kernel works, the first of which has 448 of text, and
 * around eight of them, whose key stream an open keeps. */
static void
one_call_gives_what_pieces_give(void **state)
{
    static const uint16_t sizes[] = {0,    1,    63,   64,   65,   447,  448,  449,  511,
                                     512,  513,  959,  960,  961,  999,  1472, 1984, 1985,
                                     2048, 2495, 2496, 2497, 4031, 4032, 4033, 4095, 4545};
    static uint8_t in[4545], out[sizeof in], pieces[sizeof in];
    uint8_t key[32], tag[2][16];

    (void)state;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * i >> 3);
    memcpy(key, in + 7, sizeof key);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t bytes = sizes[i], half = bytes / 3;
        narae_chacha20_poly1305 ctx;

        assert_int_equal(narae_chacha20_poly1305_seal(out, tag[0], key, in, 12, in, 21, in, bytes), NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_start(&ctx, key, in, 12), NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_ad(&ctx, in, 21), NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_encrypt(&ctx, pieces, in, half), NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_encrypt(&ctx, pieces + half, in + half, bytes - half),
                         NARAE_OK);
        assert_int_equal(narae_chacha20_poly1305_finish(&ctx, tag[1]), NARAE_OK);
        assert_memory_equal(out, pieces, bytes);
        assert_memory_equal(tag[0], tag[1], 16);
        assert_int_equal(narae_chacha20_poly1305_open(out, key, in, 12, in, 21, out, bytes, tag[1], 16),
                         NARAE_OK);
        assert_memory_equal(out, in, bytes);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seals_the_message_of_the_standards),
        cmocka_unit_test(refuses_a_message_over_the_limit),
        cmocka_unit_test(one_call_gives_what_pieces_give),
        AEAD_TESTS,
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
