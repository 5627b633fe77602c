/* SPDX-License-Identifier: MIT */
/* GCM and CCM over the block cipher that bench_config.h names; the context
 * has space for its schedule and no more.  BENCH_PREFIX is narae_gcm, ... */

#define ADAPTER_MODE BENCH_PREFIX
#define ADAPTER_NONCE_BYTES 12
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT 1

#include "adapters/over_block_cipher.h"

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return ADAPTER_NAME(BENCH_PREFIX, seal)(ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in,
                                            bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return ADAPTER_NAME(BENCH_PREFIX, open)(ctx, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag,
                                            tag_bytes);
}
