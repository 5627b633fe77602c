/* SPDX-License-Identifier: MIT */
/* Known answers of the DRBGs: a request after seeding, reseeding, and one with additional
 * input; CTR_DRBG with each key size, with derivation function and without.
 * NIST SP 800-90A Rev. 1, 11.3. */

#include "self_test_internal.h"

#include "narae/block_ciphers.h"
#include "narae/descriptor.h"
#include "narae/drbg.h"
#include "narae/lsh.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

/* Seeds a generator by the call `seeded`, reseeds it, and compares the output of the last of three requests.
 */
#define TEST(kind, answer, entropy_bytes, seeded)                                                \
    do {                                                                                         \
        narae_drbg_##kind ctx;                                                                   \
        uint8_t text[SHORT_BYTES], out[RANDOM_BYTES];                                            \
        bool ok;                                                                                 \
                                                                                                 \
        put_message(text, 0, sizeof text);                                                       \
        ok = (seeded) == NARAE_OK;                                                               \
        ok &= narae_drbg_##kind##_generate(&ctx, out, sizeof out, NULL, 0) == NARAE_OK;          \
        ok &= narae_drbg_##kind##_reseed(&ctx, text, entropy_bytes, text, AD_BYTES) == NARAE_OK; \
        ok &= narae_drbg_##kind##_generate(&ctx, out, sizeof out, NULL, 0) == NARAE_OK;          \
        ok &= narae_drbg_##kind##_generate(&ctx, out, sizeof out, text, AD_BYTES) == NARAE_OK;   \
        narae_drbg_##kind##_clear(&ctx);                                                         \
        return outcome(NARAE_OK, ok && is_answer(out, answer, sizeof out));                      \
    } while (0)
#define SEED text, SHORT_BYTES, text, NONCE_BYTES, text, PERSONAL_BYTES

static int
test_hash_drbg(const narae_known_answer *test)
{
    TEST(hash, test->answer, SHORT_BYTES,
         narae_drbg_hash_init(&ctx, (const narae_hash *)test->subject, SEED));
}

static int
test_hmac_drbg(const narae_known_answer *test)
{
    TEST(hmac, test->answer, SHORT_BYTES,
         narae_drbg_hmac_init(&ctx, (const narae_hash *)test->subject, SEED));
}

static int
test_with_df(const narae_block_cipher *cipher, size_t key_bytes, const uint8_t *answer)
{
    TEST(ctr, answer, SHORT_BYTES, narae_drbg_ctr_init(&ctx, cipher, key_bytes, SEED));
}

/* Entropy of seeding and reseeding: seedlen bytes, a key and a block. */
static int
test_without_df(const narae_block_cipher *cipher, size_t key_bytes, const uint8_t *answer)
{
    const size_t seed_bytes = key_bytes + cipher->block_bytes;

    TEST(ctr, answer, seed_bytes,
         narae_drbg_ctr_init_no_df(&ctx, cipher, key_bytes, text, seed_bytes, text, PERSONAL_BYTES));
}

static int
test_ctr_drbg(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const uint8_t *answer = test->answer;
    bool ok = true;

    for (unsigned i = 0; i < 3 && cipher->key_bytes[i] != 0; i++, answer += 2 * RANDOM_BYTES) {
        ok &= test_with_df(cipher, cipher->key_bytes[i], answer) == NARAE_OK;
        ok &= test_without_df(cipher, cipher->key_bytes[i], answer + RANDOM_BYTES) == NARAE_OK;
    }
    return outcome(NARAE_OK, ok);
}

#define CIPHER_TESTS(with, id, ID, block_bytes, key1, key2, key3) \
    KNOWN_ANSWER(ctr_drbg_##id, "CTR_DRBG " #ID, test_ctr_drbg, &narae_##id, ANSWER_CTR_DRBG_##ID)
NARAE_BLOCK_CIPHERS(CIPHER_TESTS, )

#define HASH_TESTS(id, ID, name)                                                                        \
    KNOWN_ANSWER(hash_drbg_##id, "Hash_DRBG " name, test_hash_drbg, &narae_##id, ANSWER_HASH_DRBG_##ID) \
    KNOWN_ANSWER(hmac_drbg_##id, "HMAC_DRBG " name, test_hmac_drbg, &narae_##id, ANSWER_HMAC_DRBG_##ID)
FOR_EACH_HASH(HASH_TESTS)
