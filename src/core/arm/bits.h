/* SPDX-License-Identifier: MIT */
/* Transposing bits in NEON vectors, for bit-sliced kernels. */
#ifndef NARAE_CORE_ARM_BITS_H
#define NARAE_CORE_ARM_BITS_H

#include "neon.h"

/* Exchanges the bits of a that are not in the mask with those n lower of b. */
#define NEON_SWAP_BITS(a, b, n, mask)                                    \
    do {                                                                 \
        const uint8x16_t up = vshlq_n_u8(b, n), down = vshrq_n_u8(a, n); \
        (a) = vbslq_u8(mask, a, up);                                     \
        (b) = vbslq_u8(mask, down, b);                                   \
    } while (0)

/* Sixteen 8x8 bit matrices, one in each byte of the vectors: its own inverse.
 * 48 operations, 24 of them shifts. */
static inline __attribute__((always_inline)) void
transpose_bits_neon(uint8x16_t q[8])
{
    const uint8x16_t even = vdupq_n_u8(0x55), pairs = vdupq_n_u8(0x33), nibbles = vdupq_n_u8(0x0f);

    NEON_SWAP_BITS(q[0], q[1], 1, even);
    NEON_SWAP_BITS(q[2], q[3], 1, even);
    NEON_SWAP_BITS(q[4], q[5], 1, even);
    NEON_SWAP_BITS(q[6], q[7], 1, even);
    NEON_SWAP_BITS(q[0], q[2], 2, pairs);
    NEON_SWAP_BITS(q[1], q[3], 2, pairs);
    NEON_SWAP_BITS(q[4], q[6], 2, pairs);
    NEON_SWAP_BITS(q[5], q[7], 2, pairs);
    NEON_SWAP_BITS(q[0], q[4], 4, nibbles);
    NEON_SWAP_BITS(q[1], q[5], 4, nibbles);
    NEON_SWAP_BITS(q[2], q[6], 4, nibbles);
    NEON_SWAP_BITS(q[3], q[7], 4, nibbles);
}

#endif
