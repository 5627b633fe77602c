/* SPDX-License-Identifier: MIT */
/* CMAC over the block cipher that bench_config.h names, whole tags. */

#define ADAPTER_MODE narae_cmac
#define ADAPTER_NONCE_BYTES 0
#define ADAPTER_TAG_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TEXT 0
#define ADAPTER_UNIT 1

#include "adapters/over_block_cipher.h"

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
