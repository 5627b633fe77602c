/* SPDX-License-Identifier: MIT */
/* narae/hmac.h: HMAC, a message authentication code from a hash.
 * RFC 2104; FIPS 198-1.
 *
 *     #include <narae/hmac.h>
 *     #include <narae/sha2.h>
 *
 *     narae_hmac hmac;
 *     if (narae_hmac_init(&hmac, &narae_sha256, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_hmac_start(&hmac) != NARAE_OK ||
 *         narae_hmac_update(&hmac, in, bytes) != NARAE_OK ||       as often as needed
 *         narae_hmac_finish(&hmac, tag, 32) != NARAE_OK)
 *         return -1;
 *     narae_hmac_clear(&hmac);
 *
 * Keys have any length; one longer than the hash's block is hashed first.  As many
 * bytes as the digest has are a good choice; FIPS 140 requires at least 14.
 *
 * Tags may be truncated to their first bytes.  A forgery succeeds with probability
 * 2^-t for a tag of t bits: below 8 bytes, limit the number of failures.  _finish
 * writes one byte or more, because validation requests contain tags of any length;
 * _verify rejects fewer than 4 bytes (SP 800-107, 5.3.3: at least 32 bits).
 *
 * Contexts.  A context is the caller's memory.  _init hashes the key's two blocks
 * and keeps the states, so that a message costs no more than its own blocks and two.
 * Functions that take a const context only read it: many threads may use it
 * concurrently.  The incremental functions process one message, kept in the context.
 * A context may be copied with memcpy.  A failed _init ends the message under way and
 * keeps the key that was there.
 *
 * RAM.  NARAE_HMAC_STATES_BYTES is enough for every hash of the library: two states
 * and a context.  If NARAE_HASH_CONTEXT_BYTES of narae/hash.h is defined, it is three
 * times that; define it where RAM is tight, before the first narae header is
 * included.  The library need not be compiled with the same value: a hash that does
 * not fit is rejected with NARAE_ERROR_LENGTH.
 *
 * Side channels: time depends on the hash and the lengths, that of the key included;
 * tags are compared without branches. */
#ifndef NARAE_HMAC_H
#define NARAE_HMAC_H

#include "narae/hash.h"

#ifndef NARAE_HMAC_STATES_BYTES
#    define NARAE_HMAC_STATES_BYTES NARAE_HMAC_STATES_DEFAULT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A key and the message in progress; the members are private. */
typedef struct narae_hmac {
    const narae_hash *hash; /* null: not initialised, or cleared */
    uint8_t phase;
    narae_room room;                                    /* of `states` */
    uint64_t states[(NARAE_HMAC_STATES_BYTES + 7) / 8]; /* after the key's blocks, and the message's */
} narae_hmac;

/* Sets the key, of any length; with key_bytes == 0 it may be null.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_LENGTH (the hash does not fit into the context).
 * _init_sized takes the size of the context as an argument, for other languages. */
NARAE_MUST_CHECK int narae_hmac_init_sized(narae_hmac *ctx, size_t states_bytes, const narae_hash *hash,
                                           const uint8_t *key, size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_hmac_init(narae_hmac *ctx, const narae_hash *hash, const uint8_t *key, size_t key_bytes)
{
    return narae_hmac_init_sized(ctx, sizeof ctx->states, hash, key, key_bytes);
}

/* Starts a message.  Returns NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_STATE
 * (no key). */
NARAE_MUST_CHECK int narae_hmac_start(narae_hmac *ctx);

/* Takes the next `bytes` bytes of the message.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_STATE (not started) or NARAE_ERROR_LENGTH (beyond
 * the hash's limit). */
NARAE_MUST_CHECK int narae_hmac_update(narae_hmac *ctx, const uint8_t *in, size_t bytes);

/* Writes the first `tag_bytes` bytes of the tag, 1 to the digest's size, and ends
 * the message; the key stays.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE
 * or NARAE_ERROR_TAG_SIZE. */
NARAE_MUST_CHECK int narae_hmac_finish(narae_hmac *ctx, uint8_t *tag, size_t tag_bytes);

/* The same, but compares with `tag`, 4 bytes to the digest's size:
 * NARAE_ERROR_AUTHENTICATION if it differs. */
NARAE_MUST_CHECK int narae_hmac_verify(narae_hmac *ctx, const uint8_t *tag, size_t tag_bytes);

/* A whole message in one call; errors as above. */
NARAE_MUST_CHECK int narae_hmac_tag_message(const narae_hmac *ctx, uint8_t *tag, size_t tag_bytes,
                                            const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_hmac_verify_message(const narae_hmac *ctx, const uint8_t *in, size_t bytes,
                                               const uint8_t *tag, size_t tag_bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_hmac_clear(narae_hmac *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_hmac, room), offsetof(narae_hmac, states), sizeof ctx->states, 1);
}

#ifdef __cplusplus
}
#endif
#endif
