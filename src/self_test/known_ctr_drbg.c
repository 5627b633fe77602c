/* SPDX-License-Identifier: MIT */
/* Known answers of CTR_DRBG: a request after seeding, reseeding, and one with additional
 * input.  NIST SP 800-90A Rev. 1, 11.3. */

#include "self_test_internal.h"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/drbg.h"
#include "narae/lea.h"
#include "narae/seed.h"

static int
test_ctr_drbg(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    narae_ctr_drbg ctx;
    uint8_t text[SHORT_BYTES], out[RANDOM_BYTES];
    int status;

    put_message(text, 0, sizeof text);
    status =
        narae_ctr_drbg_init(&ctx, cipher, 16, text, SHORT_BYTES, text, NONCE_BYTES, text, PERSONAL_BYTES);
    status |= narae_ctr_drbg_generate(&ctx, out, sizeof out, NULL, 0);
    status |= narae_ctr_drbg_reseed(&ctx, text, SHORT_BYTES, text, AD_BYTES);
    status |= narae_ctr_drbg_generate(&ctx, out, sizeof out, NULL, 0);
    status |= narae_ctr_drbg_generate(&ctx, out, sizeof out, text, AD_BYTES);
    narae_ctr_drbg_clear(&ctx);
    return outcome(status, is_answer(out, test->answer, sizeof out));
}

KNOWN_ANSWER(ctr_drbg_aes, "CTR_DRBG AES-128", test_ctr_drbg, &narae_aes, ANSWER_CTR_DRBG_AES)
KNOWN_ANSWER(ctr_drbg_aria, "CTR_DRBG ARIA-128", test_ctr_drbg, &narae_aria, ANSWER_CTR_DRBG_ARIA)
KNOWN_ANSWER(ctr_drbg_lea, "CTR_DRBG LEA-128", test_ctr_drbg, &narae_lea, ANSWER_CTR_DRBG_LEA)
KNOWN_ANSWER(ctr_drbg_seed, "CTR_DRBG SEED-128", test_ctr_drbg, &narae_seed, ANSWER_CTR_DRBG_SEED)
