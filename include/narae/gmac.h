/* SPDX-License-Identifier: MIT */
/* narae/gmac.h: GMAC, a message authentication code with a nonce.
 * NIST SP 800-38D, clauses 3 and 6.4; ISO/IEC 9797-3.
 *
 *     #include <narae/gmac.h>
 *     #include <narae/lea.h>
 *
 *     narae_gmac gmac;
 *     if (narae_gmac_init(&gmac, &narae_lea, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_gmac_start(&gmac, nonce, 12) != NARAE_OK ||
 *         narae_gmac_update(&gmac, in, bytes) != NARAE_OK ||       as often as needed
 *         narae_gmac_finish(&gmac, tag, 16) != NARAE_OK)
 *         return -1;
 *     narae_gmac_clear(&gmac);
 *
 * GMAC is GCM of associated data alone, and has its conditions: a nonce must never be
 * used for two messages under one key, GCM's included, or anyone can forge tags.  A
 * 12-byte counter is best.  Where nonces cannot be had, narae/cmac.h needs none.
 *
 * Limits: nonces of 1 byte or more; 2^61 - 1 bytes in a message; tags of 12 to 16 bytes,
 * and of 8 and 4 bytes under the restrictions of the standard's appendix C.
 *
 * Side channels: as narae/gcm.h.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_GMAC_H
#define NARAE_GMAC_H

#include "narae/gcm.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef narae_gcm narae_gmac;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context) or
 * NARAE_ERROR_BLOCK_SIZE (not 16 bytes).  _init_sized takes the space for the schedule as
 * an argument, for other languages. */
NARAE_MUST_CHECK int narae_gmac_init_sized(narae_gmac *ctx, size_t schedule_bytes,
                                           const narae_block_cipher *cipher, const uint8_t *key,
                                           size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_gmac_init(narae_gmac *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_gmac_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_BLOCK_SIZE or NARAE_ERROR_STATE (not a
 * schedule of `cipher`). */
NARAE_MUST_CHECK int narae_gmac_init_schedule(narae_gmac *ctx, const narae_block_cipher *cipher,
                                              const void *schedule);

/* Starts a message.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (no key) or
 * NARAE_ERROR_NONCE_SIZE (none). */
NARAE_MUST_CHECK int narae_gmac_start(narae_gmac *ctx, const uint8_t *nonce, size_t nonce_bytes);

/* Takes the next `bytes` bytes of the message.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (not started) or NARAE_ERROR_LENGTH. */
NARAE_MUST_CHECK int narae_gmac_update(narae_gmac *ctx, const uint8_t *in, size_t bytes);

/* Writes the first `tag_bytes` bytes of the tag and ends the message.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_STATE or NARAE_ERROR_TAG_SIZE. */
NARAE_MUST_CHECK int narae_gmac_finish(narae_gmac *ctx, uint8_t *tag, size_t tag_bytes);

/* The same, but compares with `tag`: NARAE_ERROR_AUTHENTICATION if it differs. */
NARAE_MUST_CHECK int narae_gmac_verify(narae_gmac *ctx, const uint8_t *tag, size_t tag_bytes);

/* A whole message in one call; errors as above. */
NARAE_MUST_CHECK int narae_gmac_tag_message(const narae_gmac *ctx, uint8_t *tag, size_t tag_bytes,
                                            const uint8_t *nonce, size_t nonce_bytes, const uint8_t *in,
                                            size_t bytes);
NARAE_MUST_CHECK int narae_gmac_verify_message(const narae_gmac *ctx, const uint8_t *nonce,
                                               size_t nonce_bytes, const uint8_t *in, size_t bytes,
                                               const uint8_t *tag, size_t tag_bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_gmac_clear(narae_gmac *ctx)
{
    narae_gcm_clear(ctx);
}

#ifdef __cplusplus
}
#endif
#endif
