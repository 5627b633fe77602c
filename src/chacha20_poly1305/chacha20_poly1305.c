/* ChaCha20-Poly1305 and XChaCha20-Poly1305.  RFC 8439, 2.6 and 2.8;
 * draft-irtf-cfrg-xchacha-03, 2.
 *
 * Block 0 of the key stream is the Poly1305 key, the message begins at block
 * 1.  The tag covers AD, zeros up to 16 bytes, ciphertext, zeros up to 16
 * bytes, and both lengths as 64-bit little-endian numbers.
 *
 * One call is refused before it has changed anything, so every limit is
 * checked in enter(). */

#include "narae/chacha20_poly1305.h"

#include "core/bytes.h"
#include "core/check.h"
#include "narae/wipe.h"

#include <string.h>

/* 2^32 - 1 blocks: all that the counter has after block 0 */
#define MAX_BYTES (((uint64_t)1 << 38) - 64)

enum phase { NOT_STARTED, AD, ENCRYPT, DECRYPT };

int
narae_chacha20_poly1305_start(narae_chacha20_poly1305_ctx *ctx, const uint8_t key[32], const uint8_t *nonce,
                              size_t nonce_bytes)
{
    uint8_t block[64] = {0};

    if (ctx == NULL || key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 12 && nonce_bytes != 24)
        return NARAE_ERROR_NONCE_SIZE;
    narae_chacha_start(&ctx->chacha, 20, key, 32, nonce, nonce_bytes, 0);
    narae_chacha_update(&ctx->chacha, block, block, sizeof block);
    narae_poly1305_start(&ctx->poly1305, block);
    narae_wipe(block, sizeof block);
    ctx->ad_bytes = 0;
    ctx->bytes = 0;
    ctx->phase = AD;
    return NARAE_OK;
}

int
narae_chacha20_poly1305_ad(narae_chacha20_poly1305_ctx *ctx, const uint8_t *ad, size_t bytes)
{
    if (ctx == NULL || missing(ad, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->phase != AD)
        return NARAE_ERROR_STATE;
    if (bytes > UINT64_MAX - ctx->ad_bytes)
        return NARAE_ERROR_LENGTH;
    ctx->ad_bytes += bytes;
    return narae_poly1305_update(&ctx->poly1305, ad, bytes);
}

/* Zeros after `bytes` bytes, up to a whole number of blocks. */
static void
pad(narae_chacha20_poly1305_ctx *ctx, uint64_t bytes)
{
    const uint8_t zeros[16] = {0};

    narae_poly1305_update(&ctx->poly1305, zeros, (size_t)(-bytes & 15));
}

/* Checks and counts a call of encrypt or decrypt; the first one ends the
 * associated data. */
static int
enter(narae_chacha20_poly1305_ctx *ctx, enum phase phase, const uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_stream(out, in, bytes);

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->phase != AD && ctx->phase != phase)
        return NARAE_ERROR_STATE;
    if (bytes > MAX_BYTES - ctx->bytes)
        return NARAE_ERROR_LENGTH;
    if (ctx->phase == AD) {
        pad(ctx, ctx->ad_bytes);
        ctx->phase = (uint8_t)phase;
    }
    ctx->bytes += bytes;
    return NARAE_OK;
}

int
narae_chacha20_poly1305_encrypt(narae_chacha20_poly1305_ctx *ctx, uint8_t *out, const uint8_t *in,
                                size_t bytes)
{
    int status = enter(ctx, ENCRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    narae_chacha_update(&ctx->chacha, out, in, bytes);
    narae_poly1305_update(&ctx->poly1305, out, bytes);
    return NARAE_OK;
}

int
narae_chacha20_poly1305_decrypt(narae_chacha20_poly1305_ctx *ctx, uint8_t *out, const uint8_t *in,
                                size_t bytes)
{
    int status = enter(ctx, DECRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    narae_poly1305_update(&ctx->poly1305, in, bytes);
    narae_chacha_update(&ctx->chacha, out, in, bytes);
    return NARAE_OK;
}

/* Adds the padding of the last part and the block of lengths. */
static void
add_lengths(narae_chacha20_poly1305_ctx *ctx)
{
    uint8_t lengths[16];

    pad(ctx, ctx->phase == AD ? ctx->ad_bytes : ctx->bytes);
    store64_le(lengths, ctx->ad_bytes);
    store64_le(lengths + 8, ctx->bytes);
    narae_poly1305_update(&ctx->poly1305, lengths, sizeof lengths);
}

int
narae_chacha20_poly1305_finish(narae_chacha20_poly1305_ctx *ctx, uint8_t tag[16])
{
    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->phase != AD && ctx->phase != ENCRYPT)
        return NARAE_ERROR_STATE;
    add_lengths(ctx);
    narae_poly1305_finish(&ctx->poly1305, tag);
    narae_chacha20_poly1305_clear(ctx);
    return NARAE_OK;
}

int
narae_chacha20_poly1305_verify(narae_chacha20_poly1305_ctx *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status;

    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (tag_bytes != NARAE_POLY1305_TAG_BYTES)
        return NARAE_ERROR_TAG_SIZE;
    if (ctx->phase != AD && ctx->phase != DECRYPT)
        return NARAE_ERROR_STATE;
    add_lengths(ctx);
    status = narae_poly1305_verify(&ctx->poly1305, tag, tag_bytes);
    narae_chacha20_poly1305_clear(ctx);
    return status;
}

void
narae_chacha20_poly1305_clear(narae_chacha20_poly1305_ctx *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
narae_chacha20_poly1305_seal(uint8_t *out, uint8_t tag[16], const uint8_t key[32], const uint8_t *nonce,
                             size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                             size_t bytes)
{
    narae_chacha20_poly1305_ctx ctx;
    int status;

    if (tag == NULL)
        return NARAE_ERROR_NULL;
    if (touches(tag, NARAE_POLY1305_TAG_BYTES, out, bytes))
        return NARAE_ERROR_OVERLAP;
    status = narae_chacha20_poly1305_start(&ctx, key, nonce, nonce_bytes);
    if (status != NARAE_OK)
        return status;
    status = narae_chacha20_poly1305_ad(&ctx, ad, ad_bytes);
    if (status == NARAE_OK)
        status = narae_chacha20_poly1305_encrypt(&ctx, out, in, bytes);
    if (status == NARAE_OK)
        return narae_chacha20_poly1305_finish(&ctx, tag);
    narae_chacha20_poly1305_clear(&ctx);
    return status;
}

int
narae_chacha20_poly1305_open(uint8_t *out, const uint8_t key[32], const uint8_t *nonce, size_t nonce_bytes,
                             const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
                             const uint8_t *tag, size_t tag_bytes)
{
    narae_chacha20_poly1305_ctx ctx;
    int status;

    if (tag == NULL)
        return NARAE_ERROR_NULL;
    if (tag_bytes != NARAE_POLY1305_TAG_BYTES)
        return NARAE_ERROR_TAG_SIZE;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
    status = narae_chacha20_poly1305_start(&ctx, key, nonce, nonce_bytes);
    if (status != NARAE_OK)
        return status;
    status = narae_chacha20_poly1305_ad(&ctx, ad, ad_bytes);
    if (status == NARAE_OK)
        status = enter(&ctx, DECRYPT, out, in, bytes);
    if (status == NARAE_OK) {
        narae_poly1305_update(&ctx.poly1305, in, bytes);
        add_lengths(&ctx);
        status = narae_poly1305_verify(&ctx.poly1305, tag, tag_bytes);
        if (status == NARAE_OK)
            narae_chacha_update(&ctx.chacha, out, in, bytes);
        else if (bytes != 0)
            memset(out, 0, bytes);
    }
    narae_chacha20_poly1305_clear(&ctx);
    return status;
}
