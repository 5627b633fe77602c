/* SPDX-License-Identifier: MIT */
/* narae/hash.h: generic interface to hash functions, for HMAC, key derivation
 * and DRBGs, and for programs that select a hash at run time.
 *
 * Each hash is one const object of this type: narae_sha3_256, ..., named
 * after its function and declared in the same header.  Only the hashes that a
 * program names are linked.
 *
 *     const narae_hash *hash = &narae_sha3_256;
 *     uint8_t digest[32];
 *
 *     if (narae_hash_message(hash, digest, sizeof digest, message, sizeof message) != NARAE_OK)
 *         return -1;
 *
 * and in parts:
 *
 *     uint64_t ctx[(NARAE_HASH_CONTEXT_BYTES + 7) / 8];
 *
 *     if (narae_hash_start(hash, ctx, sizeof ctx) != NARAE_OK ||
 *         narae_hash_update(hash, ctx, part, sizeof part) != NARAE_OK ||
 *         narae_hash_update(hash, ctx, rest, sizeof rest) != NARAE_OK ||
 *         narae_hash_finish(hash, ctx, digest, sizeof digest) != NARAE_OK)
 *         return -1;
 *
 * A context is the caller's memory, aligned for uint64_t.  Between two calls it
 * may be copied with memcpy; the copies are independent.
 *
 * RAM.  NARAE_HASH_CONTEXT_BYTES is enough for the context of every hash here.
 * Where RAM is tight, define it before the first narae header is included, or on
 * the compiler's command line, as the largest that the program uses:
 *
 *     #define NARAE_HASH_CONTEXT_BYTES sizeof(narae_sha3)
 *
 * and include that hash's header before narae/hmac.h, which takes the value; narae/narae.h
 * does.  The library need not be compiled with the same value.
 *
 * narae/descriptor.h has the object's members, for adding your own hash.
 *
 * Side channels: those of the hash.  None here has a secret-dependent branch or
 * address on any chip. */
#ifndef NARAE_HASH_H
#define NARAE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct narae_hash narae_hash;

/* The largest context, a multiple of 8, the longest digest and the longest block. */
#ifndef NARAE_HASH_CONTEXT_BYTES
#    define NARAE_HASH_CONTEXT_BYTES 416
#    define NARAE_HMAC_STATES_DEFAULT 752
#else
#    define NARAE_HMAC_STATES_DEFAULT (3 * NARAE_HASH_CONTEXT_BYTES)
#endif
#define NARAE_HASH_DIGEST_BYTES 64
#define NARAE_HASH_BLOCK_BYTES 256

/* Bytes of the digest; of the blocks that the message is divided into, which for
 * SHA-3 are the rate; and of the context. */
size_t narae_hash_digest_bytes(const narae_hash *hash);
size_t narae_hash_block_bytes(const narae_hash *hash);
size_t narae_hash_context_bytes(const narae_hash *hash);

/* Starts a message in the `ctx_bytes` bytes of `ctx`.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_LENGTH (the hash has a larger context). */
NARAE_MUST_CHECK int narae_hash_start(const narae_hash *hash, void *ctx, size_t ctx_bytes);

/* Adds `bytes` bytes to the message.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (not started) or NARAE_ERROR_LENGTH (the message exceeds the
 * standard's limit). */
NARAE_MUST_CHECK int narae_hash_update(const narae_hash *hash, void *ctx, const uint8_t *in, size_t bytes);

/* Writes the digest and wipes the context.  `digest_bytes` is the hash's; anything
 * else gives NARAE_ERROR_LENGTH.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_LENGTH or NARAE_ERROR_STATE (not started). */
NARAE_MUST_CHECK int narae_hash_finish(const narae_hash *hash, void *ctx, uint8_t *digest,
                                       size_t digest_bytes);

/* Wipes a context of `hash`.  A null context is ignored. */
void narae_hash_clear(const narae_hash *hash, void *ctx);

/* A whole message in one call, with a context of its own on the stack; the digest
 * may overlap the message.  Returns what the functions above do. */
NARAE_MUST_CHECK int narae_hash_message(const narae_hash *hash, uint8_t *digest, size_t digest_bytes,
                                        const uint8_t *in, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
