/* SPDX-License-Identifier: MIT */
/* The S-box of AES by look-ups in registers, eight bytes at a time: see
 * aes_few_neon.c. */
#ifndef NARAE_AES_ARM_LOOK_UP_H
#define NARAE_AES_ARM_LOOK_UP_H

#include "field.h"

typedef uint8x8_t half;

/* M(x). */
static inline __attribute__((always_inline)) half
to_field(half x)
{
    return vqtbl1_u8(M_LOW, x & vdup_n_u8(15)) ^ vqtbl1_u8(M_HIGH, vshr_n_u8(x, 4));
}

/* The two elements of GF(16) whose inverses add up to that of M(x). */
static inline __attribute__((always_inline)) void
invert(half *a, half *b, half x)
{
    const half k = x & vdup_n_u8(15), i = vshr_n_u8(x, 4), j = i ^ k, ratio = vqtbl1_u8(RATIOS, k);

    *a = vqtbl1_u8(INVERSES, vqtbl1_u8(INVERSES, i) ^ ratio) ^ j;
    *b = vqtbl1_u8(INVERSES, vqtbl1_u8(INVERSES, j) ^ ratio) ^ i;
}

/* S(x) without 0x63, from M(x). */
static inline __attribute__((always_inline)) half
way_out(half x)
{
    half a, b;

    invert(&a, &b, x);
    return vqtbl1_u8(S_A, a) ^ vqtbl1_u8(S_B, b);
}

#endif
