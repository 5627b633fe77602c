/* SPDX-License-Identifier: MIT */
/* The interface of lab/bench/kind_message.c to a primitive: an adapter, one header in
 * lab/bench/adapters/, which maps the library's function to one of two signatures.  All of
 * it is inlined: only the library's own call remains.
 *
 *     ADAPTER_KEY_BYTES     0: it has no key
 *     ADAPTER_KEY_SETUP     1: the key is prepared once, for many messages
 *     ADAPTER_NONCE_BYTES   0: it has no nonce
 *     ADAPTER_TAG_BYTES     0: it makes no tag and no digest
 *     ADAPTER_TEXT          1: it turns a text into another
 *     ADAPTER_OPENS         1: it has a separate inverse function
 *     ADAPTER_UNIT          a text is a multiple of so many bytes
 *     ADAPTER_SHARES, ADAPTER_RANDOM_BYTES    of a cipher in shares: their number, and the random
 *                           bytes that a call takes
 *     ADAPTER_SEED          of the random numbers before the gate seeds them; if it is not
 *                           defined 0, which gives zeros
 *
 *     typedef ... adapter_context;     the context of a prepared key
 *
 *     int adapter_set_key(adapter_context *ctx, const uint8_t *key);
 *     int adapter_seal(SEAL_PARAMETERS);
 *     int adapter_open(OPEN_PARAMETERS);
 *
 * Ciphers and hashes both "seal": one without a tag only encrypts, one without a text only
 * computes its tag, which may be called a digest. */
#ifndef NARAE_LAB_ADAPTER_H
#define NARAE_LAB_ADAPTER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bench_config.h"

#include BENCH_HEADER
#ifdef BENCH_MODE_HEADER
#    include BENCH_MODE_HEADER
#endif

#define SEAL_PARAMETERS                                                                             \
    const adapter_context *ctx, uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t *nonce, \
        size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes

#define OPEN_PARAMETERS                                                                                    \
    const adapter_context *ctx, uint8_t *out, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, \
        size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes

/* NAME(gcm, seal) is narae_gcm_seal: for families of functions. */
#define ADAPTER_JOIN(prefix, name) prefix##_##name
#define ADAPTER_NAME(prefix, name) ADAPTER_JOIN(prefix, name)

#include BENCH_ADAPTER

#ifndef ADAPTER_SEED
#    define ADAPTER_SEED 0
#endif

#endif
