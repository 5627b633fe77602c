/* SPDX-License-Identifier: MIT */
/* Poly1305: the public functions, their checks, and messages in parts.
 * RFC 8439, 2.5.1, for the clamping of r and the padding of the last block. */

#include "poly1305_internal.h"

#include "core/check.h"
#include "core/copy.h"
#include "core/equal.h"
#include "narae/wipe.h"

__extension__ _Static_assert(sizeof(narae_poly1305_sum) == sizeof((narae_poly1305 *)0)->sum,
                             "the context holds a sum");

static inline narae_poly1305_sum *
sum_of(narae_poly1305 *ctx)
{
    return (narae_poly1305_sum *)ctx->sum;
}

int
narae_poly1305_start(narae_poly1305 *ctx, const uint8_t key[32])
{
    if (ctx == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    poly1305_begin(sum_of(ctx), key);
    narae_copy(ctx->s, key + 16, 16);
    ctx->used = 0;
    ctx->started = 1;
    return NARAE_OK;
}

int
narae_poly1305_update(narae_poly1305 *ctx, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (!ctx->started)
        return NARAE_ERROR_STATE;
    if (bytes == 0)
        return NARAE_OK;

    if (ctx->used != 0) {
        size_t n = 16u - ctx->used;

        if (n > bytes)
            n = bytes;
        narae_copy(ctx->block + ctx->used, in, n);
        ctx->used = (uint8_t)(ctx->used + n);
        in += n;
        bytes -= n;
        if (ctx->used < 16)
            return NARAE_OK;
        narae_poly1305_blocks_kernel(sum_of(ctx), ctx->block, 1, 1);
    }
    narae_poly1305_blocks_kernel(sum_of(ctx), in, bytes / 16, 1);
    ctx->used = (uint8_t)(bytes % 16);
    narae_copy(ctx->block, in + (bytes - ctx->used), ctx->used);
    return NARAE_OK;
}

int
narae_poly1305_finish(narae_poly1305 *ctx, uint8_t tag[16])
{
    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (!ctx->started)
        return NARAE_ERROR_STATE;
    if (ctx->used != 0) {
        ctx->block[ctx->used] = 1;
        narae_zero(ctx->block + ctx->used + 1, 15u - ctx->used);
        narae_poly1305_blocks_kernel(sum_of(ctx), ctx->block, 1, 0);
    }
    narae_poly1305_tag_portable(sum_of(ctx), ctx->s, tag);
    narae_poly1305_clear(ctx);
    return NARAE_OK;
}

int
narae_poly1305_verify(narae_poly1305 *ctx, const uint8_t *tag, size_t tag_bytes)
{
    uint8_t expected[16];
    int status;

    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (tag_bytes != 16)
        return NARAE_ERROR_TAG_SIZE;
    status = narae_poly1305_finish(ctx, expected);
    if (status != NARAE_OK)
        return status;
    status = narae_compare_tags(expected, tag, 16);
    narae_wipe(expected, sizeof expected);
    return status;
}

void
narae_poly1305_clear(narae_poly1305 *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
narae_poly1305_tag_message(uint8_t tag[16], const uint8_t key[32], const uint8_t *in, size_t bytes)
{
    narae_poly1305 ctx;

    if (tag == NULL || key == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    cannot_fail(narae_poly1305_start(&ctx, key));
    cannot_fail(narae_poly1305_update(&ctx, in, bytes));
    return narae_poly1305_finish(&ctx, tag);
}
