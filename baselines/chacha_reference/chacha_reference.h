/* SPDX-License-Identifier: MIT */
/* ChaCha on 32-bit words, as comparisons measure it in C: a yardstick for the
 * lab, never part of the library. */
#ifndef BASELINE_CHACHA_REFERENCE_H
#define BASELINE_CHACHA_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

typedef struct baseline_chacha {
    uint32_t state[16];
    uint8_t stream[64];
    uint8_t long_counter;
} baseline_chacha;

/* `nonce_bytes` is 12 for the counter of 32 bits of RFC 8439, or 8 for the
 * original's of 64. */
void baseline_chacha_set(baseline_chacha *ctx, const uint8_t key[32], const uint8_t *nonce,
                         size_t nonce_bytes, uint32_t counter);

/* Whole messages, or pieces of a multiple of 64 bytes; `out` may be `in`. */
void baseline_chacha_xor(baseline_chacha *ctx, uint8_t *out, const uint8_t *in, size_t bytes,
                         unsigned rounds);

#endif
