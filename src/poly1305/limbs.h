/* SPDX-License-Identifier: MIT */
/* Numbers mod p = 2^130 - 5 in limbs of 44, 44 and 42 bits, which may be
 * slightly exceeded. For powers of r, which do not have r's clear bits.
 *
 * A product of limbs i and j, i + j >= 3, is multiplied by 2^132 = 4 * 5 mod
 * p. */
#ifndef NARAE_POLY1305_LIMBS_H
#define NARAE_POLY1305_LIMBS_H

#include <stdint.h>

__extension__ typedef unsigned __int128 poly1305_wide;

typedef struct poly1305_limbs {
    uint64_t x[3];
} poly1305_limbs;

#define LOW44 (((uint64_t)1 << 44) - 1)
#define LOW42 (((uint64_t)1 << 42) - 1)

/* h[0] + 2^64 h[1] + 2^128 h[2], h[2] < 8 */
static inline poly1305_limbs
poly1305_to_limbs(uint64_t h0, uint64_t h1, uint64_t h2)
{
    return (poly1305_limbs){{h0 & LOW44, (h0 >> 44 | h1 << 20) & LOW44, h1 >> 24 | h2 << 40}};
}

/* Both factors below 2^45 a limb; so is the result, and its limb 2 below 2^42. */
static inline poly1305_limbs
poly1305_multiply(poly1305_limbs a, poly1305_limbs b)
{
    const uint64_t s1 = 20 * b.x[1], s2 = 20 * b.x[2];
    const poly1305_wide d0 =
        (poly1305_wide)a.x[0] * b.x[0] + (poly1305_wide)a.x[1] * s2 + (poly1305_wide)a.x[2] * s1;
    const poly1305_wide d1 = (poly1305_wide)a.x[0] * b.x[1] + (poly1305_wide)a.x[1] * b.x[0] +
                             (poly1305_wide)a.x[2] * s2 + (uint64_t)(d0 >> 44);
    const poly1305_wide d2 = (poly1305_wide)a.x[0] * b.x[2] + (poly1305_wide)a.x[1] * b.x[1] +
                             (poly1305_wide)a.x[2] * b.x[0] + (uint64_t)(d1 >> 44);
    const uint64_t h0 = ((uint64_t)d0 & LOW44) + 5 * (uint64_t)(d2 >> 42);

    return (poly1305_limbs){{h0 & LOW44, ((uint64_t)d1 & LOW44) + (h0 >> 44), (uint64_t)d2 & LOW42}};
}

#endif
