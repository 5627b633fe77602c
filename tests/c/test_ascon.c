/* SPDX-License-Identifier: MIT */
/* Ascon: vectors, all kernels, limits, and the common AEAD tests. */

enum { AEADS = 1 };
#include "test_aead.h"

#include "ascon/ascon_internal.h"
#include "core/bytes.h"

/* The table entry of one cipher. */
#define DECLARE(cipher)                                                                                \
    static int cipher##_start(void *ctx, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes) \
    {                                                                                                  \
        return narae_##cipher##_start(ctx, key, nonce, nonce_bytes);                                   \
    }                                                                                                  \
    static int cipher##_ad(void *ctx, const uint8_t *ad, size_t bytes)                                 \
    {                                                                                                  \
        return narae_##cipher##_ad(ctx, ad, bytes);                                                    \
    }                                                                                                  \
    static int cipher##_encrypt(void *ctx, uint8_t *out, const uint8_t *in, size_t bytes)              \
    {                                                                                                  \
        return narae_##cipher##_encrypt(ctx, out, in, bytes);                                          \
    }                                                                                                  \
    static int cipher##_decrypt(void *ctx, uint8_t *out, const uint8_t *in, size_t bytes)              \
    {                                                                                                  \
        return narae_##cipher##_decrypt(ctx, out, in, bytes);                                          \
    }                                                                                                  \
    static int cipher##_finish(void *ctx, uint8_t *tag, size_t tag_bytes)                              \
    {                                                                                                  \
        return narae_##cipher##_finish(ctx, tag, tag_bytes);                                           \
    }                                                                                                  \
    static int cipher##_verify(void *ctx, const uint8_t *tag, size_t tag_bytes)                        \
    {                                                                                                  \
        return narae_##cipher##_verify(ctx, tag, tag_bytes);                                           \
    }                                                                                                  \
    static void cipher##_clear(void *ctx)                                                              \
    {                                                                                                  \
        narae_##cipher##_clear(ctx);                                                                   \
    }
#define ENTRY(cipher, least_tag_bytes) \
    {16,                               \
     16,                               \
     least_tag_bytes,                  \
     sizeof(narae_##cipher),           \
     narae_##cipher##_seal,            \
     narae_##cipher##_open,            \
     cipher##_start,                   \
     cipher##_ad,                      \
     cipher##_encrypt,                 \
     cipher##_decrypt,                 \
     cipher##_finish,                  \
     cipher##_verify,                  \
     cipher##_clear}

DECLARE(ascon_aead128)

static const aead_under_test aeads[AEADS] = {ENTRY(ascon_aead128, 4)};
static const size_t aead_count = AEADS;

static uint8_t sequence[300];

static int
count_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sequence; i++)
        sequence[i] = (uint8_t)i;
    return 0;
}

/* The last of the designers' LWC_AEAD_KAT_128_128, number 1089: 32 bytes of
 * message and of associated data. */
static void
aead128_as_the_designers_do(void **state)
{
    uint8_t out[32], tag[16];

    (void)state;
    assert_int_equal(narae_ascon_aead128_seal(out, tag, 16, sequence, sequence + 16, 16, sequence + 48, 32,
                                              sequence + 32, 32),
                     NARAE_OK);
    assert_hex(out, "cb34d04660a66dbfbe9c856601f5b8aa51a499b55ac8f7fbefbc331a613ee9cd");
    assert_hex(tag, "fd191750a47f211c0a15ed28173d7caa");
}

static void
all_kernels_permute_alike(void **state)
{
    static const unsigned rounds[] = {12, 8, 6};
    uint64_t words[5], same[5], halves[5];
    uint8_t bytes[40];
    uint32_t seed = 5;

    (void)state;
    fill(bytes, sizeof bytes, &seed);
    for (unsigned i = 0; i < 300; i++) {
        for (unsigned w = 0; w < 5; w++) {
            words[w] = same[w] = load64_le(bytes + 8 * w);
            halves[w] = interleave(words[w]);
        }
        assert_int_equal(narae_ascon_permute(words, rounds[i % 3]), NARAE_OK);
        narae_ascon_permute_portable(same, rounds[i % 3]);
        narae_ascon_permute_interleaved(halves, rounds[i % 3]);
        narae_ascon_permute_bytes(bytes, rounds[i % 3]);
        for (unsigned w = 0; w < 5; w++) {
            assert_true(words[w] == same[w]);
            assert_true(words[w] == uninterleave(halves[w]));
            assert_true(words[w] == load64_le(bytes + 8 * w));
        }
    }
    assert_int_equal(narae_ascon_permute(NULL, 12), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_permute(words, 10), NARAE_ERROR_ROUNDS);
}

/* The size alone must stop the call: the buffers do not exist. */
static void
aead128_refuses_a_message_over_the_limit(void **state)
{
    (void)state;
#if SIZE_MAX > 0xffffffff
    {
        const size_t limit = (size_t)1 << 54;
        uint8_t *nowhere = (uint8_t *)((uintptr_t)1 << 62), tag[16] = {0}, byte = 0;
        narae_ascon_aead128 ctx;

        assert_int_equal(
            narae_ascon_aead128_seal(nowhere, tag, 16, aead_key, aead_nonce, 16, &byte, 1, nowhere, limit),
            NARAE_ERROR_LENGTH);
        assert_int_equal(
            narae_ascon_aead128_open(nowhere, aead_key, aead_nonce, 16, &byte, 1, nowhere, limit, tag, 16),
            NARAE_ERROR_LENGTH);
        assert_int_equal(narae_ascon_aead128_start(&ctx, aead_key, aead_nonce, 16), NARAE_OK);
        assert_int_equal(narae_ascon_aead128_ad(&ctx, nowhere, limit + 1), NARAE_ERROR_LENGTH);
        assert_int_equal(narae_ascon_aead128_encrypt(&ctx, &byte, &byte, 1), NARAE_OK);
        assert_int_equal(narae_ascon_aead128_encrypt(&ctx, nowhere, nowhere, limit), NARAE_ERROR_LENGTH);
    }
#endif
}

/* ascon-c, LWC_HASH_KAT_128_256, LWC_XOF_KAT_128_512 and LWC_CXOF_KAT_128_512,
 * numbers 1, 2, 9; 1; 1, 2, 69. */
static void
hashes_as_the_designers_do(void **state)
{
    uint8_t out[64];

    (void)state;
    assert_int_equal(narae_ascon_hash256_message(out, NULL, 0), NARAE_OK);
    assert_hex(out, "0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2");
    assert_int_equal(narae_ascon_hash256_message(out, sequence, 1), NARAE_OK);
    assert_hex(out, "0728621035af3ed2bca03bf6fde900f9456f5330e4b5ee23e7f6a1e70291bc80");
    assert_int_equal(narae_ascon_hash256_message(out, sequence, 8), NARAE_OK);
    assert_hex(out, "b88e497ae8e6fb641b87ef622eb8f2fca0ed95383f7ffebe167acf1099ba764f");
    assert_int_equal(narae_ascon_xof128_message(out, 64, NULL, 0), NARAE_OK);
    assert_hex(out, "473d5e6164f58b39dfd84aacdb8ae42ec2d91fed33388ee0d960d9b3993295c6"
                    "ad77855a5d3b13fe6ad9e6098988373af7d0956d05a8f1665d2c67d1a3ad10ff");
    assert_int_equal(narae_ascon_cxof128_message(out, 64, NULL, 0, NULL, 0), NARAE_OK);
    assert_hex(out, "4f50159ef70bb3dad8807e034eaebd44c4fa2cbbc8cf1f05511ab66cdcc52990"
                    "5ca12083fc186ad899b270b1473dc5f7ec88d1052082dcdfe69fb75d269e7b74");
    assert_int_equal(narae_ascon_cxof128_message(out, 64, sequence + 16, 1, NULL, 0), NARAE_OK);
    assert_hex(out, "0c93a483e7d574d49fe52cce03ee646117977d57a8aa57704ab4daf44b501430"
                    "ff6ac11a5d1fd6f2154b5c65728268270c8bb578508487b8965718ada6272fd6");
    assert_int_equal(narae_ascon_cxof128_message(out, 64, sequence + 16, 2, sequence, 2), NARAE_OK);
    assert_hex(out, "1c4f31692eb7690a1ba05f9242c71e06c465925b396100d5fa22522ed6e7b494"
                    "a7df8926eef3d6ef032e70a5b69bfe88a8b7455fc7c979c48bd8a4edcc13c943");
}

static void
any_split_gives_the_same_hash_and_output(void **state)
{
    uint8_t message[108], once[100], parts[101];
    uint32_t seed = 6;

    (void)state;
    fill(message, sizeof message, &seed);
    for (unsigned round = 0; round < 600; round++) {
        size_t bytes = some(&seed, 100), offset = some(&seed, 8),
               out_bytes = round % 3 == 0 ? 32 : some(&seed, 100);
        narae_ascon_hash256 hash;
        narae_ascon_xof128 xof;
        narae_ascon_cxof128 cxof;
        size_t n;

        assert_int_equal(narae_ascon_hash256_start(&hash), NARAE_OK);
        assert_int_equal(narae_ascon_xof128_start(&xof), NARAE_OK);
        assert_int_equal(narae_ascon_cxof128_start(&cxof, message, bytes), NARAE_OK);
        for (size_t done = 0; done < bytes; done += n) {
            const uint8_t *in = message + offset + done;

            n = some(&seed, bytes - done < 20 ? bytes - done : 20);
            assert_int_equal(narae_ascon_hash256_update(&hash, in, n), NARAE_OK);
            assert_int_equal(narae_ascon_xof128_update(&xof, in, n), NARAE_OK);
            assert_int_equal(narae_ascon_cxof128_update(&cxof, in, n), NARAE_OK);
        }
        memset(parts, 0xc5, sizeof parts);
        if (round % 3 == 0) {
            assert_int_equal(narae_ascon_hash256_message(once, message + offset, bytes), NARAE_OK);
            assert_int_equal(narae_ascon_hash256_finish(&hash, parts), NARAE_OK);
            assert_all((const uint8_t *)&hash, 0, sizeof hash);
        } else if (round % 3 == 1) {
            assert_int_equal(narae_ascon_xof128_message(once, out_bytes, message + offset, bytes), NARAE_OK);
            for (size_t done = 0; done < out_bytes; done += n) {
                n = some(&seed, out_bytes - done < 20 ? out_bytes - done : 20);
                assert_int_equal(narae_ascon_xof128_squeeze(&xof, parts + done, n), NARAE_OK);
            }
        } else {
            assert_int_equal(
                narae_ascon_cxof128_message(once, out_bytes, message, bytes, message + offset, bytes),
                NARAE_OK);
            for (size_t done = 0; done < out_bytes; done += n) {
                n = some(&seed, out_bytes - done < 20 ? out_bytes - done : 20);
                assert_int_equal(narae_ascon_cxof128_squeeze(&cxof, parts + done, n), NARAE_OK);
            }
        }
        assert_memory_equal(parts, once, out_bytes);
        assert_untouched(parts + out_bytes, sizeof parts - out_bytes);
    }
}

static void
hashes_refuse_bad_arguments_and_calls_out_of_order(void **state)
{
    narae_ascon_hash256 hash = {0};
    narae_ascon_xof128 xof = {0};
    narae_ascon_cxof128 cxof = {0};
    uint8_t out[32] = {0};

    (void)state;
    assert_int_equal(narae_ascon_hash256_update(&hash, out, 0), NARAE_ERROR_STATE);
    assert_int_equal(narae_ascon_hash256_finish(&hash, out), NARAE_ERROR_STATE);
    assert_int_equal(narae_ascon_xof128_squeeze(&xof, out, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ascon_cxof128_squeeze(&cxof, out, 1), NARAE_ERROR_STATE);

    assert_int_equal(narae_ascon_hash256_start(NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_hash256_start(&hash), NARAE_OK);
    assert_int_equal(narae_ascon_hash256_update(&hash, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_hash256_update(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_hash256_finish(&hash, NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_hash256_finish(NULL, out), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_hash256_message(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_hash256_message(out, NULL, 1), NARAE_ERROR_NULL);
    narae_ascon_hash256_clear(&hash);
    assert_int_equal(narae_ascon_hash256_finish(&hash, out), NARAE_ERROR_STATE);

    assert_int_equal(narae_ascon_xof128_start(NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_xof128_start(&xof), NARAE_OK);
    assert_int_equal(narae_ascon_xof128_update(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_xof128_squeeze(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_xof128_squeeze(&xof, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_xof128_squeeze(&xof, NULL, 0), NARAE_OK);
    assert_int_equal(narae_ascon_xof128_update(&xof, out, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ascon_xof128_message(NULL, 1, out, 1), NARAE_ERROR_NULL);
    narae_ascon_xof128_clear(NULL);

    assert_int_equal(narae_ascon_cxof128_start(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_cxof128_start(&cxof, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_cxof128_start(&cxof, sequence, 257), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_ascon_cxof128_start(&cxof, sequence, 256), NARAE_OK);
    assert_int_equal(narae_ascon_cxof128_squeeze(&cxof, out, 32), NARAE_OK);
    assert_hex(out, "894d9db7a0109bbe3c315b65e4db51ba30d79e48a59431113d705d7bd1b15624");
    assert_int_equal(narae_ascon_cxof128_update(&cxof, out, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ascon_cxof128_message(out, 1, sequence, 257, NULL, 0), NARAE_ERROR_LENGTH);
    narae_ascon_cxof128_clear(&cxof);
    assert_int_equal(narae_ascon_cxof128_squeeze(&cxof, out, 1), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aead128_as_the_designers_do),
        cmocka_unit_test(all_kernels_permute_alike),
        cmocka_unit_test(aead128_refuses_a_message_over_the_limit),
        cmocka_unit_test(hashes_as_the_designers_do),
        cmocka_unit_test(any_split_gives_the_same_hash_and_output),
        cmocka_unit_test(hashes_refuse_bad_arguments_and_calls_out_of_order),
        AEAD_TESTS,
    };

    return cmocka_run_group_tests(tests, count_up, NULL);
}
