/* SPDX-License-Identifier: MIT */
/* XTS over the block cipher that bench_config.h names: a data unit, whose tweak is the
 * nonce.  BENCH_KEY_BYTES are those of both keys.  An empty text has no unit. */

#define ADAPTER_MODE narae_xts
#define ADAPTER_NONCE_BYTES NARAE_XTS_TWEAK_BYTES
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT BENCH_BLOCK_BYTES
#define ADAPTER_SEED 1 /* two keys of zeros would be rejected */

#include "adapters/over_block_cipher.h"

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return bytes == 0 ? NARAE_OK : narae_xts_encrypt_unit(ctx, out, nonce, nonce_bytes, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return bytes == 0 ? NARAE_OK : narae_xts_decrypt_unit(ctx, out, nonce, nonce_bytes, in, bytes);
}
