/* SPDX-License-Identifier: MIT */
/* ChaCha with BENCH_ROUNDS rounds and a 12-byte nonce, from block 0. */

#define ADAPTER_KEY_BYTES 32
#define ADAPTER_NONCE_BYTES 12
#define ADAPTER_TAG_BYTES 0
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 0
#define ADAPTER_UNIT 1

#include "key_in_context.h"

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return narae_chacha_crypt_message(out, in, bytes, BENCH_ROUNDS, ctx->key, sizeof ctx->key, nonce,
                                      nonce_bytes, 0);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return narae_chacha_crypt_message(out, in, bytes, BENCH_ROUNDS, ctx->key, sizeof ctx->key, nonce,
                                      nonce_bytes, 0);
}
