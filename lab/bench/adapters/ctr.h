/* SPDX-License-Identifier: MIT */
/* CTR over the block cipher that bench_config.h names; the nonce is the first
 * counter block. */

#define ADAPTER_MODE narae_ctr
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT 1

#include "adapters/over_block_cipher.h"

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_ctr_crypt_message(ctx, out, nonce, nonce_bytes, NARAE_CTR_WHOLE_BLOCK, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_ctr_crypt_message(ctx, out, nonce, nonce_bytes, NARAE_CTR_WHOLE_BLOCK, in, bytes);
}
