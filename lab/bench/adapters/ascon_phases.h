/* SPDX-License-Identifier: MIT */
/* The phases of the AEADs of the Ascon family, where key and nonce are set
 * together: BENCH_PREFIX is narae_ascon_aead128, ... */

#define ADAPTER_KEY_BYTES 16
#define ADAPTER_KEY_SETUP 0
#define ADAPTER_NONCE_BYTES 16
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef struct adapter_context {
    uint8_t key[16];
    BENCH_PREFIX message;
} adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    memcpy(ctx->key, key, sizeof ctx->key);
    return NARAE_OK;
}

static inline int
adapter_start(adapter_context *ctx, const uint8_t *nonce, size_t nonce_bytes)
{
    return ADAPTER_NAME(BENCH_PREFIX, start)(&ctx->message, ctx->key, nonce, nonce_bytes);
}

#define adapter_ad(ctx, ad, bytes) ADAPTER_NAME(BENCH_PREFIX, ad)(&(ctx)->message, ad, bytes)
#define adapter_encrypt(ctx, out, in, bytes) \
    ADAPTER_NAME(BENCH_PREFIX, encrypt)(&(ctx)->message, out, in, bytes)
#define adapter_decrypt(ctx, out, in, bytes) \
    ADAPTER_NAME(BENCH_PREFIX, decrypt)(&(ctx)->message, out, in, bytes)
#define adapter_finish(ctx, tag, tag_bytes) \
    ADAPTER_NAME(BENCH_PREFIX, finish)(&(ctx)->message, tag, tag_bytes)
#define adapter_verify(ctx, tag, tag_bytes) \
    ADAPTER_NAME(BENCH_PREFIX, verify)(&(ctx)->message, tag, tag_bytes)
