/* SPDX-License-Identifier: MIT */
/* ChaCha20-Poly1305 with a 12-byte nonce. */

#define ADAPTER_KEY_BYTES 32
#define ADAPTER_NONCE_BYTES 12
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

#include "key_in_context.h"

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_chacha20_poly1305_seal(out, tag, ctx->key, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_chacha20_poly1305_open(out, ctx->key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag,
                                        tag_bytes);
}
