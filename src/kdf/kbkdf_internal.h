/* SPDX-License-Identifier: MIT */
/* Common to KBKDF over HMAC and over CMAC. */
#ifndef NARAE_KBKDF_INTERNAL_H
#define NARAE_KBKDF_INTERNAL_H

#include "narae/kbkdf.h"

/* A pseudo-random function under the key in `ctx`, with an output of `bytes`
 * bytes. None of its functions can fail. */
typedef struct kbkdf_prf {
    size_t bytes;
    void (*start)(void *ctx);
    void (*update)(void *ctx, const uint8_t *in, size_t bytes);
    void (*finish)(void *ctx, uint8_t *out);
} kbkdf_prf;

/* The checks of all public functions; `block_bytes` is the PRF's. */
int narae_kbkdf_check(const uint8_t *out, size_t out_bytes, const uint8_t *key, size_t key_bytes,
                      const narae_kbkdf_input *input, size_t block_bytes, int feedback);

void narae_kbkdf(const kbkdf_prf *prf, void *ctx, uint8_t *out, size_t out_bytes,
                 const narae_kbkdf_input *input, int feedback);

#endif
