/* SPDX-License-Identifier: MIT */
/* OFB over the block cipher that bench_config.h names. */

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef narae_ofb adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return narae_ofb_init(ctx, &BENCH_DESCRIPTOR, key, BENCH_KEY_BYTES);
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_ofb_crypt_message(ctx, out, nonce, nonce_bytes, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_ofb_crypt_message(ctx, out, nonce, nonce_bytes, in, bytes);
}
