/* SPDX-License-Identifier: MIT */
/* narae/chacha.h: the stream cipher ChaCha with 20, 12 or 8 rounds.
 *
 * RFC 8439 (12-byte nonce, 32-bit block counter), D. J. Bernstein's original
 * of 2008 (8-byte nonce, 64-bit block counter) and XChaCha of
 * draft-irtf-cfrg-xchacha-03 (24-byte nonce, long enough to be random).
 *
 *     #include <narae/chacha.h>
 *
 *     narae_chacha ctx;
 *     if (narae_chacha_start(&ctx, 20, key, 32, nonce, 12, 0) != NARAE_OK)
 *         return -1;
 *     if (narae_chacha_crypt(&ctx, part, part, sizeof part) != NARAE_OK ||
 *         narae_chacha_crypt(&ctx, rest, rest, sizeof rest) != NARAE_OK)
 *         return -1;
 *     narae_chacha_clear(&ctx);
 *
 * Encryption and decryption are the same: XOR with the key stream.  Never use
 * a nonce twice under one key.  ChaCha does not authenticate: for that see
 * narae/chacha20_poly1305.h.
 *
 * Side channels: no secret-dependent branch or address on any chip. */
#ifndef NARAE_CHACHA_H
#define NARAE_CHACHA_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_CHACHA_KEY_BYTES 32
#define NARAE_CHACHA_BLOCK_BYTES 64

/* A running stream; the members are private. */
typedef struct narae_chacha {
    uint64_t blocks_left; /* before the block counter would repeat */
    uint32_t state[16];
    uint8_t stream[NARAE_CHACHA_BLOCK_BYTES];
    uint8_t unused; /* bytes at the end of `stream` */
    uint8_t rounds; /* 0: not started */
} narae_chacha;

/* Starts a stream at block `counter`, 0 unless a protocol requires otherwise.
 * `rounds` is 20, 12 or 8, `key_bytes` 32, `nonce_bytes` 8, 12 or 24.
 *
 * The stream ends when the block counter does: after block 2^32 - 1 for
 * nonces of 12 and 24 bytes, after block 2^64 - 1 for 8 bytes.
 *
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_ROUNDS,
 * NARAE_ERROR_KEY_SIZE, NARAE_ERROR_NONCE_SIZE, or NARAE_ERROR_LENGTH
 * (`counter` exceeds 2^32 - 1 where it has 32 bits); the context is written
 * on success only. */
NARAE_MUST_CHECK int narae_chacha_start(narae_chacha *ctx, unsigned rounds, const uint8_t *key,
                                        size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes,
                                        uint64_t counter);

/* XORs the next `bytes` bytes of the stream into `in` and writes `out`, which
 * may be `in`.  How a message is split into calls does not matter.
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_OVERLAP, NARAE_ERROR_STATE
 * (not started), or NARAE_ERROR_LENGTH: the stream has fewer bytes left, and
 * none was used. */
NARAE_MUST_CHECK int narae_chacha_crypt(narae_chacha *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* Wipes the context.  A null context is ignored. */
void narae_chacha_clear(narae_chacha *ctx);

/* A whole message in one call: start, update, clear.  Returns what those do. */
NARAE_MUST_CHECK int narae_chacha_crypt_message(uint8_t *out, const uint8_t *in, size_t bytes,
                                                unsigned rounds, const uint8_t *key, size_t key_bytes,
                                                const uint8_t *nonce, size_t nonce_bytes, uint64_t counter);

#ifdef __cplusplus
}
#endif
#endif
