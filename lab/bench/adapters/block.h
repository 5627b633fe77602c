/* SPDX-License-Identifier: MIT */
/* A block cipher alone, whole blocks of a message: ECB.  BENCH_DESCRIPTOR and
 * BENCH_SCHEDULE_BYTES are as in lab/bench/kind_block.c. */

#include "narae/descriptor.h"

#define ADAPTER_KEY_BYTES BENCH_KEY_BYTES
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES 0
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT BENCH_BLOCK_BYTES

typedef struct adapter_context {
    uint64_t schedule[(BENCH_SCHEDULE_BYTES + 7) / 8];
} adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(ctx->schedule, key, BENCH_KEY_BYTES);
    return NARAE_OK;
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(ctx->schedule, out, in, bytes / BENCH_BLOCK_BYTES);
    return NARAE_OK;
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    narae_kernels_of(&BENCH_DESCRIPTOR)->decrypt(ctx->schedule, out, in, bytes / BENCH_BLOCK_BYTES);
    return NARAE_OK;
}
