/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128 in two shares: narae/masked.h.  The key becomes shares when it is set; the
 * random bytes that a call draws are made then, too, and only copied by it. */

#define ADAPTER_KEY_BYTES 16
#define ADAPTER_KEY_SETUP 0
#define ADAPTER_NONCE_BYTES 16
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1
#define ADAPTER_SHARES 2
#define ADAPTER_RANDOM_BYTES 56 /* for the key and the state */

#include "random.h"

typedef struct adapter_context {
    uint32_t key[8];
} adapter_context;

static uint8_t adapter_fresh[ADAPTER_RANDOM_BYTES];
static uint32_t adapter_masks = 1;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    random_bytes(&adapter_masks, (uint8_t *)ctx->key + 16, 16);
    random_bytes(&adapter_masks, adapter_fresh, sizeof adapter_fresh);
    narae_masked_share((uint8_t *)ctx->key, key, (uint8_t *)ctx->key + 16, 16);
    return NARAE_OK;
}

/* The key's masks are drawn before the state's, and are 16 bytes. */
static int
adapter_draw(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    memcpy(out, adapter_fresh + (bytes == 16 ? 0 : 16), bytes);
    return NARAE_OK;
}

static inline narae_masked_ascon_aead128
adapter_key(const adapter_context *ctx)
{
    return (narae_masked_ascon_aead128){(uint8_t *)(uintptr_t)ctx->key, adapter_draw, NULL};
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    const narae_masked_ascon_aead128 masked = adapter_key(ctx);

    return narae_masked_ascon_aead128_seal(&masked, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in,
                                           bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    const narae_masked_ascon_aead128 masked = adapter_key(ctx);

    return narae_masked_ascon_aead128_open(&masked, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag,
                                           tag_bytes);
}
