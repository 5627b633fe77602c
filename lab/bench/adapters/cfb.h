/* SPDX-License-Identifier: MIT */
/* CFB over the block cipher that bench_config.h names, with segments of a block. */

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef narae_cfb adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return narae_cfb_init(ctx, &BENCH_DESCRIPTOR, key, BENCH_KEY_BYTES);
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_cfb_encrypt_message(ctx, out, nonce, nonce_bytes, NARAE_CFB_WHOLE_BLOCK, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_cfb_decrypt_message(ctx, out, nonce, nonce_bytes, NARAE_CFB_WHOLE_BLOCK, in, bytes);
}
