/* SPDX-License-Identifier: MIT */
/* narae/self_test.h: known answers, for a module that must test itself before it
 * works.  ISO/IEC 19790:2012, 7.10; FIPS 140-3; KS X ISO/IEC 19790.
 *
 *     #include <narae/self_test.h>
 *
 *     static const narae_known_answer *const mine[] = {
 *         &narae_known_answer_lea, &narae_known_answer_lea_gcm, NULL};
 *     const char *failed;
 *
 *     if (narae_self_test(mine, &failed) != NARAE_OK)
 *         stop(failed);
 *
 * Each algorithm is an object, and with the linker's --gc-sections only those that a
 * program names are linked, with the algorithm itself.
 * narae_self_test(narae_known_answers(), &failed) runs, and links, all of them.
 *
 * A test runs the kernels that were selected for this CPU.  It compares the result
 * for a short message with that of a model written from the standard alone; on
 * 64-bit machines, whose kernels process many blocks at once, a long message in one
 * call must also give what it gives block by block.  Each cipher and mode must
 * decrypt what it has encrypted; authenticated modes must reject a wrong tag.
 *
 * What a module still has to do: docs/how-to/kcmvp.md.
 *
 * Stack: a context of the mode and a message, about 1 KiB on microcontrollers and
 * 5 KiB elsewhere. */
#ifndef NARAE_SELF_TEST_H
#define NARAE_SELF_TEST_H

#include "narae/block_ciphers.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct narae_known_answer narae_known_answer;

/* Runs the tests of a list that ends with a null pointer.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, or NARAE_ERROR_SELF_TEST at the first that fails; *failed, unless
 * `failed` is null, is then its name, such as "LEA-128 GCM", else null.  A list without
 * a test is NARAE_ERROR_SELF_TEST, too. */
NARAE_MUST_CHECK int narae_self_test(const narae_known_answer *const *tests, const char **failed);

/* The list of all tests. */
const narae_known_answer *const *narae_known_answers(void);

/* A pairwise test: decryption must undo encryption under a key of the caller, for one
 * block and for many.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule is larger than NARAE_MODE_SCHEDULE_BYTES), or
 * NARAE_ERROR_SELF_TEST. */
NARAE_MUST_CHECK int narae_pairwise_test(const narae_block_cipher *cipher, const uint8_t *key,
                                         size_t key_bytes);

/* clang-format off */

/* The tests: X(lea) stands for narae_known_answer_lea.  First the block ciphers. */
#define NARAE_KNOWN_ANSWERS(X) \
    NARAE_BLOCK_CIPHERS(NARAE_KNOWN_ANSWERS_OF_CIPHER, X) \
    X(ascon_aead128) X(ascon_hash256) X(chacha20_poly1305) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, lsh256_224) NARAE_KNOWN_ANSWERS_OF_HASH(X, lsh256_256) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, lsh512_224) NARAE_KNOWN_ANSWERS_OF_HASH(X, lsh512_256) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, lsh512_384) NARAE_KNOWN_ANSWERS_OF_HASH(X, lsh512_512) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, sha224) NARAE_KNOWN_ANSWERS_OF_HASH(X, sha256) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, sha384) NARAE_KNOWN_ANSWERS_OF_HASH(X, sha512) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, sha512_224) NARAE_KNOWN_ANSWERS_OF_HASH(X, sha512_256) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, sha3_224) NARAE_KNOWN_ANSWERS_OF_HASH(X, sha3_256) \
    NARAE_KNOWN_ANSWERS_OF_HASH(X, sha3_384) NARAE_KNOWN_ANSWERS_OF_HASH(X, sha3_512)

/* A cipher with each key size; its modes and KBKDF with keys of 128 bits; CTR_DRBG with each key size, with
 * derivation function and without. */
#define NARAE_KNOWN_ANSWERS_OF_CIPHER(X, cipher, CIPHER, block_bytes, key1, key2, key3) \
    X(cipher) X(cipher##_cbc) X(cipher##_cfb) X(cipher##_cmac) X(cipher##_ctr) X(cipher##_ofb) \
    X(ctr_drbg_##cipher) X(kbkdf_cmac_##cipher) \
    NARAE_KNOWN_ANSWERS_OF_##block_bytes(X, cipher)

/* Modes for blocks of 8 and of 16 bytes alone; KWP is tested with KW. */
#define NARAE_KNOWN_ANSWERS_OF_8(X, cipher)
#define NARAE_KNOWN_ANSWERS_OF_16(X, cipher) \
    X(cipher##_ccm) X(cipher##_gcm) X(cipher##_gmac) X(cipher##_kw) X(cipher##_xts)

/* A hash and what is built on it; KBKDF in both modes. */
#define NARAE_KNOWN_ANSWERS_OF_HASH(X, hash) \
    X(hash) X(hmac_##hash) X(hash_drbg_##hash) X(hmac_drbg_##hash) X(kbkdf_hmac_##hash) X(pbkdf2_##hash)

/* clang-format on */

#define NARAE_DECLARE_KNOWN_ANSWER(name) extern const narae_known_answer narae_known_answer_##name;
NARAE_KNOWN_ANSWERS(NARAE_DECLARE_KNOWN_ANSWER)
#undef NARAE_DECLARE_KNOWN_ANSWER

#ifdef __cplusplus
}
#endif
#endif
