/* SPDX-License-Identifier: MIT */
/* HMAC with each hash: against its definition, in pieces, truncated, and refusals.
 * Published answers are in vectors/hmac. */

#include "test_support.h"

#include "hashes.h"

static const narae_hash *const hashes[] = {ALL_HASHES};

#define FOR_EACH_HASH(h) \
    for (const narae_hash *const *h = hashes; h != hashes + sizeof hashes / sizeof *hashes; h++)

/* RFC 2104, 2, literally. */
static void
by_definition(const narae_hash *hash, uint8_t *tag, const uint8_t *key, size_t key_bytes, const uint8_t *in,
              size_t bytes)
{
    const size_t block = narae_hash_block_bytes(hash), digest = narae_hash_digest_bytes(hash);
    uint8_t padded[NARAE_HASH_BLOCK_BYTES] = {0}, text[NARAE_HASH_BLOCK_BYTES + 1000];

    if (key_bytes > block)
        assert_int_equal(narae_hash_message(hash, padded, digest, key, key_bytes), NARAE_OK);
    else
        memcpy(padded, key, key_bytes);
    for (size_t i = 0; i < block; i++)
        text[i] = padded[i] ^ 0x36;
    memcpy(text + block, in, bytes);
    assert_int_equal(narae_hash_message(hash, tag, digest, text, block + bytes), NARAE_OK);
    for (size_t i = 0; i < block; i++)
        text[i] = padded[i] ^ 0x5c;
    memcpy(text + block, tag, digest);
    assert_int_equal(narae_hash_message(hash, tag, digest, text, block + digest), NARAE_OK);
}

/* Keys below, at and above a block; one context for several messages. */
static void
is_what_the_standard_defines(void **state)
{
    uint8_t key[NARAE_HASH_BLOCK_BYTES + 2], in[1000], expected[64], tag[80];
    uint32_t seed = 1;

    (void)state;
    FOR_EACH_HASH(h)
    {
        const size_t block = narae_hash_block_bytes(*h), digest = narae_hash_digest_bytes(*h);
        const size_t sizes[] = {0, 1, block - 1, block, block + 1};

        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            narae_hmac hmac;

            fill(key, sizeof key, &seed);
            memset(&hmac, 0xc5, sizeof hmac);
            assert_int_equal(narae_hmac_init(&hmac, *h, sizes[k] != 0 ? key : NULL, sizes[k]), NARAE_OK);
            for (unsigned run = 0; run < 8; run++) {
                const size_t bytes = some(&seed, 990), offset = some(&seed, 8),
                             tag_bytes = 1 + some(&seed, digest - 1);
                size_t done = 0;

                fill(in, sizeof in, &seed);
                by_definition(*h, expected, key, sizes[k], in + offset, bytes);
                memset(tag, 0xc5, sizeof tag);
                assert_int_equal(narae_hmac_tag_message(&hmac, tag, tag_bytes, in + offset, bytes), NARAE_OK);
                assert_memory_equal(tag, expected, tag_bytes);
                assert_untouched(tag + tag_bytes, sizeof tag - tag_bytes);
                assert_int_equal(narae_hmac_verify_message(&hmac, in + offset, bytes, expected, digest),
                                 NARAE_OK);

                assert_int_equal(narae_hmac_start(&hmac), NARAE_OK);
                while (done < bytes) {
                    const size_t left = bytes - done, n = some(&seed, left < 300 ? left : 300);

                    assert_int_equal(narae_hmac_update(&hmac, in + offset + done, n), NARAE_OK);
                    done += n;
                }
                memset(tag, 0xc5, sizeof tag);
                if (run % 2 == 0) {
                    assert_int_equal(narae_hmac_finish(&hmac, tag, tag_bytes), NARAE_OK);
                    assert_memory_equal(tag, expected, tag_bytes);
                    assert_untouched(tag + tag_bytes, sizeof tag - tag_bytes);
                } else {
                    assert_int_equal(narae_hmac_verify(&hmac, expected, digest), NARAE_OK);
                }
                assert_int_equal(narae_hmac_finish(&hmac, tag, digest), NARAE_ERROR_STATE);
            }
            narae_hmac_clear(&hmac);
            assert_all((const uint8_t *)&hmac, 0, sizeof hmac);
        }
    }
}

static void
refuses_every_wrong_bit_of_a_tag(void **state)
{
    const uint8_t key[3] = {1, 2, 3}, in[5] = {4};
    uint8_t tag[64];
    narae_hmac hmac;

    (void)state;
    FOR_EACH_HASH(h)
    {
        const size_t digest = narae_hash_digest_bytes(*h);

        assert_int_equal(narae_hmac_init(&hmac, *h, key, sizeof key), NARAE_OK);
        assert_int_equal(narae_hmac_tag_message(&hmac, tag, digest, in, sizeof in), NARAE_OK);
        assert_int_equal(narae_hmac_verify_message(&hmac, in, sizeof in, tag, 4), NARAE_OK);
        for (size_t bit = 0; bit < 8 * digest; bit++) {
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_int_equal(narae_hmac_verify_message(&hmac, in, sizeof in, tag, digest),
                             NARAE_ERROR_AUTHENTICATION);
            assert_int_equal(narae_hmac_start(&hmac), NARAE_OK);
            assert_int_equal(narae_hmac_update(&hmac, in, sizeof in), NARAE_OK);
            assert_int_equal(narae_hmac_verify(&hmac, tag, digest), NARAE_ERROR_AUTHENTICATION);
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

/* A context as large as SHA-256 needs, with canaries after it. */
static void
fits_into_the_context_that_it_is_told(void **state)
{
    const narae_hash *hash = &narae_sha256;
    const size_t needed = 2u * hash->state_bytes + hash->context_bytes;
    uint8_t tag[32], same[32] = {0};
    narae_hmac hmac;

    (void)state;
    FOR_EACH_HASH(h)
    assert_true(2u * (*h)->state_bytes + (*h)->context_bytes <= sizeof hmac.states);
    memset(&hmac, 0xc5, sizeof hmac);
    assert_int_equal(narae_hmac_init_sized(&hmac, needed - 1, hash, same, 0), NARAE_ERROR_LENGTH);
    assert_untouched((const uint8_t *)hmac.states, sizeof hmac.states);
    assert_int_equal(narae_hmac_init_sized(&hmac, needed, hash, NULL, 0), NARAE_OK);
    assert_int_equal(narae_hmac_start(&hmac), NARAE_OK);
    assert_int_equal(narae_hmac_update(&hmac, (const uint8_t *)"narae", 5), NARAE_OK);
    assert_int_equal(narae_hmac_finish(&hmac, tag, 32), NARAE_OK);
    assert_untouched((const uint8_t *)hmac.states + needed, sizeof hmac.states - needed);
    by_definition(hash, same, same, 0, (const uint8_t *)"narae", 5);
    assert_memory_equal(tag, same, 32);
}

/* As that of a mode does: narae/mode.h. */
static void
a_failed_init_ends_the_message_and_keeps_the_key(void **state)
{
    const uint8_t key[3] = {1, 2, 3}, in[5] = {4};
    uint8_t tag[32], expected[32];
    narae_hmac hmac;

    (void)state;
    by_definition(&narae_sha256, expected, key, sizeof key, in, sizeof in);
    assert_int_equal(narae_hmac_init(&hmac, &narae_sha256, key, sizeof key), NARAE_OK);
    for (unsigned reason = 0; reason < 3; reason++) {
        int status;

        assert_int_equal(narae_hmac_start(&hmac), NARAE_OK);
        if (reason == 0)
            status = narae_hmac_init(&hmac, NULL, key, sizeof key);
        else if (reason == 1)
            status = narae_hmac_init(&hmac, &narae_sha256, NULL, 1);
        else
            status = narae_hmac_init_sized(&hmac, 1, &narae_sha256, key, 1);
        assert_int_equal(status, reason < 2 ? NARAE_ERROR_NULL : NARAE_ERROR_LENGTH);
        assert_int_equal(narae_hmac_update(&hmac, in, sizeof in), NARAE_ERROR_STATE);
    }
    assert_int_equal(narae_hmac_start(&hmac), NARAE_OK);
    assert_int_equal(narae_hmac_update(&hmac, in, sizeof in), NARAE_OK);
    assert_int_equal(narae_hmac_finish(&hmac, tag, 32), NARAE_OK);
    assert_memory_equal(tag, expected, 32);
}

static void
names_what_is_wrong(void **state)
{
    uint8_t tag[72];
    narae_hmac hmac;

    (void)state;
    memset(&hmac, 0, sizeof hmac);
    memset(tag, 0xc5, sizeof tag);
    assert_int_equal(narae_hmac_start(&hmac), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_update(&hmac, tag, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_finish(&hmac, tag, 32), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_verify(&hmac, tag, 32), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_tag_message(&hmac, tag, 32, tag, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_verify_message(&hmac, tag, 1, tag, 32), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_init(NULL, &narae_sha256, tag, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_init(&hmac, NULL, tag, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_init(&hmac, &narae_sha256, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_start(NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_update(NULL, tag, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_finish(NULL, tag, 32), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_verify(NULL, tag, 32), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_tag_message(NULL, tag, 32, tag, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_verify_message(NULL, tag, 1, tag, 32), NARAE_ERROR_NULL);

    assert_int_equal(narae_hmac_init(&hmac, &narae_sha256, tag, 8), NARAE_OK);
    assert_int_equal(narae_hmac_update(&hmac, tag, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_hmac_start(&hmac), NARAE_OK);
    assert_int_equal(narae_hmac_update(&hmac, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_update(&hmac, NULL, 0), NARAE_OK);
    assert_int_equal(narae_hmac_finish(&hmac, NULL, 32), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_finish(&hmac, tag, 0), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_hmac_finish(&hmac, tag, 33), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_hmac_verify(&hmac, NULL, 32), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_verify(&hmac, tag, 3), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_hmac_verify(&hmac, tag, 33), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_hmac_tag_message(&hmac, NULL, 32, tag, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_tag_message(&hmac, tag, 32, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_hmac_tag_message(&hmac, tag, 33, tag, 1), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_hmac_verify_message(&hmac, tag, 1, tag, 3), NARAE_ERROR_TAG_SIZE);
    if (sizeof(size_t) > 4)
        assert_int_equal(narae_hmac_tag_message(&hmac, tag, 32, tag, SIZE_MAX), NARAE_ERROR_LENGTH);
    assert_untouched(tag, sizeof tag);
    narae_hmac_clear(&hmac);
    assert_int_equal(narae_hmac_start(&hmac), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_what_the_standard_defines),
        cmocka_unit_test(refuses_every_wrong_bit_of_a_tag),
        cmocka_unit_test(fits_into_the_context_that_it_is_told),
        cmocka_unit_test(a_failed_init_ends_the_message_and_keeps_the_key),
        cmocka_unit_test(names_what_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
