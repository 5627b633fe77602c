/* SPDX-License-Identifier: MIT */
/* narae/kbkdf.h: KBKDF, keys from a key, with HMAC over any hash or CMAC with any
 * block cipher.  NIST SP 800-108 Rev. 1, 4.1 (counter mode) and 4.2 (feedback mode).
 *
 *     #include <narae/kbkdf.h>
 *     #include <narae/sha2.h>
 *
 *     narae_kbkdf_input input = {
 *         .label = label, .label_bytes = sizeof label, .context = context, .context_bytes = sizeof context,
 *         .counter_bytes = 4, .length_bytes = 4,
 *     };
 *     uint8_t keys[48];
 *     int status = narae_kbkdf_counter_hmac(keys, sizeof keys, &narae_sha256, key, sizeof key, &input);
 *     if (status != NARAE_OK)
 *         return -1;
 *
 * The output is K(1) || K(2) || ..., cut to its size, with
 *
 *     counter mode    K(i) = PRF(key, before || [i] || after)
 *     feedback mode   K(i) = PRF(key, K(i-1) || before || [i] || after),  K(0) = iv
 *
 * where [i] has `counter_bytes` bytes, big-endian, and `after` is
 *
 *     label || 0x00 || context || [output's bits]
 *
 * without the zero byte and the length if `length_bytes` is 0: then label and
 * context are whatever follows the counter, as the fixed input data of validation
 * requests.  Different uses of a key need different labels; the standard advises a
 * context that names all who share the keys.
 *
 * With CMAC in counter mode, an attacker who chooses the context can steer the
 * output (SP 800-108 Rev. 1, 6.7): use HMAC then.
 *
 * Side channels: time depends on lengths alone. */
#ifndef NARAE_KBKDF_H
#define NARAE_KBKDF_H

#include "narae/block_cipher.h"
#include "narae/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the keys are made from besides the key; anything absent is null or 0. */
typedef struct narae_kbkdf_input {
    const uint8_t *label, *context;
    size_t label_bytes, context_bytes;
    const uint8_t *before; /* fixed data in front of the counter */
    size_t before_bytes;
    const uint8_t *iv; /* feedback mode alone */
    size_t iv_bytes;
    uint8_t counter_bytes; /* 1 to 4; in feedback mode also 0 */
    uint8_t length_bytes;  /* 1 to 4; or 0, and there is no zero byte either */
} narae_kbkdf_input;

/* Each writes `out_bytes` bytes, which must overlap no input.  On an error `out` is
 * unchanged.  Returns
 *
 *     NARAE_OK
 *     NARAE_ERROR_NULL
 *     NARAE_ERROR_LENGTH      more blocks than the counter can count, more bits than
 *                             the length can say, a counter or length of another
 *                             size, 2^58 bytes or more of one input, or a hash that
 *                             is too large for HMAC
 *     NARAE_ERROR_KEY_SIZE    the cipher has no such key
 *     NARAE_ERROR_BLOCK_SIZE  CMAC has no such block */
NARAE_MUST_CHECK int narae_kbkdf_counter_hmac(uint8_t *out, size_t out_bytes, const narae_hash *hash,
                                              const uint8_t *key, size_t key_bytes,
                                              const narae_kbkdf_input *input);
NARAE_MUST_CHECK int narae_kbkdf_feedback_hmac(uint8_t *out, size_t out_bytes, const narae_hash *hash,
                                               const uint8_t *key, size_t key_bytes,
                                               const narae_kbkdf_input *input);
NARAE_MUST_CHECK int narae_kbkdf_counter_cmac(uint8_t *out, size_t out_bytes,
                                              const narae_block_cipher *cipher, const uint8_t *key,
                                              size_t key_bytes, const narae_kbkdf_input *input);
NARAE_MUST_CHECK int narae_kbkdf_feedback_cmac(uint8_t *out, size_t out_bytes,
                                               const narae_block_cipher *cipher, const uint8_t *key,
                                               size_t key_bytes, const narae_kbkdf_input *input);

#ifdef __cplusplus
}
#endif
#endif
