/* SPDX-License-Identifier: MIT */
/* narae/cbc.h: cipher block chaining, with or without padding.
 * NIST SP 800-38A, clause 6.2; padding: RFC 5652 (PKCS #7), clause 6.3.
 *
 *     #include <narae/aes.h>
 *     #include <narae/cbc.h>
 *
 *     narae_cbc cbc;
 *     size_t n, last;
 *     if (narae_cbc_init(&cbc, &narae_aes, key, 16) != NARAE_OK)
 *         return -1;
 *     if (narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7) != NARAE_OK ||
 *         narae_cbc_encrypt(&cbc, out, &n, in, bytes) != NARAE_OK ||       as often as needed
 *         narae_cbc_encrypt_finish(&cbc, out + n, &last) != NARAE_OK)
 *         return -1;
 *     narae_cbc_clear(&cbc);
 *
 * The IV must be unpredictable.  CBC does not authenticate.  An attacker who
 * learns which ciphertexts have valid padding can decrypt (Vaudenay 2002): check
 * a MAC over IV and ciphertext first, or use narae/gcm.h or narae/ccm.h.
 *
 * Side channels: time depends on the cipher and the lengths.  The padding is
 * checked without branches; only the verdict and the plaintext length, which
 * the caller gets, are revealed.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_CBC_H
#define NARAE_CBC_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

enum narae_cbc_padding {
    NARAE_CBC_NO_PADDING = 0, /* messages are whole blocks */
    NARAE_CBC_PKCS7 = 1       /* 1 to block_bytes bytes are added, each the number of them */
};

/* The message in progress. */
typedef struct narae_cbc_message {
    uint8_t chain[16];   /* the last block of ciphertext */
    uint8_t pending[16]; /* input not processed yet */
    uint8_t npending;
    uint8_t padding;
    uint8_t phase;
} narae_cbc_message;

typedef struct narae_cbc {
    narae_mode_key key;
    narae_cbc_message message;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_cbc;

/* Sets the key.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_KEY_SIZE (not
 * one of the cipher's, or its schedule does not fit into the context).  _init_sized takes
 * the space for the schedule as an argument, for other languages. */
NARAE_MUST_CHECK int narae_cbc_init_sized(narae_cbc *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_cbc_init(narae_cbc *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_cbc_init_sized(ctx, sizeof ctx->schedule, cipher, key, key_bytes);
}

/* The same with a schedule of `cipher` owned by the caller.  Returns
 * NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE (not a schedule of `cipher`). */
NARAE_MUST_CHECK int narae_cbc_init_schedule(narae_cbc *ctx, const narae_block_cipher *cipher,
                                             const void *schedule);

/* Starts a message; `padding` is one of narae_cbc_padding.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_STATE (no key), NARAE_ERROR_NONCE_SIZE
 * (`iv_bytes` is not the block size) or NARAE_ERROR_PADDING (unknown). */
NARAE_MUST_CHECK int narae_cbc_start(narae_cbc *ctx, const uint8_t *iv, size_t iv_bytes, int padding);

/* Takes the next `bytes` bytes of a message and writes those blocks that are
 * complete; *out_bytes is their number, 0 on an error.  At most one block is kept back,
 * so `out` needs bytes + block_bytes bytes.  `out` may be `in`.
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE (not started, or the
 * other direction), NARAE_ERROR_LENGTH (bytes + 16 exceeds SIZE_MAX) or
 * NARAE_ERROR_OVERLAP (also where the surplus of `out` meets `in`). */
NARAE_MUST_CHECK int narae_cbc_encrypt(narae_cbc *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in,
                                       size_t bytes);
NARAE_MUST_CHECK int narae_cbc_decrypt(narae_cbc *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in,
                                       size_t bytes);

/* Ends the message.  With padding, one block is written at `out`, when
 * decrypting with zeros for the padding, and *out_bytes says how many bytes
 * of it count.  Without, nothing is written and `out` may be null.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE, NARAE_ERROR_LENGTH (the
 * message was not whole blocks, or a padded ciphertext was empty) or
 * NARAE_ERROR_PADDING (the padding is wrong, the block is zeroed). */
NARAE_MUST_CHECK int narae_cbc_encrypt_finish(narae_cbc *ctx, uint8_t *out, size_t *out_bytes);
NARAE_MUST_CHECK int narae_cbc_decrypt_finish(narae_cbc *ctx, uint8_t *out, size_t *out_bytes);

/* A whole message in one call; errors as above.  Encryption with padding
 * writes up to bytes + block_bytes bytes.  Decryption writes `bytes` bytes:
 * the padding as zeros, and zeros only if the padding is wrong. */
NARAE_MUST_CHECK int narae_cbc_encrypt_message(const narae_cbc *ctx, uint8_t *out, size_t *out_bytes,
                                               const uint8_t *iv, size_t iv_bytes, int padding,
                                               const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_cbc_decrypt_message(const narae_cbc *ctx, uint8_t *out, size_t *out_bytes,
                                               const uint8_t *iv, size_t iv_bytes, int padding,
                                               const uint8_t *in, size_t bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_cbc_clear(narae_cbc *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_cbc, key.room), offsetof(narae_cbc, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
