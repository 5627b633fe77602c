/* SPDX-License-Identifier: MIT */
/* A 4 x 4 matrix of words, rows to columns.  On a Cortex-A72 TRN is one
 * micro-operation, ZIP and UZP are three; for 64-bit elements gcc treats TRN1
 * and ZIP1 as the same instruction. */
#ifndef NARAE_CORE_ARM_TRANSPOSE_H
#define NARAE_CORE_ARM_TRANSPOSE_H

#include <arm_neon.h>

static inline __attribute__((always_inline)) void
neon_transpose32(uint32x4_t x[4])
{
    const uint32x4_t a = vtrn1q_u32(x[0], x[1]), b = vtrn2q_u32(x[0], x[1]);
    const uint32x4_t c = vtrn1q_u32(x[2], x[3]), d = vtrn2q_u32(x[2], x[3]);

    __asm__("trn1 %0.2d, %1.2d, %2.2d" : "=w"(x[0]) : "w"(a), "w"(c));
    __asm__("trn1 %0.2d, %1.2d, %2.2d" : "=w"(x[1]) : "w"(b), "w"(d));
    __asm__("trn2 %0.2d, %1.2d, %2.2d" : "=w"(x[2]) : "w"(a), "w"(c));
    __asm__("trn2 %0.2d, %1.2d, %2.2d" : "=w"(x[3]) : "w"(b), "w"(d));
}

#endif
