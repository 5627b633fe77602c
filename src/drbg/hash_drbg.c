/* SPDX-License-Identifier: MIT */
/* Hash_DRBG.  SP 800-90A Rev. 1, 10.1.1; Hash_df of 10.3.1.
 *
 * V and C have seedlen bits: 440, or 888 where the digest is longer than 256.
 *
 * Time depends on lengths alone. */

#include "drbg_internal.h"

typedef struct hash_memory {
    uint64_t words[(NARAE_HASH_CONTEXT_BYTES + 7) / 8];
} hash_memory;

static size_t
seed_bytes(const narae_hash *hash)
{
    return hash->digest_bytes <= 32 ? 55 : 111;
}

/* Hash(prefix || V || more). */
static void
hash_of(const narae_hash *hash, uint8_t *digest, uint8_t prefix, const uint8_t *v, piece more)
{
    hash_memory m;

    cannot_fail(hash->start(&m));
    cannot_fail(hash->update(&m, &prefix, 1));
    cannot_fail(hash->update(&m, v, seed_bytes(hash)));
    cannot_fail(hash->update(&m, more.p, more.n));
    cannot_fail(hash->finish(&m, digest, hash->digest_bytes));
}

/* Hash_df of the pieces, to seedlen bits. */
static void
derive(const narae_hash *hash, uint8_t *seed, const piece *pieces, unsigned npieces)
{
    const size_t all = seed_bytes(hash);
    uint8_t head[5] = {0}, digest[NARAE_HASH_DIGEST_BYTES];

    store32_be(head + 1, (uint32_t)(8 * all));
    for (size_t done = 0, n; done < all; done += n) {
        hash_memory m;

        head[0]++;
        cannot_fail(hash->start(&m));
        cannot_fail(hash->update(&m, head, sizeof head));
        for (unsigned i = 0; i < npieces; i++)
            cannot_fail(hash->update(&m, pieces[i].p, pieces[i].n));
        cannot_fail(hash->finish(&m, digest, hash->digest_bytes));
        n = all - done < hash->digest_bytes ? all - done : hash->digest_bytes;
        narae_copy(seed + done, digest, n);
    }
    narae_wipe(digest, sizeof digest);
}

/* v += x, big-endian, modulo 2^seedlen. */
static void
add(uint8_t *v, size_t v_bytes, const uint8_t *x, size_t x_bytes)
{
    unsigned carry = 0;

    for (size_t i = 1; i <= v_bytes; i++) {
        carry += v[v_bytes - i] + (i <= x_bytes ? x[x_bytes - i] : 0u);
        v[v_bytes - i] = (uint8_t)carry;
        carry >>= 8;
    }
}

static void
seed(narae_drbg_hash *ctx, const piece *pieces, unsigned npieces)
{
    const uint8_t zero = 0;
    const piece zero_and_v[2] = {{&zero, 1}, {ctx->v, seed_bytes(ctx->hash)}};
    uint8_t v[sizeof ctx->v];

    derive(ctx->hash, v, pieces, npieces);
    narae_copy(ctx->v, v, sizeof v);
    derive(ctx->hash, ctx->c, zero_and_v, 2);
    ctx->requests = 1;
    narae_wipe(v, sizeof v);
}

static void
reseed(narae_drbg_hash *ctx, const piece input[2])
{
    const uint8_t one = 1;
    const piece pieces[4] = {{&one, 1}, {ctx->v, seed_bytes(ctx->hash)}, input[0], input[1]};

    seed(ctx, pieces, 4);
}

static void
generate(narae_drbg_hash *ctx, uint8_t *out, size_t bytes, piece additional)
{
    const narae_hash *hash = ctx->hash;
    const size_t all = seed_bytes(hash);
    const uint8_t one = 1;
    uint8_t data[sizeof ctx->v], digest[NARAE_HASH_DIGEST_BYTES], requests[8];

    if (additional.n != 0) {
        hash_of(hash, digest, 2, ctx->v, additional);
        add(ctx->v, all, digest, hash->digest_bytes);
    }
    narae_copy(data, ctx->v, all);
    for (size_t n; bytes != 0; bytes -= n, out += n) {
        cannot_fail(hash->message(digest, data, all));
        n = bytes < hash->digest_bytes ? bytes : hash->digest_bytes;
        narae_copy(out, digest, n);
        add(data, all, &one, 1);
    }
    hash_of(hash, digest, 3, ctx->v, (piece){NULL, 0});
    store64_be(requests, ctx->requests);
    add(ctx->v, all, digest, hash->digest_bytes);
    add(ctx->v, all, ctx->c, all);
    add(ctx->v, all, requests, sizeof requests);
    ctx->requests++;
    narae_wipe(data, sizeof data);
    narae_wipe(digest, sizeof digest);
}

int
narae_drbg_hash_init(narae_drbg_hash *ctx, const narae_hash *hash, const uint8_t *entropy,
                     size_t entropy_bytes, const uint8_t *nonce, size_t nonce_bytes,
                     const uint8_t *personalization, size_t personalization_bytes)
{
    const piece pieces[3] = {
        {entropy, entropy_bytes}, {nonce, nonce_bytes}, {personalization, personalization_bytes}};
    int status;

    if (ctx == NULL || hash == NULL)
        return NARAE_ERROR_NULL;
    if (hash->context_bytes > sizeof(hash_memory) || hash->digest_bytes > NARAE_HASH_DIGEST_BYTES)
        return NARAE_ERROR_LENGTH;
    status = check_seed(pieces, hash_strength(hash));
    if (status != NARAE_OK)
        return status;
    ctx->hash = hash;
    seed(ctx, pieces, 3);
    return NARAE_OK;
}

#define CONTEXT narae_drbg_hash
#define RESEED narae_drbg_hash_reseed
#define GENERATE narae_drbg_hash_generate
#define GENERATE_FRESH narae_drbg_hash_generate_fresh

#include "on_hash.inc"
