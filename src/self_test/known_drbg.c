/* SPDX-License-Identifier: MIT */
/* Known answers of the DRBGs: a request after seeding, reseeding, and one with additional
 * input; CTR_DRBG with derivation function and without.  NIST SP 800-90A Rev. 1, 11.3. */

#include "self_test_internal.h"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/drbg.h"
#include "narae/lea.h"
#include "narae/lsh.h"
#include "narae/seed.h"
#include "narae/sha2.h"

enum { WHOLE_BYTES = 32 }; /* of entropy for CTR_DRBG without derivation function: a key and a block */

/* The test `name` of one kind, whose answer begins at `first`: what seeds it, and how much entropy reseeds
 * it. */
#define TEST_OF(name, kind, first, entropy_bytes, seeded)                                \
    static int name(const narae_known_answer *test)                                      \
    {                                                                                    \
        narae_##kind##_drbg ctx;                                                         \
        uint8_t text[SHORT_BYTES], out[RANDOM_BYTES];                                    \
        int status;                                                                      \
                                                                                         \
        put_message(text, 0, sizeof text);                                               \
        status = seeded;                                                                 \
        status |= narae_##kind##_drbg_generate(&ctx, out, sizeof out, NULL, 0);          \
        status |= narae_##kind##_drbg_reseed(&ctx, text, entropy_bytes, text, AD_BYTES); \
        status |= narae_##kind##_drbg_generate(&ctx, out, sizeof out, NULL, 0);          \
        status |= narae_##kind##_drbg_generate(&ctx, out, sizeof out, text, AD_BYTES);   \
        narae_##kind##_drbg_clear(&ctx);                                                 \
        return outcome(status, is_answer(out, test->answer + (first), sizeof out));      \
    }
#define SEED text, SHORT_BYTES, text, NONCE_BYTES, text, PERSONAL_BYTES

TEST_OF(test_hash_drbg, hash, 0, SHORT_BYTES,
        narae_hash_drbg_init(&ctx, (const narae_hash *)test->subject, SEED))
TEST_OF(test_hmac_drbg, hmac, 0, SHORT_BYTES,
        narae_hmac_drbg_init(&ctx, (const narae_hash *)test->subject, SEED))
TEST_OF(test_with_df, ctr, 0, SHORT_BYTES,
        narae_ctr_drbg_init(&ctx, (const narae_block_cipher *)test->subject, 16, SEED))
TEST_OF(test_without_df, ctr, RANDOM_BYTES, WHOLE_BYTES,
        narae_ctr_drbg_init_no_df(&ctx, (const narae_block_cipher *)test->subject, 16, text, WHOLE_BYTES,
                                  text, PERSONAL_BYTES))

static int
test_ctr_drbg(const narae_known_answer *test)
{
    return outcome(test_with_df(test), test_without_df(test) == NARAE_OK);
}

KNOWN_ANSWER(ctr_drbg_aes, "CTR_DRBG AES-128", test_ctr_drbg, &narae_aes, ANSWER_CTR_DRBG_AES)
KNOWN_ANSWER(ctr_drbg_aria, "CTR_DRBG ARIA-128", test_ctr_drbg, &narae_aria, ANSWER_CTR_DRBG_ARIA)
KNOWN_ANSWER(ctr_drbg_lea, "CTR_DRBG LEA-128", test_ctr_drbg, &narae_lea, ANSWER_CTR_DRBG_LEA)
KNOWN_ANSWER(ctr_drbg_seed, "CTR_DRBG SEED-128", test_ctr_drbg, &narae_seed, ANSWER_CTR_DRBG_SEED)
KNOWN_ANSWER(hash_drbg_sha256, "Hash_DRBG SHA-256", test_hash_drbg, &narae_hash_sha256,
             ANSWER_HASH_DRBG_SHA256)
KNOWN_ANSWER(hash_drbg_lsh256_256, "Hash_DRBG LSH-256-256", test_hash_drbg, &narae_hash_lsh256_256,
             ANSWER_HASH_DRBG_LSH256_256)
KNOWN_ANSWER(hmac_drbg_sha256, "HMAC_DRBG SHA-256", test_hmac_drbg, &narae_hash_sha256,
             ANSWER_HMAC_DRBG_SHA256)
KNOWN_ANSWER(hmac_drbg_lsh256_256, "HMAC_DRBG LSH-256-256", test_hmac_drbg, &narae_hash_lsh256_256,
             ANSWER_HMAC_DRBG_LSH256_256)
