/* SPDX-License-Identifier: MIT */
/* CCM over every cipher. */

#include "narae/ccm.h"

#define CONTEXT narae_ccm
#define STEP(f) narae_ccm_##f
#define NONCE_BYTES(x) ((x) % 8 != 0 ? 7 + (x) % 7 : (x) / 8 % 16)
#define TAG_BYTES(x) ((x) % 3 != 0 ? 4 + (x) / 3 % 7 * 2 : (x) / 3 % 18)
#include "fuzz_aead.h"

static int
begin(narae_ccm *ctx, const message *m)
{
    return narae_ccm_init(ctx, m->cipher, m->key, m->key_bytes);
}

static int
start(narae_ccm *ctx, const message *m)
{
    return narae_ccm_start(ctx, m->nonce, m->nonce_bytes, m->ad_bytes, m->bytes, m->tag_bytes);
}

static int
seal(const narae_ccm *ctx, const message *m, uint8_t *out, uint8_t *tag, const uint8_t *in)
{
    return narae_ccm_seal(ctx, out, tag, m->tag_bytes, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in,
                          m->bytes);
}

static int
open(const narae_ccm *ctx, const message *m, uint8_t *out, const uint8_t *in, const uint8_t *tag)
{
    return narae_ccm_open(ctx, out, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, in, m->bytes, tag,
                          m->tag_bytes);
}

static int
finish(narae_ccm *ctx, uint8_t *tag, size_t tag_bytes)
{
    return narae_ccm_finish(ctx, tag, tag_bytes);
}
