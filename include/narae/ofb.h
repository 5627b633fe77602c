/* SPDX-License-Identifier: MIT */
/* narae/ofb.h: output feedback.  NIST SP 800-38A, clause 6.4.
 *
 *     #include <narae/aria.h>
 *     #include <narae/ofb.h>
 *
 *     narae_ofb ofb;
 *     if (narae_ofb_init(&ofb, &narae_aria, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_ofb_start(&ofb, iv, 16) != NARAE_OK ||
 *         narae_ofb_crypt(&ofb, out, in, bytes) != NARAE_OK)       as often as needed
 *         return -1;
 *     narae_ofb_clear(&ofb);
 *
 * Encryption and decryption are the same.  The IV, of the cipher's block size,
 * must be a nonce: two messages with one IV under one key reveal the XOR of
 * their texts.  OFB does not authenticate: an attacker can flip any bit of the
 * message.  It exists for protocols that prescribe it; narae/ctr.h is many
 * times as fast, because its blocks do not depend on each other.
 *
 * Limits: the standard sets none.  The key stream repeats after about 2^63
 * blocks of 8 bytes or 2^127 of 16, but those of two messages can meet: keep
 * the blocks under one key of a cipher with 8-byte blocks below 2^20.
 *
 * Side channels: time depends on the cipher and the lengths.  Contexts and
 * RAM: narae/mode.h. */
#ifndef NARAE_OFB_H
#define NARAE_OFB_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The message in progress. */
typedef struct narae_ofb_message {
    uint8_t keystream[16]; /* the last block made; its last `left` bytes are unused */
    uint8_t left;
    uint8_t phase;
} narae_ofb_message;

typedef struct narae_ofb {
    narae_mode_key key;
    narae_ofb_message message;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_ofb;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context).  _init_sized takes
 * the space for the schedule as an argument, for other languages. */
NARAE_MUST_CHECK int narae_ofb_init_sized(narae_ofb *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_ofb_init(narae_ofb *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_ofb_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE (not a schedule of `cipher`). */
NARAE_MUST_CHECK int narae_ofb_init_schedule(narae_ofb *ctx, const narae_block_cipher *cipher,
                                             const void *schedule);

/* Starts a message.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (no
 * key) or NARAE_ERROR_NONCE_SIZE (`iv_bytes` is not the block size). */
NARAE_MUST_CHECK int narae_ofb_start(narae_ofb *ctx, const uint8_t *iv, size_t iv_bytes);

/* Encrypts or decrypts the next `bytes` bytes.  `out` may be `in`.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (not started) or
 * NARAE_ERROR_OVERLAP. */
NARAE_MUST_CHECK int narae_ofb_crypt(narae_ofb *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* A whole message in one call; errors as above. */
NARAE_MUST_CHECK int narae_ofb_crypt_message(const narae_ofb *ctx, uint8_t *out, const uint8_t *iv,
                                             size_t iv_bytes, const uint8_t *in, size_t bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_ofb_clear(narae_ofb *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_ofb, key.room), offsetof(narae_ofb, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
