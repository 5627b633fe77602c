/* SPDX-License-Identifier: MIT */
/* ChaCha20-Poly1305 and XChaCha20-Poly1305.  Tags have 16 bytes,
 * an argument of open and verify only. */

#include "narae/chacha20_poly1305.h"

#define CONTEXT narae_chacha20_poly1305
#define STEP(f) narae_chacha20_poly1305_##f
#define NONCE_BYTES(x) ((x) % 8 != 0 ? 12 + 12 * ((x) & 1) : (x) / 8)
#define TAG_BYTES(x) ((void)(x), 16)
#include "fuzz_aead.h"

static int
begin(CONTEXT *ctx, const message *m)
{
    (void)m;
    memset(ctx, 0, sizeof *ctx);
    return NARAE_OK;
}

static int
start(CONTEXT *ctx, const message *m)
{
    return STEP(start)(ctx, m->key, m->nonce, m->nonce_bytes);
}

static int
seal(const CONTEXT *ctx, const message *m, uint8_t *out, uint8_t *tag, const uint8_t *in)
{
    (void)ctx;
    return STEP(seal)(out, tag, m->key, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in, m->bytes);
}

static int
open(const CONTEXT *ctx, const message *m, uint8_t *out, const uint8_t *in, const uint8_t *tag)
{
    (void)ctx;
    return STEP(open)(out, m->key, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in, m->bytes, tag, 16);
}

static int
finish(CONTEXT *ctx, uint8_t *tag, size_t tag_bytes)
{
    (void)tag_bytes;
    return STEP(finish)(ctx, tag);
}
