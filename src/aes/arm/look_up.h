/* SPDX-License-Identifier: MIT */
/* The S-box of AES by look-ups in registers, eight bytes at a time: see
 * aes_few_neon.c. */
#ifndef NARAE_AES_ARM_LOOK_UP_H
#define NARAE_AES_ARM_LOOK_UP_H

#include <arm_neon.h>

#define TABLE(low, high) vcombine_u8(vcreate_u8(low), vcreate_u8(high))

typedef uint8x8_t half;

/* M(x). */
static inline __attribute__((always_inline)) half
to_field(half x)
{
    return vqtbl1_u8(TABLE(0x30312c2d1d1c0100, 0x17160b0a3a3b2627), x & vdup_n_u8(15)) ^
           vqtbl1_u8(TABLE(0xf573088e7bfd8600, 0x82047ff90c8af177), vshr_n_u8(x, 4));
}

/* The two elements of GF(16) whose inverses add up to that of M(x). */
static inline __attribute__((always_inline)) void
invert(half *a, half *b, half x)
{
    const uint8x16_t inverses = TABLE(0x06070b0d0e090180, 0x0803040a050c020f),
                     ratios = TABLE(0x0c0e05090f010280, 0x030608070a0b040d);
    const half k = x & vdup_n_u8(15), i = vshr_n_u8(x, 4), j = i ^ k, ratio = vqtbl1_u8(ratios, k);

    *a = vqtbl1_u8(inverses, vqtbl1_u8(inverses, i) ^ ratio) ^ j;
    *b = vqtbl1_u8(inverses, vqtbl1_u8(inverses, j) ^ ratio) ^ i;
}

/* S(x) without 0x63, of M(x). */
static inline __attribute__((always_inline)) half
way_out(half x)
{
    half a, b;

    invert(&a, &b, x);
    return vqtbl1_u8(TABLE(0xac678d21b0d7cb00, 0x1c91f6463dea5a7b), a) ^
           vqtbl1_u8(TABLE(0xe8772ac216619f00, 0xfed4a3b53c5d4b89), b);
}

#endif
