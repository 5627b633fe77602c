/* SPDX-License-Identifier: MIT */
/* narae/gcm.h: Galois/counter mode, authenticated encryption with associated
 * data.  NIST SP 800-38D, clause 7.
 *
 *     #include <narae/gcm.h>
 *     #include <narae/lea.h>
 *
 *     narae_gcm gcm;
 *     if (narae_gcm_init(&gcm, &narae_lea, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_gcm_seal(&gcm, out, tag, 16, nonce, 12, ad, ad_bytes, in, bytes) != NARAE_OK)
 *         return -1;
 *     ...
 *     if (narae_gcm_open(&gcm, in, nonce, 12, ad, ad_bytes, out, bytes, tag, 16) != NARAE_OK)
 *         return -1;                                 forged: discard the message
 *     narae_gcm_clear(&gcm);
 *
 * A nonce must never be used for two messages under one key: reuse
 * reveals both plaintexts and allows forgeries.  A 12-byte counter is best;
 * random 12-byte nonces are good for 2^32 messages (clause 8.3).
 *
 * Limits: nonces of 1 byte or more; 2^36 - 32 bytes of plaintext and
 * 2^61 - 1 bytes of associated data in a message; tags of 12 to 16 bytes,
 * and of 8 and 4 bytes under the restrictions of the standard's appendix C.
 *
 * Side channels: time depends on the cipher and the lengths; for GHASH see
 * narae/ghash.h.  Tags are compared without branches: a forgery takes the
 * same time wherever its tag is wrong.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_GCM_H
#define NARAE_GCM_H

#include "narae/configuration.h"
#include "narae/ghash.h"
#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_GCM_MAX_BYTES UINT64_C(0xfffffffe0)
#define NARAE_GCM_MAX_AD_BYTES UINT64_C(0x1fffffffffffffff)

/* The message in progress. */
typedef struct narae_gcm_message {
    uint64_t ad_bytes, bytes;
    uint8_t y[16];    /* GHASH so far, with a partial block already added */
    uint8_t mask[16]; /* the encrypted first counter block, which hides the tag */
    narae_mode_stream stream;
    uint8_t phase;
} narae_gcm_message;

typedef struct narae_gcm {
    narae_mode_key key;
    narae_gcm_message message;
    narae_ghash_key hash;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_gcm;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context) or NARAE_ERROR_BLOCK_SIZE
 * (not 16 bytes).  _init_sized takes the space for the schedule as an argument, for other
 * languages. */
NARAE_MUST_CHECK int narae_gcm_init_sized(narae_gcm *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_gcm_init(narae_gcm *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_gcm_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_BLOCK_SIZE or NARAE_ERROR_STATE (not a
 * schedule of `cipher`). */
NARAE_MUST_CHECK int narae_gcm_init_schedule(narae_gcm *ctx, const narae_block_cipher *cipher,
                                             const void *schedule);

/* Encrypts and authenticates a message of `bytes` bytes; `ad` is only
 * authenticated.  `out` may be `in`.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (no key), NARAE_ERROR_NONCE_SIZE, NARAE_ERROR_TAG_SIZE,
 * NARAE_ERROR_LENGTH or NARAE_ERROR_OVERLAP (of `out` with `in` or `tag`). */
NARAE_MUST_CHECK int narae_gcm_seal(const narae_gcm *ctx, uint8_t *out, uint8_t *tag, size_t tag_bytes,
                                    const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
                                    size_t ad_bytes, const uint8_t *in, size_t bytes);

/* Verifies and decrypts a message.  Errors as above, and
 * NARAE_ERROR_AUTHENTICATION: the message or the tag was modified, and `out`
 * is zeroed; no plaintext reaches it before the tag is verified (narae/status.h). */
NARAE_MUST_CHECK int narae_gcm_open(const narae_gcm *ctx, uint8_t *out, const uint8_t *nonce,
                                    size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                                    size_t bytes, const uint8_t *tag, size_t tag_bytes);

/* A message in pieces of any size: _start, then _ad as often as needed, then
 * _encrypt or _decrypt as often as needed, then _finish or _verify.  What
 * _decrypt has written must not be used before _verify has returned NARAE_OK.
 * Errors as above, and NARAE_ERROR_STATE for another order; after an error
 * other than NARAE_ERROR_AUTHENTICATION the message is unchanged. */
NARAE_MUST_CHECK int narae_gcm_start(narae_gcm *ctx, const uint8_t *nonce, size_t nonce_bytes);
NARAE_MUST_CHECK int narae_gcm_ad(narae_gcm *ctx, const uint8_t *ad, size_t ad_bytes);
NARAE_MUST_CHECK int narae_gcm_encrypt(narae_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_gcm_decrypt(narae_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_gcm_finish(narae_gcm *ctx, uint8_t *tag, size_t tag_bytes);
NARAE_MUST_CHECK int narae_gcm_verify(narae_gcm *ctx, const uint8_t *tag, size_t tag_bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_gcm_clear(narae_gcm *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_gcm, key.room), offsetof(narae_gcm, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
