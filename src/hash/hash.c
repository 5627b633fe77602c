/* SPDX-License-Identifier: MIT */
/* narae/hash.h: any hash by its descriptor.
 *
 * Time depends on lengths alone. */

#include "narae/hash.h"

#include "narae/descriptor.h"

#include "core/check.h"

size_t
narae_hash_digest_bytes(const narae_hash *hash)
{
    return hash->digest_bytes;
}

size_t
narae_hash_block_bytes(const narae_hash *hash)
{
    return hash->block_bytes;
}

size_t
narae_hash_context_bytes(const narae_hash *hash)
{
    return hash->context_bytes;
}

int
narae_hash_start(const narae_hash *hash, void *ctx, size_t ctx_bytes)
{
    if (hash == NULL || ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx_bytes < hash->context_bytes)
        return NARAE_ERROR_LENGTH;
    return hash->start(ctx);
}

int
narae_hash_update(const narae_hash *hash, void *ctx, const uint8_t *in, size_t bytes)
{
    return hash == NULL ? NARAE_ERROR_NULL : hash->update(ctx, in, bytes);
}

int
narae_hash_finish(const narae_hash *hash, void *ctx, uint8_t *digest, size_t digest_bytes)
{
    if (hash == NULL)
        return NARAE_ERROR_NULL;
    if (digest_bytes != hash->digest_bytes)
        return NARAE_ERROR_LENGTH;
    return hash->finish(ctx, digest, digest_bytes);
}

void
narae_hash_clear(const narae_hash *hash, void *ctx)
{
    if (hash != NULL)
        narae_wipe(ctx, hash->context_bytes);
}

int
narae_hash_message(const narae_hash *hash, uint8_t *digest, size_t digest_bytes, const uint8_t *in,
                   size_t bytes)
{
    if (hash == NULL || digest == NULL)
        return NARAE_ERROR_NULL;
    if (digest_bytes != hash->digest_bytes)
        return NARAE_ERROR_LENGTH;
    return hash->message(digest, in, bytes);
}
