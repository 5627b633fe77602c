/* SPDX-License-Identifier: MIT */
/* narae/ctr.h: counter mode.  NIST SP 800-38A, clause 6.5 and appendix B.1.
 *
 *     #include <narae/ctr.h>
 *     #include <narae/lea.h>
 *
 *     narae_ctr ctr;
 *     if (narae_ctr_init(&ctr, &narae_lea, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_ctr_start(&ctr, counter, 16, NARAE_CTR_WHOLE_BLOCK) != NARAE_OK ||
 *         narae_ctr_crypt(&ctr, out, in, bytes) != NARAE_OK)       as often as needed
 *         return -1;
 *     narae_ctr_clear(&ctr);
 *
 * Encryption and decryption are the same.  The first counter block, of the
 * cipher's block size, is the caller's: two messages under one key must have
 * no counter block in common.  CTR does not authenticate: an attacker can flip
 * any bit of the message.
 *
 * Limits: a counter field of m bits gives 2^m different blocks from any
 * start; the call that would need one more is refused.
 *
 * Side channels: time depends on the cipher, on the lengths, and on the
 * counter blocks, which are public.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_CTR_H
#define NARAE_CTR_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_CTR_WHOLE_BLOCK 0

/* The message in progress. */
typedef struct narae_ctr_message {
    uint64_t blocks_left; /* counter blocks not used yet */
    narae_mode_stream stream;
    uint8_t counter_bits;
    uint8_t phase;
} narae_ctr_message;

typedef struct narae_ctr {
    narae_mode_key key;
    narae_ctr_message message;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_ctr;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context).  _init_sized takes
 * the space for the schedule as an argument, for other languages. */
NARAE_MUST_CHECK int narae_ctr_init_sized(narae_ctr *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_ctr_init(narae_ctr *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_ctr_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE (not a schedule of `cipher`). */
NARAE_MUST_CHECK int narae_ctr_init_schedule(narae_ctr *ctx, const narae_block_cipher *cipher,
                                             const void *schedule);

/* Starts a message at the counter block `counter`.  Its last `counter_bits`
 * bits count, big-endian, and wrap to zero; the bits before them never
 * change.  NARAE_CTR_WHOLE_BLOCK makes the whole block the counter.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (no key) or
 * NARAE_ERROR_NONCE_SIZE (`counter_bytes` is not the block size, or
 * `counter_bits` exceeds it). */
NARAE_MUST_CHECK int narae_ctr_start(narae_ctr *ctx, const uint8_t *counter, size_t counter_bytes,
                                     unsigned counter_bits);

/* Encrypts or decrypts the next `bytes` bytes.  `out` may be `in`.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (not started),
 * NARAE_ERROR_OVERLAP or NARAE_ERROR_LENGTH (a counter block would repeat). */
NARAE_MUST_CHECK int narae_ctr_crypt(narae_ctr *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* Moves to byte `offset` of the message, forwards or backwards, in the time of one
 * block.  Encrypting different texts at the same offset reveals their XOR.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (not started) or NARAE_ERROR_LENGTH
 * (behind the last counter block; the position is unchanged). */
NARAE_MUST_CHECK int narae_ctr_seek(narae_ctr *ctx, uint64_t offset);

/* A whole message in one call; errors as above. */
NARAE_MUST_CHECK int narae_ctr_crypt_message(const narae_ctr *ctx, uint8_t *out, const uint8_t *counter,
                                             size_t counter_bytes, unsigned counter_bits, const uint8_t *in,
                                             size_t bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_ctr_clear(narae_ctr *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_ctr, key.room), offsetof(narae_ctr, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
