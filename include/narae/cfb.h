/* SPDX-License-Identifier: MIT */
/* narae/cfb.h: cipher feedback, with segments of any number of whole bytes.
 * NIST SP 800-38A, clause 6.3.
 *
 *     #include <narae/cfb.h>
 *     #include <narae/lea.h>
 *
 *     narae_cfb cfb;
 *     if (narae_cfb_init(&cfb, &narae_lea, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_cfb_start(&cfb, iv, 16, NARAE_CFB_WHOLE_BLOCK) != NARAE_OK ||
 *         narae_cfb_encrypt(&cfb, out, in, bytes) != NARAE_OK)       as often as needed
 *         return -1;
 *     narae_cfb_clear(&cfb);
 *
 * Segments: what standards and protocols call CFB128 (blocks of 16 bytes) or CFB64
 * (of 8) feeds back whole blocks; CFB8 feeds back each byte, one encryption for
 * each.  The last segment of a message may be short: nothing is padded, and as
 * many bytes come out as went in.
 *
 * The IV, of the cipher's block size, must be unpredictable.  CFB does not
 * authenticate: an attacker can flip any bit of a segment, and garbles those
 * after it.
 *
 * Limits: the standard sets none; ciphertext blocks must not repeat, so change
 * the key of a cipher with 8-byte blocks after 2^20 of them.
 *
 * Decryption processes many segments at a time; encryption is serial by nature.
 *
 * Side channels: time depends on the cipher, on the lengths and on the segment
 * size.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_CFB_H
#define NARAE_CFB_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_CFB_WHOLE_BLOCK 0

/* The message in progress. */
typedef struct narae_cfb_message {
    uint8_t input[16];     /* the next block to encrypt: of a segment under way, its end is to come */
    uint8_t keystream[16]; /* of the segment under way; its last `left` bytes are unused */
    uint8_t left;
    uint8_t segment_bytes;
    uint8_t phase;
} narae_cfb_message;

typedef struct narae_cfb {
    narae_mode_key key;
    narae_cfb_message message;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_cfb;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context).  _init_sized takes
 * the space for the schedule as an argument, for other languages. */
NARAE_MUST_CHECK int narae_cfb_init_sized(narae_cfb *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_cfb_init(narae_cfb *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_cfb_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE (not a schedule of `cipher`). */
NARAE_MUST_CHECK int narae_cfb_init_schedule(narae_cfb *ctx, const narae_block_cipher *cipher,
                                             const void *schedule);

/* Starts a message.  `segment_bits` is the size of a segment: a multiple of 8 up
 * to that of a block, or NARAE_CFB_WHOLE_BLOCK.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (no key), NARAE_ERROR_NONCE_SIZE (`iv_bytes` is not the block
 * size) or NARAE_ERROR_BLOCK_SIZE (the cipher's blocks have no such segment). */
NARAE_MUST_CHECK int narae_cfb_start(narae_cfb *ctx, const uint8_t *iv, size_t iv_bytes,
                                     unsigned segment_bits);

/* Encrypts or decrypts the next `bytes` bytes.  `out` may be `in`.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (not started, or the other
 * direction) or NARAE_ERROR_OVERLAP. */
NARAE_MUST_CHECK int narae_cfb_encrypt(narae_cfb *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_cfb_decrypt(narae_cfb *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* A whole message in one call; errors as above. */
NARAE_MUST_CHECK int narae_cfb_encrypt_message(const narae_cfb *ctx, uint8_t *out, const uint8_t *iv,
                                               size_t iv_bytes, unsigned segment_bits, const uint8_t *in,
                                               size_t bytes);
NARAE_MUST_CHECK int narae_cfb_decrypt_message(const narae_cfb *ctx, uint8_t *out, const uint8_t *iv,
                                               size_t iv_bytes, unsigned segment_bits, const uint8_t *in,
                                               size_t bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_cfb_clear(narae_cfb *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_cfb, key.room), offsetof(narae_cfb, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
