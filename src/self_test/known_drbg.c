/* SPDX-License-Identifier: MIT */
/* Known answers of the DRBGs: a request after seeding, reseeding, and one with additional
 * input.  NIST SP 800-90A Rev. 1, 11.3. */

#include "self_test_internal.h"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/drbg.h"
#include "narae/lea.h"
#include "narae/lsh.h"
#include "narae/seed.h"
#include "narae/sha2.h"

/* The test of one kind: the arguments of its _init before the entropy. */
#define TEST_OF(kind, ...)                                                                               \
    static int test_##kind##_drbg(const narae_known_answer *test)                                        \
    {                                                                                                    \
        narae_##kind##_drbg ctx;                                                                         \
        uint8_t text[SHORT_BYTES], out[RANDOM_BYTES];                                                    \
        int status;                                                                                      \
                                                                                                         \
        put_message(text, 0, sizeof text);                                                               \
        status = narae_##kind##_drbg_init(&ctx, __VA_ARGS__, text, SHORT_BYTES, text, NONCE_BYTES, text, \
                                          PERSONAL_BYTES);                                               \
        status |= narae_##kind##_drbg_generate(&ctx, out, sizeof out, NULL, 0);                          \
        status |= narae_##kind##_drbg_reseed(&ctx, text, SHORT_BYTES, text, AD_BYTES);                   \
        status |= narae_##kind##_drbg_generate(&ctx, out, sizeof out, NULL, 0);                          \
        status |= narae_##kind##_drbg_generate(&ctx, out, sizeof out, text, AD_BYTES);                   \
        narae_##kind##_drbg_clear(&ctx);                                                                 \
        return outcome(status, is_answer(out, test->answer, sizeof out));                                \
    }

TEST_OF(ctr, (const narae_block_cipher *)test->subject, 16)
TEST_OF(hash, (const narae_hash *)test->subject)
TEST_OF(hmac, (const narae_hash *)test->subject)

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
