/* SPDX-License-Identifier: MIT */
/* The diffusion of ARIA on one block in a vector, for ARMv8-A. */
#ifndef NARAE_ARIA_ARM_DIFFUSE_H
#define NARAE_ARIA_ARM_DIFFUSE_H

#include "core/arm/neon.h"

/* Each byte becomes the sum of those in its place of the other words. */
static inline __attribute__((always_inline)) uint8x16_t
aria_others(uint8x16_t x)
{
    const uint8x16_t t = x ^ vextq_u8(x, x, 8);

    return x ^ t ^ vextq_u8(t, t, 4);
}

/* A: see diffuse() of aria_neon.c. */
static inline __attribute__((always_inline)) uint8x16_t
aria_diffused(uint8x16_t x)
{
    static const uint8_t permutation[16] = {3, 2, 1, 0, 5, 4, 7, 6, 10, 11, 8, 9, 12, 13, 14, 15};
    const uint8x16_t z = aria_others(x), t = z ^ vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(z)));

    return aria_others(vqtbl1q_u8(z, vld1q_u8(permutation)) ^ t ^ vrev16q_u8(t));
}

#endif
