/* SPDX-License-Identifier: MIT */
/* CMAC over the block cipher that bench_config.h names, whole tags. */

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES 0
#define ADAPTER_TAG_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TEXT 0
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef narae_cmac adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return narae_cmac_init(ctx, &BENCH_DESCRIPTOR, key, BENCH_KEY_BYTES);
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_cmac_tag_message(ctx, tag, tag_bytes, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_cmac_verify_message(ctx, in, bytes, tag, tag_bytes);
}
