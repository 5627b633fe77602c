/* SPDX-License-Identifier: MIT */
/* What the modes of the block cipher that bench_config.h names have in common; ADAPTER_MODE is
 * narae_ctr, ... */

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_OPENS 1

typedef ADAPTER_MODE adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return ADAPTER_NAME(ADAPTER_MODE, init)(ctx, &BENCH_DESCRIPTOR, key, BENCH_KEY_BYTES);
}
