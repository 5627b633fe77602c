/* SPDX-License-Identifier: MIT */
/* OFB over the block cipher that bench_config.h names. */

#define ADAPTER_MODE narae_ofb
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT 1

#include "adapters/over_block_cipher.h"

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
