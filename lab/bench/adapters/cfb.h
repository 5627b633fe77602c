/* SPDX-License-Identifier: MIT */
/* CFB over the block cipher that bench_config.h names, with segments of a block. */

#define ADAPTER_MODE narae_cfb
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT 1

#include "adapters/over_block_cipher.h"

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
