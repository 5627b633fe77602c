/* SPDX-License-Identifier: MIT */
/* narae/cmac.h: CMAC, a message authentication code from a block cipher.
 * NIST SP 800-38B, clause 6; RFC 4493 for AES.
 *
 *     #include <narae/aes.h>
 *     #include <narae/cmac.h>
 *
 *     narae_cmac cmac;
 *     if (narae_cmac_init(&cmac, &narae_aes, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_cmac_start(&cmac) != NARAE_OK ||
 *         narae_cmac_update(&cmac, in, bytes) != NARAE_OK ||       as often as needed
 *         narae_cmac_finish(&cmac, tag, 16) != NARAE_OK)
 *         return -1;
 *     narae_cmac_clear(&cmac);
 *
 * Tags may be truncated.  A forgery succeeds with probability
 * 2^-t for a tag of t bits: below 8 bytes, limit the number of failures, as
 * the standard's appendix A requires.  It sets no minimum, and validation
 * requests contain tags of any length, so _finish writes one byte or more.
 * _verify rejects fewer than 4 bytes, as GCM and CCM do: some tens of thousands
 * of tries forge a 2-byte tag.
 *
 * Limits: the standard advises at most 2^48 messages under one key of a
 * cipher with 128-bit blocks, and 2^21 with 64-bit blocks; the caller counts.
 *
 * Side channels: time depends on the cipher and the lengths; tags are
 * compared without branches.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_CMAC_H
#define NARAE_CMAC_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The message in progress. */
typedef struct narae_cmac_message {
    uint8_t x[16]; /* the chain, with the pending input already added */
    uint8_t npending;
    uint8_t phase;
} narae_cmac_message;

typedef struct narae_cmac {
    narae_mode_key key;
    uint8_t k1[16]; /* the subkey for a whole last block; here it is aligned as the key is */
    narae_cmac_message message;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_cmac;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context) or
 * NARAE_ERROR_BLOCK_SIZE (neither 8 nor 16 bytes).  _init_sized takes the space for the
 * schedule as an argument, for other languages. */
NARAE_MUST_CHECK int narae_cmac_init_sized(narae_cmac *ctx, size_t schedule_bytes,
                                           const narae_block_cipher *cipher, const uint8_t *key,
                                           size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_cmac_init(narae_cmac *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_cmac_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_BLOCK_SIZE or NARAE_ERROR_STATE (not a
 * schedule of `cipher`). */
NARAE_MUST_CHECK int narae_cmac_init_schedule(narae_cmac *ctx, const narae_block_cipher *cipher,
                                              const void *schedule);

/* Starts a message.  Returns NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE
 * (no key). */
NARAE_MUST_CHECK int narae_cmac_start(narae_cmac *ctx);

/* Takes the next `bytes` bytes of the message.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_STATE (not started). */
NARAE_MUST_CHECK int narae_cmac_update(narae_cmac *ctx, const uint8_t *in, size_t bytes);

/* Writes the first `tag_bytes` bytes of the tag, 1 to the block size, and
 * ends the message.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE
 * or NARAE_ERROR_TAG_SIZE. */
NARAE_MUST_CHECK int narae_cmac_finish(narae_cmac *ctx, uint8_t *tag, size_t tag_bytes);

/* The same, but compares with `tag`, 4 bytes to the block size:
 * NARAE_ERROR_AUTHENTICATION if it differs. */
NARAE_MUST_CHECK int narae_cmac_verify(narae_cmac *ctx, const uint8_t *tag, size_t tag_bytes);

/* A whole message in one call; errors as above. */
NARAE_MUST_CHECK int narae_cmac_tag_message(const narae_cmac *ctx, uint8_t *tag, size_t tag_bytes,
                                            const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_cmac_verify_message(const narae_cmac *ctx, const uint8_t *in, size_t bytes,
                                               const uint8_t *tag, size_t tag_bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_cmac_clear(narae_cmac *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_cmac, key.room), offsetof(narae_cmac, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
