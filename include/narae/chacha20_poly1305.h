/* SPDX-License-Identifier: MIT */
/* narae/chacha20_poly1305.h: authenticated encryption ChaCha20-Poly1305
 * (RFC 8439, 2.8; 12-byte nonce) and XChaCha20-Poly1305
 * (draft-irtf-cfrg-xchacha-03; 24-byte nonce, long enough to be random).
 *
 *     #include <narae/chacha20_poly1305.h>
 *
 *     uint8_t tag[16];
 *     if (narae_chacha20_poly1305_seal(out, tag, key, nonce, 12, ad, sizeof ad, text,
 *                                      sizeof text) != NARAE_OK)
 *         return -1;
 *     ...
 *     if (narae_chacha20_poly1305_open(text, key, nonce, 12, ad, sizeof ad, out, sizeof text,
 *                                      tag, 16) != NARAE_OK)
 *         return -1;
 *
 * and in parts:
 *
 *     narae_chacha20_poly1305 ctx;
 *     if (narae_chacha20_poly1305_start(&ctx, key, nonce, 12) != NARAE_OK ||
 *         narae_chacha20_poly1305_ad(&ctx, ad, sizeof ad) != NARAE_OK ||
 *         narae_chacha20_poly1305_encrypt(&ctx, part, part, sizeof part) != NARAE_OK ||
 *         narae_chacha20_poly1305_encrypt(&ctx, rest, rest, sizeof rest) != NARAE_OK ||
 *         narae_chacha20_poly1305_finish(&ctx, tag) != NARAE_OK)
 *         return -1;
 *
 * Never seal two messages under the same key and nonce.  A message has at most
 * 2^38 - 64 bytes, its associated data at most 2^64 - 1; tags have 16 bytes.
 *
 * Side channels: those of narae/chacha.h and narae/poly1305.h.  Opening a
 * forged message takes the same time wherever its tag differs. */
#ifndef NARAE_CHACHA20_POLY1305_H
#define NARAE_CHACHA20_POLY1305_H

#include "narae/chacha.h"
#include "narae/poly1305.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An incremental message; the members are private. */
typedef struct narae_chacha20_poly1305 {
    narae_chacha chacha;
    narae_poly1305 poly1305;
    uint64_t ad_bytes, bytes;
    uint8_t phase;
} narae_chacha20_poly1305;

/* Encrypts `bytes` bytes from `in` to `out`, which may be `in`, and writes
 * the tag, which must not be inside `out`.  `nonce_bytes` is 12, or 24 for
 * XChaCha20.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_NONCE_SIZE,
 * NARAE_ERROR_LENGTH or NARAE_ERROR_OVERLAP.  Tags are always 16 bytes (RFC
 * 8439), so seal and finish take no tag size; open and verify do, to check the
 * size of what was received. */
NARAE_MUST_CHECK int narae_chacha20_poly1305_seal(uint8_t *out, uint8_t tag[16], const uint8_t key[32],
                                                  const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
                                                  size_t ad_bytes, const uint8_t *in, size_t bytes);

/* Checks the tag, which must not be inside `out`, then decrypts.  If the tag is wrong,
 * `out` is zeroed and NARAE_ERROR_AUTHENTICATION returned; no plaintext reaches it
 * before (narae/status.h).  Returns what seal does, or NARAE_ERROR_TAG_SIZE if
 * `tag_bytes` is not 16. */
NARAE_MUST_CHECK int narae_chacha20_poly1305_open(uint8_t *out, const uint8_t key[32], const uint8_t *nonce,
                                                  size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
                                                  const uint8_t *in, size_t bytes, const uint8_t *tag,
                                                  size_t tag_bytes);

/* Starts a message.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_NONCE_SIZE; the context is written on success only. */
NARAE_MUST_CHECK int narae_chacha20_poly1305_start(narae_chacha20_poly1305 *ctx, const uint8_t key[32],
                                                   const uint8_t *nonce, size_t nonce_bytes);

/* Adds associated data: any number of calls, all before the first call of
 * encrypt or decrypt.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE
 * or NARAE_ERROR_LENGTH. */
NARAE_MUST_CHECK int narae_chacha20_poly1305_ad(narae_chacha20_poly1305 *ctx, const uint8_t *ad,
                                                size_t bytes);

/* Encrypts or decrypts the next `bytes` bytes; a message is either, not both.
 * What decrypt writes is unverified until verify has returned NARAE_OK: use
 * none of it before.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE,
 * NARAE_ERROR_OVERLAP or NARAE_ERROR_LENGTH. */
NARAE_MUST_CHECK int narae_chacha20_poly1305_encrypt(narae_chacha20_poly1305 *ctx, uint8_t *out,
                                                     const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_chacha20_poly1305_decrypt(narae_chacha20_poly1305 *ctx, uint8_t *out,
                                                     const uint8_t *in, size_t bytes);

/* Ends an encrypted message: writes its tag and wipes the context.  Returns
 * NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE (not started, or the
 * message was decrypted: its tag can only be verified). */
NARAE_MUST_CHECK int narae_chacha20_poly1305_finish(narae_chacha20_poly1305 *ctx, uint8_t tag[16]);

/* Ends a decrypted message: checks its tag and wipes the context.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_TAG_SIZE (`tag_bytes` is not 16;
 * the context stays as it was), NARAE_ERROR_STATE (not started, or the
 * message was encrypted) or NARAE_ERROR_AUTHENTICATION. */
NARAE_MUST_CHECK int narae_chacha20_poly1305_verify(narae_chacha20_poly1305 *ctx, const uint8_t *tag,
                                                    size_t tag_bytes);

/* Wipes the context.  A null context is ignored. */
void narae_chacha20_poly1305_clear(narae_chacha20_poly1305 *ctx);

#ifdef __cplusplus
}
#endif
#endif
