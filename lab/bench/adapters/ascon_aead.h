/* SPDX-License-Identifier: MIT */
/* The AEADs of the Ascon family: BENCH_PREFIX is narae_ascon_aead128, ... */

#define ADAPTER_KEY_BYTES 16
#define ADAPTER_NONCE_BYTES 16
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

#include "key_in_context.h"

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return ADAPTER_NAME(BENCH_PREFIX, seal)(out, tag, tag_bytes, ctx->key, nonce, nonce_bytes, ad, ad_bytes,
                                            in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return ADAPTER_NAME(BENCH_PREFIX, open)(out, ctx->key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag,
                                            tag_bytes);
}
