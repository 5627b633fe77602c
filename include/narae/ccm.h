/* SPDX-License-Identifier: MIT */
/* narae/ccm.h: counter with CBC-MAC, authenticated encryption with associated
 * data.  NIST SP 800-38C, clause 6 and appendix A; RFC 3610.
 *
 *     #include <narae/aes.h>
 *     #include <narae/ccm.h>
 *
 *     narae_ccm ccm;
 *     if (narae_ccm_init(&ccm, &narae_aes, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_ccm_seal(&ccm, out, tag, 8, nonce, 13, ad, ad_bytes, in, bytes) != NARAE_OK)
 *         return -1;
 *     ...
 *     if (narae_ccm_open(&ccm, in, nonce, 13, ad, ad_bytes, out, bytes, tag, 8) != NARAE_OK)
 *         return -1;                                 forged: discard the message
 *     narae_ccm_clear(&ccm);
 *
 * A nonce must never be used for two messages under one key.
 *
 * Limits: nonces of 7 to 13 bytes; a message has less than
 * 2^(8 * (15 - nonce_bytes)) bytes: 65535 with a nonce of 13 bytes; tags of
 * 4, 6, 8, 10, 12, 14 or 16 bytes.  The standard allows at most 2^61 calls of
 * the cipher under one key; the caller counts.
 *
 * Side channels: time depends on the cipher and the lengths; tags are
 * compared without branches.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_CCM_H
#define NARAE_CCM_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The message in progress. */
typedef struct narae_ccm_message {
    uint64_t ad_left, left; /* declared and still to come */
    uint8_t x[16];          /* the CBC-MAC, with `at` bytes of the current block already added */
    uint8_t counter[16], keystream[16];
    uint8_t counter_bits;
    uint8_t tag_bytes;
    uint8_t at;
    uint8_t phase;
} narae_ccm_message;

typedef struct narae_ccm {
    narae_mode_key key;
    narae_ccm_message message;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_ccm;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context) or
 * NARAE_ERROR_BLOCK_SIZE (not 16 bytes).  _init_sized takes the space for the schedule as
 * an argument, for other languages. */
NARAE_MUST_CHECK int narae_ccm_init_sized(narae_ccm *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_ccm_init(narae_ccm *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_ccm_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_BLOCK_SIZE or NARAE_ERROR_STATE (not a
 * schedule of `cipher`). */
NARAE_MUST_CHECK int narae_ccm_init_schedule(narae_ccm *ctx, const narae_block_cipher *cipher,
                                             const void *schedule);

/* Encrypts and authenticates a message of `bytes` bytes; `ad` is only
 * authenticated.  `out` may be `in`.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (no key), NARAE_ERROR_NONCE_SIZE, NARAE_ERROR_TAG_SIZE,
 * NARAE_ERROR_LENGTH or NARAE_ERROR_OVERLAP (of `out` with `in` or `tag`). */
NARAE_MUST_CHECK int narae_ccm_seal(const narae_ccm *ctx, uint8_t *out, uint8_t *tag, size_t tag_bytes,
                                    const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
                                    size_t ad_bytes, const uint8_t *in, size_t bytes);

/* Decrypts and verifies a message.  Errors as above, and
 * NARAE_ERROR_AUTHENTICATION: the message or the tag was modified, and `out`
 * is zeroed; until it returns, `out` holds unverified plaintext (narae/status.h). */
NARAE_MUST_CHECK int narae_ccm_open(const narae_ccm *ctx, uint8_t *out, const uint8_t *nonce,
                                    size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                                    size_t bytes, const uint8_t *tag, size_t tag_bytes);

/* A message in pieces of any size.  CCM must know all lengths first: _start
 * takes them.  Then _ad as often as needed, then _encrypt or _decrypt as often
 * as needed, then _finish or _verify with the declared tag size.  What _decrypt
 * has written must not be used before _verify has returned NARAE_OK.  Errors as
 * above, NARAE_ERROR_LENGTH for more bytes than declared, and NARAE_ERROR_STATE
 * for another order or fewer bytes than declared; after an error other than
 * NARAE_ERROR_AUTHENTICATION the message is unchanged. */
NARAE_MUST_CHECK int narae_ccm_start(narae_ccm *ctx, const uint8_t *nonce, size_t nonce_bytes,
                                     uint64_t ad_bytes, uint64_t bytes, size_t tag_bytes);
NARAE_MUST_CHECK int narae_ccm_ad(narae_ccm *ctx, const uint8_t *ad, size_t ad_bytes);
NARAE_MUST_CHECK int narae_ccm_encrypt(narae_ccm *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_ccm_decrypt(narae_ccm *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_ccm_finish(narae_ccm *ctx, uint8_t *tag, size_t tag_bytes);
NARAE_MUST_CHECK int narae_ccm_verify(narae_ccm *ctx, const uint8_t *tag, size_t tag_bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_ccm_clear(narae_ccm *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_ccm, key.room), offsetof(narae_ccm, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
