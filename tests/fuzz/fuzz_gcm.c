/* SPDX-License-Identifier: MIT */
/* GCM over every cipher. */

#include "narae/gcm.h"

#define CONTEXT narae_gcm
#define STEP(f) narae_gcm_##f
#define NONCE_BYTES(x) ((x) % 40)
#define TAG_BYTES(x) ((x) % 3 != 0 ? 16 : (x) / 3 % 18)
#include "fuzz_aead.h"

static int
begin(narae_gcm *ctx, const message *m)
{
    return narae_gcm_init(ctx, m->cipher, m->key, m->key_bytes);
}

static int
start(narae_gcm *ctx, const message *m)
{
    return narae_gcm_start(ctx, m->nonce, m->nonce_bytes);
}

static int
seal(const narae_gcm *ctx, const message *m, uint8_t *out, uint8_t *tag, const uint8_t *in)
{
    return narae_gcm_seal(ctx, out, tag, m->tag_bytes, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in,
                          m->bytes);
}

static int
open(const narae_gcm *ctx, const message *m, uint8_t *out, const uint8_t *in, const uint8_t *tag)
{
    return narae_gcm_open(ctx, out, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in, m->bytes, tag,
                          m->tag_bytes);
}

static int
finish(narae_gcm *ctx, uint8_t *tag, size_t tag_bytes)
{
    return narae_gcm_finish(ctx, tag, tag_bytes);
}
