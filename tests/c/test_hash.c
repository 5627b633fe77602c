/* SPDX-License-Identifier: MIT */
/* narae/hash.h and narae/descriptor.h for each hash of hashes.h. */

#include "test_support.h"

#include "hashes.h"

static const struct tested_hash {
    const narae_hash *hash;
    narae_hash_message_fn *message;
    const char *name;
    size_t digest_bytes, block_bytes, context_bytes;
} hashes[] = {
#define ENTRY(name, text, digest, block, ctx) \
    {&narae_##name, narae_##name##_message, text, digest, block, sizeof(ctx)},
    HASHES(ENTRY)};

#define FOR_EACH_HASH(h) \
    for (const struct tested_hash *h = hashes; h != hashes + sizeof hashes / sizeof *hashes; h++)

static uint64_t memory[NARAE_HASH_CONTEXT_BYTES / 8], other[NARAE_HASH_CONTEXT_BYTES / 8];

static void
descriptors_tell_sizes_that_fit(void **state)
{
    (void)state;
    FOR_EACH_HASH(h)
    {
        assert_string_equal(h->hash->name, h->name);
        assert_int_equal(narae_hash_digest_bytes(h->hash), h->digest_bytes);
        assert_int_equal(narae_hash_block_bytes(h->hash), h->block_bytes);
        assert_int_equal(narae_hash_context_bytes(h->hash), h->context_bytes);
        assert_true(h->digest_bytes <= NARAE_HASH_DIGEST_BYTES);
        assert_true(h->block_bytes <= NARAE_HASH_BLOCK_BYTES);
        assert_true(h->context_bytes <= NARAE_HASH_CONTEXT_BYTES);
        assert_true(h->hash->state_bytes <= h->context_bytes);
        assert_int_equal(h->hash->state_bytes % _Alignof(uint64_t), 0);
    }
}

/* Any split, continued by a copy of the context, without stray writes. */
static void
any_split_gives_what_the_named_function_gives(void **state)
{
    uint8_t message[700], once[64], parts[80];
    uint32_t seed = 1;

    (void)state;
    fill(message, sizeof message, &seed);
    FOR_EACH_HASH(h)
    {
        for (unsigned round = 0; round < 200; round++) {
            const size_t bytes = some(&seed, 690), offset = some(&seed, 8);
            size_t done = 0;

            assert_int_equal(h->message(once, message + offset, bytes), NARAE_OK);
            memset(memory, 0xc5, sizeof memory);
            assert_int_equal(narae_hash_start(h->hash, memory, h->context_bytes), NARAE_OK);
            while (done < bytes) {
                const size_t left = bytes - done, n = some(&seed, left < 300 ? left : 300);

                assert_int_equal(narae_hash_update(h->hash, memory, message + offset + done, n), NARAE_OK);
                done += n;
                memcpy(other, memory, h->context_bytes);
                memset(memory, 0xc5, h->context_bytes);
                memcpy(memory, other, h->context_bytes);
            }
            memset(parts, 0xc5, sizeof parts);
            assert_int_equal(narae_hash_finish(h->hash, memory, parts, h->digest_bytes), NARAE_OK);
            assert_memory_equal(parts, once, h->digest_bytes);
            assert_untouched(parts + h->digest_bytes, sizeof parts - h->digest_bytes);
            assert_all((const uint8_t *)memory, 0, h->context_bytes);
            assert_untouched((const uint8_t *)memory + h->context_bytes, sizeof memory - h->context_bytes);
            assert_int_equal(narae_hash_message(h->hash, parts, h->digest_bytes, message + offset, bytes),
                             NARAE_OK);
            assert_memory_equal(parts, once, h->digest_bytes);
        }
    }
}

/* After whole blocks, a context of which only the first state_bytes were kept. */
static void
the_state_after_whole_blocks_is_all_that_is_needed(void **state)
{
    uint8_t message[4 * NARAE_HASH_BLOCK_BYTES], once[64], parts[64];
    uint32_t seed = 2;

    (void)state;
    fill(message, sizeof message, &seed);
    FOR_EACH_HASH(h)
    {
        for (size_t nblocks = 0; nblocks <= 3; nblocks++) {
            const size_t head = nblocks * h->block_bytes, bytes = head + some(&seed, h->block_bytes);

            assert_int_equal(h->message(once, message, bytes), NARAE_OK);
            assert_int_equal(narae_hash_start(h->hash, memory, sizeof memory), NARAE_OK);
            assert_int_equal(narae_hash_update(h->hash, memory, message, head), NARAE_OK);
            memset(other, 0xc5, sizeof other);
            memcpy(other, memory, h->hash->state_bytes);
            assert_int_equal(narae_hash_update(h->hash, other, message + head, bytes - head), NARAE_OK);
            assert_int_equal(narae_hash_finish(h->hash, other, parts, h->digest_bytes), NARAE_OK);
            assert_memory_equal(parts, once, h->digest_bytes);
        }
    }
}

static void
names_what_is_wrong(void **state)
{
    uint8_t digest[72];

    (void)state;
    memset(digest, 0xc5, sizeof digest);
    FOR_EACH_HASH(h)
    {
        const narae_hash *hash = h->hash;

        memset(memory, 0, sizeof memory);
        assert_int_equal(narae_hash_start(NULL, memory, sizeof memory), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_start(hash, NULL, sizeof memory), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_start(hash, memory, h->context_bytes - 1), NARAE_ERROR_LENGTH);
        assert_all((const uint8_t *)memory, 0, sizeof memory);
        assert_int_equal(narae_hash_update(hash, memory, digest, 1), NARAE_ERROR_STATE);
        assert_int_equal(narae_hash_finish(hash, memory, digest, h->digest_bytes), NARAE_ERROR_STATE);

        assert_int_equal(narae_hash_start(hash, memory, sizeof memory), NARAE_OK);
        assert_int_equal(narae_hash_update(NULL, memory, digest, 1), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_update(hash, NULL, digest, 1), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_update(hash, memory, NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_update(hash, memory, NULL, 0), NARAE_OK);
        assert_int_equal(narae_hash_finish(NULL, memory, digest, h->digest_bytes), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_finish(hash, NULL, digest, h->digest_bytes), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_finish(hash, memory, NULL, h->digest_bytes), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_finish(hash, memory, digest, h->digest_bytes - 1), NARAE_ERROR_LENGTH);
        assert_int_equal(narae_hash_finish(hash, memory, digest, h->digest_bytes + 1), NARAE_ERROR_LENGTH);

        assert_int_equal(narae_hash_message(NULL, digest, h->digest_bytes, digest, 1), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_message(hash, NULL, h->digest_bytes, digest, 1), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_message(hash, digest, h->digest_bytes, NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(narae_hash_message(hash, digest, h->digest_bytes - 1, digest, 1),
                         NARAE_ERROR_LENGTH);
        assert_untouched(digest, sizeof digest);

        narae_hash_clear(NULL, memory);
        narae_hash_clear(hash, NULL);
        narae_hash_clear(hash, memory);
        assert_all((const uint8_t *)memory, 0, h->context_bytes);
        assert_int_equal(narae_hash_update(hash, memory, digest, 1), NARAE_ERROR_STATE);
    }
}

/* Whose messages are counted: FIPS 180-4, 1, and sha2.h. */
static void
sha2_ends_at_its_limit(void **state)
{
    uint8_t digest[64] = {0};
    narae_sha2 ctx;

    (void)state;
    narae_sha2_clear(NULL);
    memset(&ctx, 0, sizeof ctx);
    assert_int_equal(narae_sha2_update(&ctx, digest, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_sha2_finish(&ctx, digest, 32), NARAE_ERROR_STATE);
    assert_int_equal(narae_sha256_start(&ctx), NARAE_OK);
    ctx.bytes = (UINT64_MAX >> 3) - 1;
    assert_int_equal(narae_sha2_update(&ctx, digest, 2), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha2_update(&ctx, digest, 1), NARAE_OK);
    assert_int_equal(narae_sha2_update(&ctx, digest, 1), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha2_finish(&ctx, digest, 28), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha2_finish(&ctx, digest, 32), NARAE_OK);
    assert_int_equal(narae_sha512_start(&ctx), NARAE_OK);
    ctx.bytes = UINT64_MAX - 1;
    assert_int_equal(narae_sha2_update(&ctx, digest, 2), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha2_update(&ctx, digest, 1), NARAE_OK);
    assert_int_equal(narae_sha2_update(&ctx, digest, 1), NARAE_ERROR_LENGTH);
    narae_sha2_clear(&ctx);
    assert_all((const uint8_t *)&ctx, 0, sizeof ctx);
}

static void
lsh_is_wiped(void **state)
{
    uint8_t digest[64] = {1};
    narae_lsh256 words;
    narae_lsh512 long_words;

    (void)state;
    narae_lsh256_clear(NULL);
    narae_lsh512_clear(NULL);
    assert_int_equal(narae_lsh256_256_start(&words), NARAE_OK);
    assert_int_equal(narae_lsh256_update(&words, digest, sizeof digest), NARAE_OK);
    narae_lsh256_clear(&words);
    assert_all((const uint8_t *)&words, 0, sizeof words);
    assert_int_equal(narae_lsh512_512_start(&long_words), NARAE_OK);
    assert_int_equal(narae_lsh512_update(&long_words, digest, sizeof digest), NARAE_OK);
    narae_lsh512_clear(&long_words);
    assert_all((const uint8_t *)&long_words, 0, sizeof long_words);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors_tell_sizes_that_fit),
        cmocka_unit_test(any_split_gives_what_the_named_function_gives),
        cmocka_unit_test(the_state_after_whole_blocks_is_all_that_is_needed),
        cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(sha2_ends_at_its_limit),
        cmocka_unit_test(lsh_is_wiped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
