/* SPDX-License-Identifier: MIT */
/* The S-box of PIPO and its inverse on rows.  Kim et al., "PIPO: A
 * Lightweight Block Cipher with Efficient Higher-Order Masking Software
 * Implementations", ICISC 2020, section 3.2.
 *
 * x[i] holds bit i of all S-box inputs.  An unbalanced bridge: a 5-bit S-box
 * on bits 3..7, a 3-bit one on bits 0..2, each added to a part of the other
 * through a second 5-bit S-box of which three output bits are kept.  11
 * nonlinear operations and 23 linear ones in both directions.
 *
 * The second 5-bit S-box leaves its own inputs a, b, c = bits 7, 3, 4 in the
 * output, so the inverse can compute the three added bits again. */
#ifndef NARAE_PIPO_SBOX_H
#define NARAE_PIPO_SBOX_H

#include "core/family.h"

/* A vector kernel defines its row type and its inlining first. */
#ifdef PIPO_ROW
typedef PIPO_ROW row;
#elif defined(NARAE_WORDS8)
typedef uint8_t row;
#else
#    include "core/portable/bitslice.h"
typedef word row;
#endif
#ifndef PIPO_INLINE
#    define PIPO_INLINE static inline
#endif

PIPO_INLINE void
pipo_sbox(row x[8])
{
    row x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];

    x5 ^= x7 & x6;
    x4 ^= x3 & x5;
    x7 ^= x4;
    x6 ^= x3;
    x3 ^= x4 | x5;
    x5 ^= x7;
    x4 ^= x5 & x6;

    x2 ^= x1 & x0;
    x0 ^= x2 | x1;
    x1 ^= x2 | x0;
    x2 = (row)~x2;

    row a = x7 ^ x1, b = x3 ^ x2, c = x4 ^ x0;

    x6 ^= a & x5;
    row a1 = a ^ x6;
    x6 ^= c | b;
    row b1 = b ^ x5;
    x5 ^= x6 | c;

    x[0] = a;
    x[1] = x0 ^ b1;
    x[2] = x2 ^ a1;
    x[3] = x6;
    x[4] = x5;
    x[5] = c;
    x[6] = b;
    x[7] = x1 ^ c ^ (b1 & a1);
}

PIPO_INLINE void
pipo_sbox_inverse(row x[8])
{
    row a = x[0], b = x[6], c = x[5], x6 = x[3], x5 = x[4];

    x5 ^= x6 | c;
    x6 ^= c | b;
    row a1 = a ^ x6, b1 = b ^ x5;
    x6 ^= a & x5;

    row x0 = x[1] ^ b1, x2 = x[2] ^ a1, x1 = x[7] ^ c ^ (b1 & a1);
    row x7 = a ^ x1, x3 = b ^ x2, x4 = c ^ x0;

    x2 = (row)~x2;
    x1 ^= x2 | x0;
    x0 ^= x2 | x1;
    x2 ^= x1 & x0;

    x4 ^= x5 & x6;
    x5 ^= x7;
    x3 ^= x4 | x5;
    x6 ^= x3;
    x7 ^= x4;
    x4 ^= x3 & x5;
    x5 ^= x7 & x6;

    x[0] = x0;
    x[1] = x1;
    x[2] = x2;
    x[3] = x3;
    x[4] = x4;
    x[5] = x5;
    x[6] = x6;
    x[7] = x7;
}

#endif
