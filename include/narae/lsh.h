/* SPDX-License-Identifier: MIT */
/* narae/lsh.h: the hash functions LSH-256-224, -256 and LSH-512-224, -256, -384,
 * -512.  KS X 3262.
 *
 *     #include <narae/lsh.h>
 *
 *     uint8_t digest[32];
 *     if (narae_lsh256_256_message(digest, message, sizeof message) != NARAE_OK)
 *         return -1;
 *
 * and in parts:
 *
 *     narae_lsh512 ctx;
 *     if (narae_lsh512_384_start(&ctx) != NARAE_OK ||
 *         narae_lsh512_update(&ctx, part, sizeof part) != NARAE_OK ||
 *         narae_lsh512_update(&ctx, rest, sizeof rest) != NARAE_OK ||
 *         narae_lsh512_finish(&ctx, digest, sizeof digest) != NARAE_OK)
 *         return -1;
 *
 * The first number is the family: LSH-256 works on words of 32 bits and blocks of
 * 128 bytes, LSH-512 on words of 64 bits and blocks of 256 bytes.  The second is
 * the size of the digest in bits.  A message may have any length.
 *
 * Side channels: no secret-dependent branch or address on any chip, so the
 * message may be a secret. */
#ifndef NARAE_LSH_H
#define NARAE_LSH_H

#include <stddef.h>
#include <stdint.h>

#include "narae/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_LSH256_BLOCK_BYTES 128
#define NARAE_LSH512_BLOCK_BYTES 256

/* Incremental hashes; the members are private. */
typedef struct narae_lsh256 {
    uint32_t chain[16];
    size_t used;         /* bytes of the block */
    size_t digest_bytes; /* 0: not started */
    uint32_t block[NARAE_LSH256_BLOCK_BYTES / 4];
} narae_lsh256;

typedef struct narae_lsh512 {
    uint64_t chain[16];
    size_t used;
    size_t digest_bytes;
    uint64_t block[NARAE_LSH512_BLOCK_BYTES / 8];
} narae_lsh512;

/* Each starts a hash.  Returns NARAE_OK or NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_lsh256_224_start(narae_lsh256 *ctx);
NARAE_MUST_CHECK int narae_lsh256_256_start(narae_lsh256 *ctx);
NARAE_MUST_CHECK int narae_lsh512_224_start(narae_lsh512 *ctx);
NARAE_MUST_CHECK int narae_lsh512_256_start(narae_lsh512 *ctx);
NARAE_MUST_CHECK int narae_lsh512_384_start(narae_lsh512 *ctx);
NARAE_MUST_CHECK int narae_lsh512_512_start(narae_lsh512 *ctx);

/* Adds `bytes` bytes to the message.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_STATE (not started). */
NARAE_MUST_CHECK int narae_lsh256_update(narae_lsh256 *ctx, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_lsh512_update(narae_lsh512 *ctx, const uint8_t *in, size_t bytes);

/* Writes the digest and wipes the context.  `digest_bytes` is 28, 32, 48 or 64,
 * as started; anything else gives NARAE_ERROR_LENGTH.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_LENGTH or NARAE_ERROR_STATE (not started). */
NARAE_MUST_CHECK int narae_lsh256_finish(narae_lsh256 *ctx, uint8_t *digest, size_t digest_bytes);
NARAE_MUST_CHECK int narae_lsh512_finish(narae_lsh512 *ctx, uint8_t *digest, size_t digest_bytes);

/* Wipe the context.  A null context is ignored. */
void narae_lsh256_clear(narae_lsh256 *ctx);
void narae_lsh512_clear(narae_lsh512 *ctx);

/* A whole message in one call; the digest may overlap it.  Returns NARAE_OK or
 * NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_lsh256_224_message(uint8_t digest[28], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_lsh256_256_message(uint8_t digest[32], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_lsh512_224_message(uint8_t digest[28], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_lsh512_256_message(uint8_t digest[32], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_lsh512_384_message(uint8_t digest[48], const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_lsh512_512_message(uint8_t digest[64], const uint8_t *in, size_t bytes);

/* One of many messages for the functions below. */
typedef struct narae_lsh_message {
    const uint8_t *in;
    size_t bytes;
    uint8_t *out;
    size_t out_bytes; /* the digest's */
} narae_lsh_message;

/* Hashes many messages of any lengths.  With AVX2 or AVX-512 it processes up to eight of
 * them in parallel lanes, about twice as fast as one after the other.  No
 * output may overlap any message.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_LENGTH (a wrong `out_bytes`); on an error nothing was written. */
NARAE_MUST_CHECK int narae_lsh256_224_batch(const narae_lsh_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_lsh256_256_batch(const narae_lsh_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_lsh512_224_batch(const narae_lsh_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_lsh512_256_batch(const narae_lsh_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_lsh512_384_batch(const narae_lsh_message *messages, size_t nmessages);
NARAE_MUST_CHECK int narae_lsh512_512_batch(const narae_lsh_message *messages, size_t nmessages);

/* The descriptors, for narae/hash.h and all that takes a hash. */
extern const narae_hash narae_lsh256_224;
extern const narae_hash narae_lsh256_256;
extern const narae_hash narae_lsh512_224;
extern const narae_hash narae_lsh512_256;
extern const narae_hash narae_lsh512_384;
extern const narae_hash narae_lsh512_512;

#ifdef __cplusplus
}
#endif
#endif
