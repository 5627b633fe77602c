/* SPDX-License-Identifier: MIT */
/* narae/sha2.h: SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256.
 * FIPS 180-4, 6.2 to 6.7.
 *
 *     #include <narae/sha2.h>
 *
 *     uint8_t digest[32];
 *     if (narae_sha256_message(digest, message, sizeof message) != NARAE_OK)
 *         return -1;
 *
 * and in parts:
 *
 *     narae_sha2 ctx;
 *     if (narae_sha256_start(&ctx) != NARAE_OK ||
 *         narae_sha2_update(&ctx, part, sizeof part) != NARAE_OK ||
 *         narae_sha2_update(&ctx, rest, sizeof rest) != NARAE_OK ||
 *         narae_sha2_finish(&ctx, digest, sizeof digest) != NARAE_OK)
 *         return -1;
 *
 * A digest of a secret and a message, in this order, is no authentication code:
 * SHA-256 and SHA-512 can be continued by anyone.  HMAC is one: narae/hmac.h.
 *
 * Side channels: no secret-dependent branch or address on any chip, so the
 * message may be a secret. */
#ifndef NARAE_SHA2_H
#define NARAE_SHA2_H

#include <stddef.h>
#include <stdint.h>

#include "narae/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An incremental hash; the members are private.  SHA-224 and SHA-256 use its first
 * NARAE_SHA256_CONTEXT_BYTES bytes. */
typedef struct narae_sha2 narae_sha2;
struct narae_sha2 {
    uint64_t bytes;                                                       /* of the message so far */
    void (*compress)(narae_sha2 *ctx, const uint8_t *in, size_t nblocks); /* null: not started */
    uint8_t block_bytes;                                                  /* 64 or 128 */
    uint8_t digest_bytes;
    uint64_t at[24]; /* the state and the block under way */
};

#define NARAE_SHA256_CONTEXT_BYTES (sizeof(narae_sha2) - 96)

/* Each starts a hash.  Returns NARAE_OK or NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_sha224_start(narae_sha2 *ctx);
NARAE_MUST_CHECK int narae_sha256_start(narae_sha2 *ctx);
NARAE_MUST_CHECK int narae_sha384_start(narae_sha2 *ctx);
NARAE_MUST_CHECK int narae_sha512_start(narae_sha2 *ctx);
NARAE_MUST_CHECK int narae_sha512_224_start(narae_sha2 *ctx);
NARAE_MUST_CHECK int narae_sha512_256_start(narae_sha2 *ctx);

/* Adds `bytes` bytes to the message.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (not started), or NARAE_ERROR_LENGTH: the message would have
 * 2^61 bytes or more, the standard's limit for SHA-224 and SHA-256, or 2^64, where
 * the others stop here. */
NARAE_MUST_CHECK int narae_sha2_update(narae_sha2 *ctx, const uint8_t *in, size_t bytes);

/* Writes the digest and wipes the context.  `digest_bytes` is 28, 32, 48 or 64, as
 * started; anything else gives NARAE_ERROR_LENGTH.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_LENGTH or NARAE_ERROR_STATE (not started). */
NARAE_MUST_CHECK int narae_sha2_finish(narae_sha2 *ctx, uint8_t *digest, size_t digest_bytes);

/* Wipes the context.  A null context is ignored. */
void narae_sha2_clear(narae_sha2 *ctx);

/* A whole message in one call; the digest may overlap it.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_LENGTH. */
NARAE_MUST_CHECK int narae_sha224_message(uint8_t digest[28], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha256_message(uint8_t digest[32], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha384_message(uint8_t digest[48], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha512_message(uint8_t digest[64], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha512_224_message(uint8_t digest[28], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_sha512_256_message(uint8_t digest[32], const uint8_t *in, size_t bytes);

/* One of many messages for the functions below. */
typedef struct narae_sha2_message {
    const uint8_t *in;
    size_t bytes;
    uint8_t *out;
    size_t out_bytes; /* 32 for SHA-256, 64 for SHA-512 */
} narae_sha2_message;

/* Hashes many messages of any lengths.  With SIMD it processes up to sixteen of them
 * in parallel lanes.  No output may overlap any message.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_LENGTH (a wrong `out_bytes`, or a message beyond
 * the limit of update); on an error nothing was written. */
NARAE_MUST_CHECK int narae_sha256_batch(const narae_sha2_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_sha512_batch(const narae_sha2_message *messages, size_t nmessages);

/* The descriptors, for narae/hash.h and all that takes a hash. */
extern const narae_hash narae_sha224;
extern const narae_hash narae_sha256;
extern const narae_hash narae_sha384;
extern const narae_hash narae_sha512;
extern const narae_hash narae_sha512_224;
extern const narae_hash narae_sha512_256;

#ifdef __cplusplus
}
#endif
#endif
