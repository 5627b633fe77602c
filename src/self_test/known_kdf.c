/* SPDX-License-Identifier: MIT */
/* Known answers of key derivation: KBKDF in counter and in feedback mode, and PBKDF2,
 * each with more than one block of output.  NIST SP 800-108 Rev. 1, SP 800-132. */

#include "self_test_internal.h"

#include "narae/block_ciphers.h"
#include "narae/kbkdf.h"
#include "narae/lsh.h"
#include "narae/pbkdf2.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

enum { DERIVED_BYTES = 40, LABEL_BYTES = 8, IV_BYTES = 16, ITERATIONS = 3 };

/* Both modes of KBKDF with a PRF and a key of 16 bytes. */
#define KBKDF_TEST(prf, type)                                                                     \
    static int test_kbkdf_##prf(const narae_known_answer *test)                                   \
    {                                                                                             \
        const type *subject = (const type *)test->subject;                                        \
        narae_kbkdf_input input = {.counter_bytes = 4, .length_bytes = 4};                        \
        uint8_t text[AD_BYTES], out[DERIVED_BYTES];                                               \
        bool ok;                                                                                  \
                                                                                                  \
        put_message(text, 0, sizeof text);                                                        \
        input.label = input.context = text;                                                       \
        input.label_bytes = LABEL_BYTES;                                                          \
        input.context_bytes = sizeof text;                                                        \
        ok = narae_kbkdf_counter_##prf(out, sizeof out, subject, text, 16, &input) == NARAE_OK;   \
        ok &= is_answer(out, test->answer, sizeof out);                                           \
        input.iv = text;                                                                          \
        input.iv_bytes = IV_BYTES;                                                                \
        ok &= narae_kbkdf_feedback_##prf(out, sizeof out, subject, text, 16, &input) == NARAE_OK; \
        return outcome(NARAE_OK, ok && is_answer(out, test->answer + DERIVED_BYTES, sizeof out)); \
    }

KBKDF_TEST(cmac, narae_block_cipher)
KBKDF_TEST(hmac, narae_hash)

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

#define CIPHER_TESTS(with, id, ID, block_bytes, key1, key2, key3)                         \
    KNOWN_ANSWER(kbkdf_cmac_##id, "KBKDF CMAC " #ID "-128", test_kbkdf_cmac, &narae_##id, \
                 ANSWER_KBKDF_CMAC_##ID)
NARAE_BLOCK_CIPHERS(CIPHER_TESTS, )

#define HASH_TESTS(id, ID, name)                                                                            \
    KNOWN_ANSWER(kbkdf_hmac_##id, "KBKDF HMAC " name, test_kbkdf_hmac, &narae_##id, ANSWER_KBKDF_HMAC_##ID) \
    KNOWN_ANSWER(pbkdf2_##id, "PBKDF2 " name, test_pbkdf2, &narae_##id, ANSWER_PBKDF2_##ID)
FOR_EACH_HASH(HASH_TESTS)
