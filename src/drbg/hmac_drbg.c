/* SPDX-License-Identifier: MIT */
/* HMAC_DRBG.  SP 800-90A Rev. 1, 10.1.2.
 *
 * Time depends on lengths alone. */

#include "drbg_internal.h"

#include "narae/hmac.h"

/* V = HMAC(key, V), with the message in `hmac` and not on the stack. */
static void
advance(narae_hmac *hmac, narae_drbg_hmac *ctx)
{
    const size_t n = ctx->hash->digest_bytes;

    cannot_fail(narae_hmac_start(hmac));
    cannot_fail(narae_hmac_update(hmac, ctx->v, n));
    cannot_fail(narae_hmac_finish(hmac, ctx->v, n));
}

/* Functions with an HMAC on the stack are not inlined, so that only one is there at a
 * time. */
#define ALONE __attribute__((noinline)) static

/* HMAC_DRBG_Update, 10.1.2.2. */
ALONE void
update(narae_drbg_hmac *ctx, const piece *pieces, unsigned npieces)
{
    const size_t n = ctx->hash->digest_bytes;
    narae_hmac hmac;
    size_t provided = 0;

    for (unsigned i = 0; i < npieces; i++)
        provided += pieces[i].n;
    for (uint8_t step = 0; step < (provided != 0 ? 2 : 1); step++) {
        cannot_fail(narae_hmac_init(&hmac, ctx->hash, ctx->key, n));
        cannot_fail(narae_hmac_start(&hmac));
        cannot_fail(narae_hmac_update(&hmac, ctx->v, n));
        cannot_fail(narae_hmac_update(&hmac, &step, 1));
        for (unsigned i = 0; i < npieces; i++)
            cannot_fail(narae_hmac_update(&hmac, pieces[i].p, pieces[i].n));
        cannot_fail(narae_hmac_finish(&hmac, ctx->key, n));
        cannot_fail(narae_hmac_init(&hmac, ctx->hash, ctx->key, n));
        advance(&hmac, ctx);
    }
    narae_hmac_clear(&hmac);
}

static void
seed(narae_drbg_hmac *ctx, const piece *pieces, unsigned npieces)
{
    update(ctx, pieces, npieces);
    ctx->requests = 1;
}

/* The loop of 10.1.2.5; without `out` only the state goes on. */
ALONE void
output(narae_drbg_hmac *ctx, uint8_t *out, size_t bytes)
{
    const size_t size = ctx->hash->digest_bytes;
    narae_hmac hmac;

    cannot_fail(narae_hmac_init(&hmac, ctx->hash, ctx->key, size));
    for (size_t done = 0; done < bytes; done += size) {
        advance(&hmac, ctx);
        if (out != NULL)
            narae_copy(out + done, ctx->v, bytes - done < size ? bytes - done : size);
    }
    narae_hmac_clear(&hmac);
}

/* The output lies where the additional input does, which the state takes once more after
 * it: the state goes ahead. */
ALONE void
output_over(narae_drbg_hmac *ctx, uint8_t *out, size_t bytes, piece additional)
{
    narae_drbg_hmac before = *ctx;

    output(ctx, NULL, bytes);
    update(ctx, &additional, 1);
    output(&before, out, bytes);
    narae_drbg_hmac_clear(&before);
}

static void
generate(narae_drbg_hmac *ctx, uint8_t *out, size_t bytes, piece additional)
{
    if (additional.n != 0)
        update(ctx, &additional, 1);
    if (touches(out, bytes, additional.p, additional.n)) {
        output_over(ctx, out, bytes, additional);
    } else {
        output(ctx, out, bytes);
        update(ctx, &additional, 1);
    }
    ctx->requests++;
}

ALONE int
check_hash(const narae_hash *hash)
{
    narae_hmac hmac;

    return narae_hmac_init(&hmac, hash, NULL, 0);
}

int
narae_drbg_hmac_init(narae_drbg_hmac *ctx, const narae_hash *hash, const uint8_t *entropy,
                     size_t entropy_bytes, const uint8_t *nonce, size_t nonce_bytes,
                     const uint8_t *personalization, size_t personalization_bytes)
{
    const piece pieces[3] = {
        {entropy, entropy_bytes}, {nonce, nonce_bytes}, {personalization, personalization_bytes}};
    int status;

    if (ctx == NULL || hash == NULL)
        return NARAE_ERROR_NULL;
    status = check_seed(pieces, hash_strength(hash));
    if (status == NARAE_OK)
        status = check_hash(hash);
    if (status != NARAE_OK)
        return status;
    ctx->hash = hash;
    memset(ctx->key, 0, sizeof ctx->key);
    memset(ctx->v, 1, sizeof ctx->v);
    seed(ctx, pieces, 3);
    return NARAE_OK;
}

static void
reseed(narae_drbg_hmac *ctx, const piece input[2])
{
    seed(ctx, input, 2);
}

#define CONTEXT narae_drbg_hmac
#define RESEED narae_drbg_hmac_reseed
#define GENERATE narae_drbg_hmac_generate
#define GENERATE_FRESH narae_drbg_hmac_generate_fresh

#include "on_hash.inc"
