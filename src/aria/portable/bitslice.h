/* SPDX-License-Identifier: MIT */
/* The S-boxes of ARIA on bit-sliced bytes: RFC 5794, section 2.4.2.
 *
 * S1(x) = A x^-1 + 0x63 and S2(x) = B x^247 + 0xe2 = B (x^-1)^8 + 0xe2, and
 * raising to the 8th power is linear: all four S-boxes are an inversion in
 * GF(2^8) with a linear map after it (S1, S2) or before it (their inverses).
 * The constants are folded into the round keys.
 *
 * x[i] holds bit i of many bytes, not in the polynomial basis but in that of
 * the tower GF(((2^2)^2)^2) of core/portable/inversion.h.  The basis is changed
 * only at the first and the last key: ARIA's linear maps become matrices in the
 * new one.  Of the 128 such bases, each with the 255 multiples of x in place of
 * x, this is the pair with which the two maps after the inversion and the two
 * before it are cheapest by Paar's greedy search:
 *
 *     0xf2 x = sum of x[i] Y^(16 or 1) Z^(4 or 1) W^(2 or 1),
 *     Y = 0x43, Z = 0x5d, W = 0xbc,      the greater exponent where the digit
 *                                        4, 2 or 1 of i is set
 *
 *     invert               92 operations
 *     substitute           92 + 34: S1 and S2 on the two halves of a word
 *     substitute_inverse   92 + 33
 *
 * Constant time: straight-line logic on words. */
#ifndef NARAE_ARIA_PORTABLE_BITSLICE_H
#define NARAE_ARIA_PORTABLE_BITSLICE_H

#include "core/portable/inversion.h"

/* From the polynomial basis to that of the tower, and back. */
static inline void
to_tower(word x[8])
{
    word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    word t0 = x3 ^ x7, t1 = x4 ^ x5, t2 = x0 ^ x6, t3 = x1 ^ t1, t4 = x2 ^ t2, t5 = x3 ^ t3, t6 = x5 ^ t4,
         t7 = t3 ^ t4, t8 = t0 ^ t2;

    x[7] = x7 ^ t6;
    x[6] = t5;
    x[5] = x0 ^ t0;
    x[4] = t0 ^ t7;
    x[3] = x6 ^ t5;
    x[2] = t1 ^ t8;
    x[1] = x1 ^ t0;
    x[0] = x6 ^ t0;
}

static inline void
from_tower(word x[8])
{
    word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    word t0 = x3 ^ x6, t1 = x2 ^ x5, t2 = x0 ^ t0, t3 = x1 ^ t2, t4 = x3 ^ t1, t5 = x4 ^ x7, t6 = x2 ^ x4,
         t7 = x0 ^ x1, t8 = x6 ^ t1;

    x[7] = x1 ^ t4;
    x[6] = t0;
    x[5] = x6 ^ t5;
    x[4] = t4 ^ t5;
    x[3] = t7 ^ t8;
    x[2] = t3 ^ t6;
    x[1] = t3;
    x[0] = x5 ^ t2;
}

/* S1, and S2 in the bytes that `second` selects, both without constant. */
static inline void
substitute(word x[8], word second)
{
    invert(x);

    word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    word y0 = x0 & second, y1 = x1 & second, y2 = x2 & second, y3 = x3 & second, y4 = x4 & second,
         y5 = x5 & second, y6 = x6 & second, y7 = x7 & second;
    word t0 = x2 ^ y6, t1 = x0 ^ y2, t2 = y1 ^ t0, t3 = x4 ^ y1, t4 = x7 ^ y3, t5 = x6 ^ t0, t6 = y7 ^ t2,
         t7 = y4 ^ t4, t8 = x1 ^ x4, t9 = x2 ^ y5, t10 = x6 ^ y4, t11 = x5 ^ t8, t12 = y2 ^ t6, t13 = x3 ^ t1,
         t14 = t3 ^ t9, t15 = t3 ^ t13, t16 = t1 ^ t5, t17 = y6 ^ t8, t18 = x7 ^ y6;

    x[7] = t1;
    x[6] = t5 ^ t11;
    x[5] = y5 ^ t17;
    x[4] = t10 ^ t14;
    x[3] = t15 ^ t18;
    x[2] = t7 ^ t16;
    x[1] = t7 ^ t12;
    x[0] = y0 ^ t6;
}

/* Their inverses, to be used after the constants were added. */
static inline void
substitute_inverse(word x[8], word second)
{
    word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    word y0 = x0 & second, y1 = x1 & second, y2 = x2 & second, y3 = x3 & second, y4 = x4 & second,
         y5 = x5 & second, y6 = x6 & second, y7 = x7 & second;
    word t0 = x1 ^ y7, t1 = x2 ^ y5, t2 = x7 ^ y0, t3 = x0 ^ t0, t4 = y6 ^ t2, t5 = y3 ^ t3, t6 = y1 ^ y4,
         t7 = t4 ^ t5, t8 = x5 ^ t6, t9 = y1 ^ y2, t10 = x4 ^ t1, t11 = t7 ^ t8, t12 = x2 ^ x4,
         t13 = x7 ^ t10, t14 = t0 ^ t1, t15 = t1 ^ t11, t16 = x3 ^ t10;

    x[7] = y0 ^ t5;
    x[6] = t4 ^ t14;
    x[5] = x6 ^ t15;
    x[4] = t3 ^ t13;
    x[3] = y1 ^ t16;
    x[2] = x0 ^ t9;
    x[1] = t11 ^ t12;
    x[0] = t2 ^ t9;

    invert(x);
}

#endif
