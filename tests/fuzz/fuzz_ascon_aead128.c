/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128. */

#include "narae/ascon.h"

#define CONTEXT narae_ascon_aead128
#define STEP(f) narae_ascon_aead128_##f
#define NONCE_BYTES(x) ((x) % 8 != 0 ? 16 : (x) / 8)
#define TAG_BYTES(x) ((x) % 3 != 0 ? 16 : (x) / 3 % 18)
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
    return STEP(seal)(out, tag, m->tag_bytes, m->key, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in,
                      m->bytes);
}

static int
open(const CONTEXT *ctx, const message *m, uint8_t *out, const uint8_t *in, const uint8_t *tag)
{
    (void)ctx;
    return STEP(open)(out, m->key, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in, m->bytes, tag,
                      m->tag_bytes);
}

static int
finish(CONTEXT *ctx, uint8_t *tag, size_t tag_bytes)
{
    return STEP(finish)(ctx, tag, tag_bytes);
}
