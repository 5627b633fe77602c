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
 * decrypt what it has encrypted; what has a tag must refuse a wrong one.
 *
 * What a module still has to do: docs/kcmvp.md.
 *
 * Stack: a context of the mode and a message, about 1 KiB on microcontrollers and
 * 5 KiB elsewhere. */
#ifndef NARAE_SELF_TEST_H
#define NARAE_SELF_TEST_H

#include "narae/block_cipher.h"

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

/* Block ciphers, with each key size. */
extern const narae_known_answer narae_known_answer_aes;
extern const narae_known_answer narae_known_answer_aria;
extern const narae_known_answer narae_known_answer_hight;
extern const narae_known_answer narae_known_answer_lea;
extern const narae_known_answer narae_known_answer_pipo;
extern const narae_known_answer narae_known_answer_seed;

/* Their modes, with keys of 128 bits; KWP is tested with KW. */
extern const narae_known_answer narae_known_answer_aes_cbc;
extern const narae_known_answer narae_known_answer_aes_ccm;
extern const narae_known_answer narae_known_answer_aes_cfb;
extern const narae_known_answer narae_known_answer_aes_cmac;
extern const narae_known_answer narae_known_answer_aes_ctr;
extern const narae_known_answer narae_known_answer_aes_gcm;
extern const narae_known_answer narae_known_answer_aes_gmac;
extern const narae_known_answer narae_known_answer_aes_kw;
extern const narae_known_answer narae_known_answer_aes_ofb;
extern const narae_known_answer narae_known_answer_aes_xts;
extern const narae_known_answer narae_known_answer_aria_cbc;
extern const narae_known_answer narae_known_answer_aria_ccm;
extern const narae_known_answer narae_known_answer_aria_cfb;
extern const narae_known_answer narae_known_answer_aria_cmac;
extern const narae_known_answer narae_known_answer_aria_ctr;
extern const narae_known_answer narae_known_answer_aria_gcm;
extern const narae_known_answer narae_known_answer_aria_gmac;
extern const narae_known_answer narae_known_answer_aria_kw;
extern const narae_known_answer narae_known_answer_aria_ofb;
extern const narae_known_answer narae_known_answer_aria_xts;
extern const narae_known_answer narae_known_answer_hight_cbc;
extern const narae_known_answer narae_known_answer_hight_cfb;
extern const narae_known_answer narae_known_answer_hight_cmac;
extern const narae_known_answer narae_known_answer_hight_ctr;
extern const narae_known_answer narae_known_answer_hight_ofb;
extern const narae_known_answer narae_known_answer_lea_cbc;
extern const narae_known_answer narae_known_answer_lea_ccm;
extern const narae_known_answer narae_known_answer_lea_cfb;
extern const narae_known_answer narae_known_answer_lea_cmac;
extern const narae_known_answer narae_known_answer_lea_ctr;
extern const narae_known_answer narae_known_answer_lea_gcm;
extern const narae_known_answer narae_known_answer_lea_gmac;
extern const narae_known_answer narae_known_answer_lea_kw;
extern const narae_known_answer narae_known_answer_lea_ofb;
extern const narae_known_answer narae_known_answer_lea_xts;
extern const narae_known_answer narae_known_answer_seed_cbc;
extern const narae_known_answer narae_known_answer_seed_ccm;
extern const narae_known_answer narae_known_answer_seed_cfb;
extern const narae_known_answer narae_known_answer_seed_cmac;
extern const narae_known_answer narae_known_answer_seed_ctr;
extern const narae_known_answer narae_known_answer_seed_gcm;
extern const narae_known_answer narae_known_answer_seed_gmac;
extern const narae_known_answer narae_known_answer_seed_kw;
extern const narae_known_answer narae_known_answer_seed_ofb;
extern const narae_known_answer narae_known_answer_seed_xts;

/* DRBGs, CTR_DRBG with each key size, with derivation function and without. */
extern const narae_known_answer narae_known_answer_ctr_drbg_aes;
extern const narae_known_answer narae_known_answer_ctr_drbg_aria;
extern const narae_known_answer narae_known_answer_ctr_drbg_hight;
extern const narae_known_answer narae_known_answer_ctr_drbg_lea;
extern const narae_known_answer narae_known_answer_ctr_drbg_seed;
extern const narae_known_answer narae_known_answer_hash_drbg_lsh256_224;
extern const narae_known_answer narae_known_answer_hash_drbg_lsh256_256;
extern const narae_known_answer narae_known_answer_hash_drbg_lsh512_224;
extern const narae_known_answer narae_known_answer_hash_drbg_lsh512_256;
extern const narae_known_answer narae_known_answer_hash_drbg_lsh512_384;
extern const narae_known_answer narae_known_answer_hash_drbg_lsh512_512;
extern const narae_known_answer narae_known_answer_hash_drbg_sha224;
extern const narae_known_answer narae_known_answer_hash_drbg_sha256;
extern const narae_known_answer narae_known_answer_hash_drbg_sha384;
extern const narae_known_answer narae_known_answer_hash_drbg_sha512;
extern const narae_known_answer narae_known_answer_hash_drbg_sha512_224;
extern const narae_known_answer narae_known_answer_hash_drbg_sha512_256;
extern const narae_known_answer narae_known_answer_hash_drbg_sha3_224;
extern const narae_known_answer narae_known_answer_hash_drbg_sha3_256;
extern const narae_known_answer narae_known_answer_hash_drbg_sha3_384;
extern const narae_known_answer narae_known_answer_hash_drbg_sha3_512;
extern const narae_known_answer narae_known_answer_hmac_drbg_lsh256_224;
extern const narae_known_answer narae_known_answer_hmac_drbg_lsh256_256;
extern const narae_known_answer narae_known_answer_hmac_drbg_lsh512_224;
extern const narae_known_answer narae_known_answer_hmac_drbg_lsh512_256;
extern const narae_known_answer narae_known_answer_hmac_drbg_lsh512_384;
extern const narae_known_answer narae_known_answer_hmac_drbg_lsh512_512;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha224;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha256;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha384;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha512;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha512_224;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha512_256;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha3_224;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha3_256;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha3_384;
extern const narae_known_answer narae_known_answer_hmac_drbg_sha3_512;

/* Keys from keys, and from passwords: KBKDF in both modes, with CMAC and keys of 128 bits, or with HMAC. */
extern const narae_known_answer narae_known_answer_kbkdf_cmac_aes;
extern const narae_known_answer narae_known_answer_kbkdf_cmac_aria;
extern const narae_known_answer narae_known_answer_kbkdf_cmac_hight;
extern const narae_known_answer narae_known_answer_kbkdf_cmac_lea;
extern const narae_known_answer narae_known_answer_kbkdf_cmac_seed;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_lsh256_224;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_lsh256_256;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_lsh512_224;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_lsh512_256;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_lsh512_384;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_lsh512_512;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha224;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha256;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha384;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha512;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha512_224;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha512_256;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha3_224;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha3_256;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha3_384;
extern const narae_known_answer narae_known_answer_kbkdf_hmac_sha3_512;
extern const narae_known_answer narae_known_answer_pbkdf2_lsh256_224;
extern const narae_known_answer narae_known_answer_pbkdf2_lsh256_256;
extern const narae_known_answer narae_known_answer_pbkdf2_lsh512_224;
extern const narae_known_answer narae_known_answer_pbkdf2_lsh512_256;
extern const narae_known_answer narae_known_answer_pbkdf2_lsh512_384;
extern const narae_known_answer narae_known_answer_pbkdf2_lsh512_512;
extern const narae_known_answer narae_known_answer_pbkdf2_sha224;
extern const narae_known_answer narae_known_answer_pbkdf2_sha256;
extern const narae_known_answer narae_known_answer_pbkdf2_sha384;
extern const narae_known_answer narae_known_answer_pbkdf2_sha512;
extern const narae_known_answer narae_known_answer_pbkdf2_sha512_224;
extern const narae_known_answer narae_known_answer_pbkdf2_sha512_256;
extern const narae_known_answer narae_known_answer_pbkdf2_sha3_224;
extern const narae_known_answer narae_known_answer_pbkdf2_sha3_256;
extern const narae_known_answer narae_known_answer_pbkdf2_sha3_384;
extern const narae_known_answer narae_known_answer_pbkdf2_sha3_512;

/* Ciphers, hashes and HMAC. */
extern const narae_known_answer narae_known_answer_ascon_aead128;
extern const narae_known_answer narae_known_answer_ascon_hash256;
extern const narae_known_answer narae_known_answer_chacha20_poly1305;
extern const narae_known_answer narae_known_answer_hmac_lsh256_224;
extern const narae_known_answer narae_known_answer_hmac_lsh256_256;
extern const narae_known_answer narae_known_answer_hmac_lsh512_224;
extern const narae_known_answer narae_known_answer_hmac_lsh512_256;
extern const narae_known_answer narae_known_answer_hmac_lsh512_384;
extern const narae_known_answer narae_known_answer_hmac_lsh512_512;
extern const narae_known_answer narae_known_answer_hmac_sha224;
extern const narae_known_answer narae_known_answer_hmac_sha256;
extern const narae_known_answer narae_known_answer_hmac_sha384;
extern const narae_known_answer narae_known_answer_hmac_sha512;
extern const narae_known_answer narae_known_answer_hmac_sha512_224;
extern const narae_known_answer narae_known_answer_hmac_sha512_256;
extern const narae_known_answer narae_known_answer_hmac_sha3_224;
extern const narae_known_answer narae_known_answer_hmac_sha3_256;
extern const narae_known_answer narae_known_answer_hmac_sha3_384;
extern const narae_known_answer narae_known_answer_hmac_sha3_512;
extern const narae_known_answer narae_known_answer_lsh256_224;
extern const narae_known_answer narae_known_answer_lsh256_256;
extern const narae_known_answer narae_known_answer_lsh512_224;
extern const narae_known_answer narae_known_answer_lsh512_256;
extern const narae_known_answer narae_known_answer_lsh512_384;
extern const narae_known_answer narae_known_answer_lsh512_512;
extern const narae_known_answer narae_known_answer_sha224;
extern const narae_known_answer narae_known_answer_sha256;
extern const narae_known_answer narae_known_answer_sha384;
extern const narae_known_answer narae_known_answer_sha512;
extern const narae_known_answer narae_known_answer_sha512_224;
extern const narae_known_answer narae_known_answer_sha512_256;
extern const narae_known_answer narae_known_answer_sha3_224;
extern const narae_known_answer narae_known_answer_sha3_256;
extern const narae_known_answer narae_known_answer_sha3_384;
extern const narae_known_answer narae_known_answer_sha3_512;

#ifdef __cplusplus
}
#endif
#endif
