/* SPDX-License-Identifier: MIT */
/* Common to the Poly1305 kernels: their names and contract. */
#ifndef NARAE_POLY1305_INTERNAL_H
#define NARAE_POLY1305_INTERNAL_H

#include "core/bytes.h"
#include "core/copy.h"
#include "core/family.h"
#include "narae/poly1305.h"

#include NARAE_KERNELS(poly1305)
#include "poly1305/portable/kernels.h"

#if NARAE_POLY1305_WORDS == 16
#    define poly1305_load(p) (*(p))
#elif NARAE_POLY1305_WORDS == 2
#    define poly1305_load load64_le
#else
#    define poly1305_load load32_le
#endif

/* h = 0 and r of the key, clamped: RFC 8439, 2.5.1. */
static inline void
poly1305_begin(narae_poly1305_sum *sum, const uint8_t key[32])
{
#if NARAE_POLY1305_WORDS == 2
    sum->h[0] = sum->h[1] = sum->h[2] = 0;
    sum->r[0] = load64_le(key) & 0x0ffffffc0fffffff;
    sum->r[1] = load64_le(key + 8) & 0x0ffffffc0ffffffc;
#elif NARAE_POLY1305_WORDS == 4
    for (unsigned i = 0; i < 5; i++)
        sum->h[i] = 0;
    sum->r[0] = load32_le(key) & 0x0fffffff;
    sum->r[1] = load32_le(key + 4) & 0x0ffffffc;
    sum->r[2] = load32_le(key + 8) & 0x0ffffffc;
    sum->r[3] = load32_le(key + 12) & 0x0ffffffc;
#else
    narae_zero(sum->h, sizeof sum->h);
    narae_copy(sum->r, key, 16);
    for (unsigned i = 3; i < 16; i += 4)
        sum->r[i] &= 0x0f;
    for (unsigned i = 4; i < 16; i += 4)
        sum->r[i] &= 0xfc;
#endif
}

/* tag = (h mod p) + s mod 2^128 */
void narae_poly1305_tag_portable(const narae_poly1305_sum *sum, const uint8_t s[16], uint8_t tag[16]);

#endif
