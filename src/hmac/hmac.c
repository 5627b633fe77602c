/* SPDX-License-Identifier: MIT */
/* HMAC.  RFC 2104, 2; FIPS 198-1, 4.
 *
 *     tag = H(K ^ opad, H(K ^ ipad, message))
 *
 * K is the key, or its digest if it is longer than a block, with zeros up to a
 * block; ipad and opad are blocks of 0x36 and 0x5c.  Both keyed blocks come first,
 * so the states after them are kept instead of the key: hash->state_bytes bytes
 * each, and after them the context of the current message.
 *
 * Time depends on lengths alone. */

#include "narae/hmac.h"

#include "narae/descriptor.h"

#include "core/check.h"
#include "core/copy.h"
#include "core/equal.h"

/* The caller's memory may be all zeros, which means that no message was
 * started. */
enum { PHASE_NONE, PHASE_STARTED };

/* Bytes of a tag: hmac.h. */
enum { LEAST_WRITTEN = 1, LEAST_CHECKED = 4 };

typedef struct hash_memory {
    uint64_t words[(NARAE_HASH_CONTEXT_BYTES + 7) / 8];
} hash_memory;

static inline const uint8_t *
inner_state(const narae_hmac *ctx)
{
    return (const uint8_t *)ctx->states;
}

static inline const uint8_t *
outer_state(const narae_hmac *ctx)
{
    return (const uint8_t *)ctx->states + ctx->hash->state_bytes;
}

/* The context of the current message. */
static inline void *
message_of(narae_hmac *ctx)
{
    return (uint8_t *)ctx->states + 2 * (size_t)ctx->hash->state_bytes;
}

/* The state after one block, K ^ pad. */
static void
keyed_state(const narae_hash *hash, void *scratch, uint8_t *state, uint8_t *block, uint8_t pad)
{
    for (unsigned i = 0; i < hash->block_bytes; i++)
        block[i] ^= pad;
    cannot_fail(hash->start(scratch));
    cannot_fail(hash->update(scratch, block, hash->block_bytes));
    narae_copy(state, scratch, hash->state_bytes);
}

int
narae_hmac_init_sized(narae_hmac *ctx, size_t states_bytes, const narae_hash *hash, const uint8_t *key,
                      size_t key_bytes)
{
    enum { IPAD = 0x36, OPAD = 0x5c };
    uint8_t block[NARAE_HASH_BLOCK_BYTES] = {0};
    uint8_t *states;
    void *scratch;
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    ctx->phase = PHASE_NONE;
    ctx->room = room_of(states_bytes);
    if (hash == NULL || missing(key, key_bytes))
        return NARAE_ERROR_NULL;
    if (states_bytes < 2u * hash->state_bytes + hash->context_bytes ||
        hash->context_bytes > sizeof(hash_memory) || hash->block_bytes > sizeof block ||
        hash->digest_bytes > NARAE_HASH_DIGEST_BYTES)
        return NARAE_ERROR_LENGTH;
    if (key_bytes > hash->block_bytes) {
        status = hash->message(block, key, key_bytes);
        if (status != NARAE_OK)
            return status;
    } else if (key_bytes != 0) {
        narae_copy(block, key, key_bytes);
    }
    ctx->hash = hash;
    states = (uint8_t *)ctx->states;
    scratch = message_of(ctx);
    keyed_state(hash, scratch, states, block, IPAD);
    keyed_state(hash, scratch, states + hash->state_bytes, block, IPAD ^ OPAD);
    narae_wipe(scratch, hash->context_bytes);
    narae_wipe(block, sizeof block);
    return NARAE_OK;
}

static inline void
start(const narae_hmac *ctx, void *message)
{
    narae_copy(message, inner_state(ctx), ctx->hash->state_bytes);
}

/* Wipes the message's context. */
static void
finish(const narae_hmac *ctx, void *message, uint8_t digest[NARAE_HASH_DIGEST_BYTES])
{
    const narae_hash *hash = ctx->hash;

    cannot_fail(hash->finish(message, digest, hash->digest_bytes));
    narae_copy(message, outer_state(ctx), hash->state_bytes);
    cannot_fail(hash->update(message, digest, hash->digest_bytes));
    cannot_fail(hash->finish(message, digest, hash->digest_bytes));
}

static int
check_tag(const narae_hmac *ctx, const uint8_t *tag, size_t tag_bytes, size_t least)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    return tag_bytes < least || tag_bytes > ctx->hash->digest_bytes ? NARAE_ERROR_TAG_SIZE : NARAE_OK;
}

int
narae_hmac_start(narae_hmac *ctx)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->hash == NULL)
        return NARAE_ERROR_STATE;
    start(ctx, message_of(ctx));
    ctx->phase = PHASE_STARTED;
    return NARAE_OK;
}

int
narae_hmac_update(narae_hmac *ctx, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->hash == NULL || ctx->phase != PHASE_STARTED)
        return NARAE_ERROR_STATE;
    return ctx->hash->update(message_of(ctx), in, bytes);
}

/* Both ends of a message begin here. */
static int
end_message(narae_hmac *ctx, uint8_t digest[NARAE_HASH_DIGEST_BYTES], const uint8_t *tag, size_t tag_bytes,
            size_t least)
{
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->hash == NULL || ctx->phase != PHASE_STARTED)
        return NARAE_ERROR_STATE;
    status = check_tag(ctx, tag, tag_bytes, least);
    if (status == NARAE_OK) {
        finish(ctx, message_of(ctx), digest);
        ctx->phase = PHASE_NONE;
    }
    return status;
}

/* Both functions for a whole message begin here. */
static int
take_message(const narae_hmac *ctx, uint8_t digest[NARAE_HASH_DIGEST_BYTES], const uint8_t *in, size_t bytes,
             const uint8_t *tag, size_t tag_bytes, size_t least)
{
    hash_memory message;
    int status;

    if (ctx == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->hash == NULL)
        return NARAE_ERROR_STATE;
    status = check_tag(ctx, tag, tag_bytes, least);
    if (status != NARAE_OK)
        return status;
    start(ctx, &message);
    status = ctx->hash->update(&message, in, bytes);
    if (status == NARAE_OK)
        finish(ctx, &message, digest);
    else
        narae_wipe(&message, sizeof message);
    return status;
}

static int
write_tag(int status, uint8_t *tag, uint8_t digest[NARAE_HASH_DIGEST_BYTES], size_t tag_bytes)
{
    if (status == NARAE_OK) {
        narae_copy(tag, digest, tag_bytes);
        narae_wipe(digest, NARAE_HASH_DIGEST_BYTES);
    }
    return status;
}

static int
compare_tag(int status, const uint8_t *tag, uint8_t digest[NARAE_HASH_DIGEST_BYTES], size_t tag_bytes)
{
    if (status == NARAE_OK) {
        status = narae_compare_tags(tag, digest, tag_bytes);
        narae_wipe(digest, NARAE_HASH_DIGEST_BYTES);
    }
    return status;
}

int
narae_hmac_finish(narae_hmac *ctx, uint8_t *tag, size_t tag_bytes)
{
    uint8_t digest[NARAE_HASH_DIGEST_BYTES];

    return write_tag(end_message(ctx, digest, tag, tag_bytes, LEAST_WRITTEN), tag, digest, tag_bytes);
}

int
narae_hmac_verify(narae_hmac *ctx, const uint8_t *tag, size_t tag_bytes)
{
    uint8_t digest[NARAE_HASH_DIGEST_BYTES];

    return compare_tag(end_message(ctx, digest, tag, tag_bytes, LEAST_CHECKED), tag, digest, tag_bytes);
}

int
narae_hmac_tag_message(const narae_hmac *ctx, uint8_t *tag, size_t tag_bytes, const uint8_t *in, size_t bytes)
{
    uint8_t digest[NARAE_HASH_DIGEST_BYTES];

    return write_tag(take_message(ctx, digest, in, bytes, tag, tag_bytes, LEAST_WRITTEN), tag, digest,
                     tag_bytes);
}

int
narae_hmac_verify_message(const narae_hmac *ctx, const uint8_t *in, size_t bytes, const uint8_t *tag,
                          size_t tag_bytes)
{
    uint8_t digest[NARAE_HASH_DIGEST_BYTES];

    return compare_tag(take_message(ctx, digest, in, bytes, tag, tag_bytes, LEAST_CHECKED), tag, digest,
                       tag_bytes);
}
