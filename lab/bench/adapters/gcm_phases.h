/* SPDX-License-Identifier: MIT */
/* The phases of GCM over the block cipher that bench_config.h names; the
 * context has space for its schedule and no more. */

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES 12
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef narae_gcm adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return narae_gcm_init(ctx, &BENCH_DESCRIPTOR, key, BENCH_KEY_BYTES);
}

#define adapter_start narae_gcm_start
#define adapter_ad narae_gcm_ad
#define adapter_encrypt narae_gcm_encrypt
#define adapter_decrypt narae_gcm_decrypt
#define adapter_finish narae_gcm_finish
#define adapter_verify narae_gcm_verify
