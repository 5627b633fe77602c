/* SPDX-License-Identifier: MIT */
/* CBC without padding over the block cipher that bench_config.h names; the
 * nonce is the IV. */

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT BENCH_BLOCK_BYTES

typedef narae_cbc adapter_context;

static size_t adapter_out_bytes;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return narae_cbc_init(ctx, &BENCH_DESCRIPTOR, key, BENCH_KEY_BYTES);
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_cbc_encrypt_message(ctx, out, &adapter_out_bytes, nonce, nonce_bytes, NARAE_CBC_NO_PADDING,
                                     in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_cbc_decrypt_message(ctx, out, &adapter_out_bytes, nonce, nonce_bytes, NARAE_CBC_NO_PADDING,
                                     in, bytes);
}
