/* SPDX-License-Identifier: MIT */
/* narae/sha3.h: SHA3-224, -256, -384, -512 and SHAKE128, SHAKE256.
 * FIPS 202, 6.
 *
 *     #include <narae/sha3.h>
 *
 *     uint8_t digest[32];
 *     if (narae_sha3_256_message(digest, message, sizeof message) != NARAE_OK)
 *         return -1;
 *
 * and in parts:
 *
 *     narae_sha3 ctx;
 *     if (narae_sha3_256_start(&ctx) != NARAE_OK ||
 *         narae_sha3_update(&ctx, part, sizeof part) != NARAE_OK ||
 *         narae_sha3_update(&ctx, rest, sizeof rest) != NARAE_OK ||
 *         narae_sha3_finish(&ctx, digest, sizeof digest) != NARAE_OK)
 *         return -1;
 *
 *     if (narae_shake128_start(&ctx) != NARAE_OK ||
 *         narae_sha3_update(&ctx, seed, sizeof seed) != NARAE_OK ||
 *         narae_shake_squeeze(&ctx, out, 100) != NARAE_OK ||
 *         narae_shake_squeeze(&ctx, more, 1000) != NARAE_OK)
 *         return -1;
 *     narae_sha3_clear(&ctx);
 *
 * Side channels: no secret-dependent branch or address on any chip, so the
 * message may be a secret. */
#ifndef NARAE_SHA3_H
#define NARAE_SHA3_H

#include <stddef.h>
#include <stdint.h>

#include "narae/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An incremental hash; the members are private. */
typedef struct narae_sha3 {
    uint64_t state[25];
    uint8_t rate;         /* bytes of the state that a block fills; 0: not started */
    uint8_t used;         /* of them absorbed or squeezed since the permutation */
    uint8_t digest_bytes; /* 0: SHAKE */
    uint8_t squeezing;
} narae_sha3;

/* Each starts a hash.  Returns NARAE_OK or NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_sha3_224_start(narae_sha3 *ctx);
NARAE_MUST_CHECK int narae_sha3_256_start(narae_sha3 *ctx);
NARAE_MUST_CHECK int narae_sha3_384_start(narae_sha3 *ctx);
NARAE_MUST_CHECK int narae_sha3_512_start(narae_sha3 *ctx);
NARAE_MUST_CHECK int narae_shake128_start(narae_sha3 *ctx);
NARAE_MUST_CHECK int narae_shake256_start(narae_sha3 *ctx);

/* Adds `bytes` bytes to the message, of SHA3 or SHAKE.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_STATE (not started, or already squeezed). */
NARAE_MUST_CHECK int narae_sha3_update(narae_sha3 *ctx, const uint8_t *in, size_t bytes);

/* SHA3: writes the digest and wipes the context.  `digest_bytes` is 28, 32,
 * 48 or 64, as started; anything else gives NARAE_ERROR_LENGTH.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH or NARAE_ERROR_STATE (not
 * started, or started as SHAKE). */
NARAE_MUST_CHECK int narae_sha3_finish(narae_sha3 *ctx, uint8_t *digest, size_t digest_bytes);

/* SHAKE: writes the next `bytes` bytes of output, without end.  The first
 * call, of whatever size, ends the message.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_STATE (not started, or started as SHA3). */
NARAE_MUST_CHECK int narae_shake_squeeze(narae_sha3 *ctx, uint8_t *out, size_t bytes);

/* Wipes the context.  A null context is ignored. */
void narae_sha3_clear(narae_sha3 *ctx);

/* A whole message in one call; the digest may overlap it.  Returns NARAE_OK or
 * NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_sha3_224_message(uint8_t digest[28], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha3_256_message(uint8_t digest[32], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha3_384_message(uint8_t digest[48], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha3_512_message(uint8_t digest[64], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_shake128_message(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_shake256_message(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes);

/* The descriptors of SHA3, for narae/hash.h and all that takes a hash. */
extern const narae_hash narae_sha3_224;
extern const narae_hash narae_sha3_256;
extern const narae_hash narae_sha3_384;
extern const narae_hash narae_sha3_512;

/* One of many messages for the functions below. */
typedef struct narae_sha3_message {
    const uint8_t *in;
    size_t bytes;
    uint8_t *out;
    size_t out_bytes; /* 32 for SHA3-256, 64 for SHA3-512, any for SHAKE */
} narae_sha3_message;

/* Hashes many messages of any lengths.  With SIMD it processes up to eight of
 * them in parallel lanes, several times as fast as one after the other.  No
 * output may overlap any message.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_LENGTH (a wrong `out_bytes`); on an error
 * nothing was written. */
NARAE_MUST_CHECK int narae_sha3_256_batch(const narae_sha3_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_sha3_512_batch(const narae_sha3_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_shake128_batch(const narae_sha3_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_shake256_batch(const narae_sha3_message *messages, size_t nmessages);

#ifdef __cplusplus
}
#endif
#endif
