/* SPDX-License-Identifier: MIT */
/* Known answers of the functions that derive keys: KBKDF in counter and in feedback
 * mode, and PBKDF2, each with more than one block of output.  NIST SP 800-108 Rev. 1,
 * SP 800-132. */

#include "self_test_internal.h"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/hight.h"
#include "narae/kbkdf.h"
#include "narae/lea.h"
#include "narae/lsh.h"
#include "narae/pbkdf2.h"
#include "narae/seed.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

enum { DERIVED_BYTES = 40, LABEL_BYTES = 8, IV_BYTES = 16, ITERATIONS = 3 };

/* KBKDF over one PRF: both modes under a key of 16 bytes. */
#define TEST_OF(prf, type)                                                                           \
    static int test_kbkdf_##prf(const narae_known_answer *test)                                      \
    {                                                                                                \
        const type *subject = (const type *)test->subject;                                           \
        narae_kbkdf_input input = {.counter_bytes = 4, .length_bytes = 4};                           \
        uint8_t text[AD_BYTES], out[DERIVED_BYTES];                                                  \
        bool right;                                                                                  \
                                                                                                     \
        put_message(text, 0, sizeof text);                                                           \
        input.label = input.context = text;                                                          \
        input.label_bytes = LABEL_BYTES;                                                             \
        input.context_bytes = sizeof text;                                                           \
        right = narae_kbkdf_counter_##prf(out, sizeof out, subject, text, 16, &input) == NARAE_OK;   \
        right &= is_answer(out, test->answer, sizeof out);                                           \
        input.iv = text;                                                                             \
        input.iv_bytes = IV_BYTES;                                                                   \
        right &= narae_kbkdf_feedback_##prf(out, sizeof out, subject, text, 16, &input) == NARAE_OK; \
        return outcome(NARAE_OK, right && is_answer(out, test->answer + DERIVED_BYTES, sizeof out)); \
    }

TEST_OF(cmac, narae_block_cipher)
TEST_OF(hmac, narae_hash)

static int
test_pbkdf2(const narae_known_answer *test)
{
    uint8_t text[AD_BYTES], out[DERIVED_BYTES];
    int status;

    put_message(text, 0, sizeof text);
    status = narae_pbkdf2(out, sizeof out, (const narae_hash *)test->subject, text, sizeof text, text,
                          IV_BYTES, ITERATIONS);
    return outcome(status, is_answer(out, test->answer, sizeof out));
}

KNOWN_ANSWER(kbkdf_cmac_aes, "KBKDF CMAC AES-128", test_kbkdf_cmac, &narae_aes, ANSWER_KBKDF_CMAC_AES)
KNOWN_ANSWER(kbkdf_cmac_aria, "KBKDF CMAC ARIA-128", test_kbkdf_cmac, &narae_aria, ANSWER_KBKDF_CMAC_ARIA)
KNOWN_ANSWER(kbkdf_cmac_hight, "KBKDF CMAC HIGHT-128", test_kbkdf_cmac, &narae_hight, ANSWER_KBKDF_CMAC_HIGHT)
KNOWN_ANSWER(kbkdf_cmac_lea, "KBKDF CMAC LEA-128", test_kbkdf_cmac, &narae_lea, ANSWER_KBKDF_CMAC_LEA)
KNOWN_ANSWER(kbkdf_cmac_seed, "KBKDF CMAC SEED-128", test_kbkdf_cmac, &narae_seed, ANSWER_KBKDF_CMAC_SEED)

#define OF_HASH(id, ID, name)                                                                               \
    KNOWN_ANSWER(kbkdf_hmac_##id, "KBKDF HMAC " name, test_kbkdf_hmac, &narae_##id, ANSWER_KBKDF_HMAC_##ID) \
    KNOWN_ANSWER(pbkdf2_##id, "PBKDF2 " name, test_pbkdf2, &narae_##id, ANSWER_PBKDF2_##ID)
FOR_EACH_HASH(OF_HASH)
