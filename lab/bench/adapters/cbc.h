/* SPDX-License-Identifier: MIT */
/* CBC without padding over the block cipher that bench_config.h names; the
 * nonce is the IV. */

#define ADAPTER_MODE narae_cbc
#define ADAPTER_NONCE_BYTES BENCH_BLOCK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT BENCH_BLOCK_BYTES

#include "adapters/over_block_cipher.h"

static size_t adapter_out_bytes;

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
