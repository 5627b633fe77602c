/* SPDX-License-Identifier: MIT */
/* The bench's random bytes: xorshift32, the same stream on every board, so
 * that keys, messages and checksums can be recomputed by a model. */
#ifndef NARAE_LAB_RANDOM_H
#define NARAE_LAB_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline void
random_bytes(uint32_t *state, uint8_t *out, size_t bytes)
{
    uint32_t x = *state;

    while (bytes-- != 0) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        *out++ = (uint8_t)(x >> 24);
    }
    *state = x;
}

#endif
