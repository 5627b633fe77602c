/* SPDX-License-Identifier: MIT */
/* Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128.  SP 800-232, 5.
 *
 * One sponge with a rate of 8 bytes and p12 after every block; the initial
 * value tells the three apart.  A customization string is absorbed first, as
 * a block with its length in bits and then as a padded message of its own. */

#include "ascon_internal.h"

#include "core/bytes.h"
#include "core/check.h"
#include "narae/wipe.h"

#include <string.h>

#define RATE 8

enum phase { NOT_STARTED, ABSORB, SQUEEZE };

static void
start(narae_ascon_sponge *sponge, uint64_t iv)
{
    memset(sponge, 0, sizeof *sponge);
    sponge->state[0] = ascon_word_of(iv);
    ascon_permute(sponge->state, 12);
    sponge->phase = ABSORB;
}

static void
absorb_byte(narae_ascon_sponge *sponge, uint8_t byte)
{
    ascon_xor_byte(sponge->state, sponge->used++, byte);
    if (sponge->used == RATE) {
        ascon_permute(sponge->state, 12);
        sponge->used = 0;
    }
}

static void
absorb(narae_ascon_sponge *sponge, const uint8_t *in, size_t bytes)
{
    for (; bytes != 0 && (sponge->used != 0 || !ASCON_BY_WORDS); bytes--)
        absorb_byte(sponge, *in++);
    for (; bytes >= RATE; bytes -= RATE, in += RATE) {
        sponge->state[0] ^= ascon_word_of(load64_le(in));
        ascon_permute(sponge->state, 12);
    }
    for (; bytes != 0; bytes--)
        absorb_byte(sponge, *in++);
}

static void
pad(narae_ascon_sponge *sponge)
{
    ascon_xor_byte(sponge->state, sponge->used, 0x01);
    ascon_permute(sponge->state, 12);
    sponge->used = 0;
}

/* `used` bytes of the rate have been output since the last permutation. */
static void
squeeze(narae_ascon_sponge *sponge, uint8_t *out, size_t bytes)
{
    while (bytes != 0) {
        if (sponge->used == RATE) {
            ascon_permute(sponge->state, 12);
            sponge->used = 0;
        }
        if (ASCON_BY_WORDS && sponge->used == 0 && bytes >= RATE) {
            store64_le(out, ascon_value_of(sponge->state[0]));
            sponge->used = RATE;
            out += RATE;
            bytes -= RATE;
            continue;
        }
        *out++ = ascon_xor_byte(sponge->state, sponge->used++, 0);
        bytes--;
    }
}

static int
update(narae_ascon_sponge *sponge, const uint8_t *in, size_t bytes)
{
    if (missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (sponge->phase != ABSORB)
        return NARAE_ERROR_STATE;
    absorb(sponge, in, bytes);
    return NARAE_OK;
}

static int
output(narae_ascon_sponge *sponge, uint8_t *out, size_t bytes)
{
    if (missing(out, bytes))
        return NARAE_ERROR_NULL;
    if (sponge->phase == NOT_STARTED)
        return NARAE_ERROR_STATE;
    if (sponge->phase == ABSORB) {
        pad(sponge);
        sponge->phase = SQUEEZE;
    }
    squeeze(sponge, out, bytes);
    return NARAE_OK;
}

int
narae_ascon_hash256_start(narae_ascon_hash256 *ctx)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    start(&ctx->sponge, 0x0000080100cc0002);
    return NARAE_OK;
}

int
narae_ascon_hash256_update(narae_ascon_hash256 *ctx, const uint8_t *in, size_t bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL : update(&ctx->sponge, in, bytes);
}

int
narae_ascon_hash256_finish(narae_ascon_hash256 *ctx, uint8_t digest[32])
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : output(&ctx->sponge, digest, 32);

    if (status == NARAE_OK)
        narae_ascon_hash256_clear(ctx);
    return status;
}

void
narae_ascon_hash256_clear(narae_ascon_hash256 *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
narae_ascon_hash256_message(uint8_t digest[32], const uint8_t *in, size_t bytes)
{
    narae_ascon_hash256 ctx;

    if (digest == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    cannot_fail(narae_ascon_hash256_start(&ctx));
    cannot_fail(narae_ascon_hash256_update(&ctx, in, bytes));
    return narae_ascon_hash256_finish(&ctx, digest);
}

int
narae_ascon_xof128_start(narae_ascon_xof128 *ctx)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    start(&ctx->sponge, 0x0000080000cc0003);
    return NARAE_OK;
}

int
narae_ascon_xof128_update(narae_ascon_xof128 *ctx, const uint8_t *in, size_t bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL : update(&ctx->sponge, in, bytes);
}

int
narae_ascon_xof128_squeeze(narae_ascon_xof128 *ctx, uint8_t *out, size_t bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL : output(&ctx->sponge, out, bytes);
}

void
narae_ascon_xof128_clear(narae_ascon_xof128 *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
narae_ascon_xof128_message(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    narae_ascon_xof128 ctx;

    if (missing(out, out_bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    cannot_fail(narae_ascon_xof128_start(&ctx));
    cannot_fail(narae_ascon_xof128_update(&ctx, in, bytes));
    cannot_fail(narae_ascon_xof128_squeeze(&ctx, out, out_bytes));
    narae_ascon_xof128_clear(&ctx);
    return NARAE_OK;
}

int
narae_ascon_cxof128_start(narae_ascon_cxof128 *ctx, const uint8_t *custom, size_t custom_bytes)
{
    uint8_t bits[8] = {0};

    if (ctx == NULL || missing(custom, custom_bytes))
        return NARAE_ERROR_NULL;
    if (custom_bytes > NARAE_ASCON_CXOF128_CUSTOM_BYTES)
        return NARAE_ERROR_LENGTH;
    start(&ctx->sponge, 0x0000080000cc0004);
    bits[0] = (uint8_t)(custom_bytes << 3);
    bits[1] = (uint8_t)(custom_bytes >> 5);
    absorb(&ctx->sponge, bits, sizeof bits);
    absorb(&ctx->sponge, custom, custom_bytes);
    pad(&ctx->sponge);
    return NARAE_OK;
}

int
narae_ascon_cxof128_update(narae_ascon_cxof128 *ctx, const uint8_t *in, size_t bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL : update(&ctx->sponge, in, bytes);
}

int
narae_ascon_cxof128_squeeze(narae_ascon_cxof128 *ctx, uint8_t *out, size_t bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL : output(&ctx->sponge, out, bytes);
}

void
narae_ascon_cxof128_clear(narae_ascon_cxof128 *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
narae_ascon_cxof128_message(uint8_t *out, size_t out_bytes, const uint8_t *custom, size_t custom_bytes,
                            const uint8_t *in, size_t bytes)
{
    narae_ascon_cxof128 ctx;
    int status;

    if (missing(out, out_bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    status = narae_ascon_cxof128_start(&ctx, custom, custom_bytes);
    if (status != NARAE_OK)
        return status;
    cannot_fail(narae_ascon_cxof128_update(&ctx, in, bytes));
    cannot_fail(narae_ascon_cxof128_squeeze(&ctx, out, out_bytes));
    narae_ascon_cxof128_clear(&ctx);
    return NARAE_OK;
}
