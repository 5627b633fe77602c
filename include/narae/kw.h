/* SPDX-License-Identifier: MIT */
/* narae/kw.h: KW and KWP, encryption of keys with other keys.  NIST SP 800-38F,
 * clause 6; with AES, RFC 3394 and RFC 5649.
 *
 *     #include <narae/aria.h>
 *     #include <narae/kw.h>
 *
 *     narae_kw kw;
 *     uint8_t wrapped[NARAE_KW_BYTES(32)];
 *     if (narae_kw_init(&kw, &narae_aria, key, 32) != NARAE_OK)
 *         return -1;
 *     if (narae_kw_wrap(&kw, wrapped, secret, 32) != NARAE_OK)
 *         return -1;
 *     ...
 *     if (narae_kw_unwrap(&kw, secret, wrapped, sizeof wrapped) != NARAE_OK)
 *         return -1;                                 forged, or wrapped with another key
 *     narae_kw_clear(&kw);
 *
 * Both are deterministic, need no nonce, and authenticate by redundancy: 64 bits with
 * KW, 32 bits with KWP.  KW takes whole semiblocks of 8 bytes, 16 or more; KWP any
 * number of bytes from 1 on.  A block is encrypted six times for each 8 bytes, one after
 * the other: this is for keys, not for messages.
 *
 * Limits: 2^57 - 8 bytes with KW, 2^32 - 1 bytes with KWP (clause 5.3.1).  The cipher's
 * blocks have 16 bytes; TKW, for triple DES, is not here.
 *
 * Unwrapping writes no part of the key before it is verified, and therefore computes the
 * last of its six passes twice.  Until then `out` holds an intermediate state, from
 * which the key cannot be computed without the wrapping key.
 *
 * Side channels: time depends on the cipher and the lengths.  Redundancy, length and
 * padding are checked together and without branches.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_KW_H
#define NARAE_KW_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a wrapped key of `bytes` bytes. */
#define NARAE_KW_BYTES(bytes) ((bytes) + 8)
#define NARAE_KWP_BYTES(bytes) (((bytes) + 7) / 8 * 8 + 8)

typedef struct narae_kw {
    narae_mode_key key;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_kw;

/* Sets the wrapping key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE
 * (not one of the cipher's, or its schedule does not fit into the context) or
 * NARAE_ERROR_BLOCK_SIZE (not 16 bytes).  _init_sized takes the space for the schedule as
 * an argument, for other languages. */
NARAE_MUST_CHECK int narae_kw_init_sized(narae_kw *ctx, size_t schedule_bytes,
                                         const narae_block_cipher *cipher, const uint8_t *key,
                                         size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_kw_init(narae_kw *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_kw_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_BLOCK_SIZE or NARAE_ERROR_STATE (not a
 * schedule of `cipher`). */
NARAE_MUST_CHECK int narae_kw_init_schedule(narae_kw *ctx, const narae_block_cipher *cipher,
                                            const void *schedule);

/* KW: `out` has bytes + 8 bytes, and may be `in`.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (no key), NARAE_ERROR_LENGTH (not whole semiblocks, less than two,
 * or over the limit) or NARAE_ERROR_OVERLAP. */
NARAE_MUST_CHECK int narae_kw_wrap(const narae_kw *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* `bytes` is that of the wrapped key; `out` has bytes - 8 bytes, and may be `in`.  Errors
 * as above, and NARAE_ERROR_AUTHENTICATION: not wrapped with this key, and `out` is
 * zeroed. */
NARAE_MUST_CHECK int narae_kw_unwrap(const narae_kw *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* KWP: `out` has NARAE_KWP_BYTES(bytes) bytes, and may be `in`.  Errors as above;
 * NARAE_ERROR_LENGTH: no bytes, or over the limit. */
NARAE_MUST_CHECK int narae_kwp_wrap(const narae_kw *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* `bytes` is that of the wrapped key; `out` has bytes - 8 bytes, of which *out_bytes are
 * the key and the others zeros, and may be `in`.  Errors as those of narae_kw_unwrap(), and
 * then *out_bytes is 0. */
NARAE_MUST_CHECK int narae_kwp_unwrap(const narae_kw *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in,
                                      size_t bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_kw_clear(narae_kw *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_kw, key.room), offsetof(narae_kw, schedule), sizeof ctx->schedule,
                       1);
}

#ifdef __cplusplus
}
#endif
#endif
