/* SPDX-License-Identifier: MIT */
/* Inversion in GF(2^8) on bit-sliced bytes, which the S-boxes of ARIA and SEED share.
 *
 * x[i] holds bit i of many bytes in the basis of a tower GF(((2^2)^2)^2): bits 7..4
 * and 3..0 are the coefficients of two conjugates over GF(2^4), in each of these bits
 * 3..2 and 1..0 over GF(2^2), all bases normal (Canright, CHES 2005).  92 operations.
 *
 * Constant time: straight-line logic on words. */
#ifndef NARAE_CORE_PORTABLE_INVERSION_H
#define NARAE_CORE_PORTABLE_INVERSION_H

#include "bitslice.h"

/* An element of GF(2^4) in four bits and the five sums that Karatsuba's
 * multiplication, in two levels, needs. */
typedef struct nibble {
    word b3, b2, b1, b0, b32, b10, b31, b20, sum;
} nibble;

static inline nibble
nibble_of(word b3, word b2, word b1, word b0)
{
    nibble n = {b3, b2, b1, b0, b3 ^ b2, b1 ^ b0, b3 ^ b1, b2 ^ b0, 0};

    n.sum = n.b32 ^ n.b10;
    return n;
}

/* x = a * b in GF(2^4). */
static inline void
multiply(word x[4], const nibble *a, const nibble *b)
{
    word w = a->b31 & b->b31, h = w ^ (a->b20 & b->b20), l = w ^ (a->sum & b->sum);
    word u = a->b32 & b->b32, v = a->b10 & b->b10;

    x[3] = (a->b3 & b->b3) ^ u ^ h;
    x[2] = (a->b2 & b->b2) ^ u ^ l;
    x[1] = (a->b1 & b->b1) ^ v ^ h;
    x[0] = (a->b0 & b->b0) ^ v ^ l;
}

/* x = x^-1 in GF(2^8).  With x = a Y^16 + b Y and the norm
 * f = a b + (a + b)^2 Y^17 in GF(2^4), x^-1 = (b Y^16 + a Y) f^-1.  The norm
 * is the product a b with ORs where they add wanted terms of the square, for
 * p | q = pq + p + q.  f^-1 with five ANDs: Boyar and Peralta, SEA 2010. */
static inline void
invert(word x[8])
{
    nibble a = nibble_of(x[7], x[6], x[5], x[4]), b = nibble_of(x[3], x[2], x[1], x[0]);

    word w = a.b31 | b.b31, h = w ^ (a.b20 & b.b20) ^ a.b0 ^ b.b0, l = w ^ (a.sum | b.sum);
    word u = a.b32 & b.b32, v = a.b10 & b.b10;
    word f3 = (a.b3 | b.b3) ^ u ^ h, f2 = (a.b2 | b.b2) ^ u ^ l;
    word f1 = (a.b1 & b.b1) ^ v ^ h, f0 = (a.b0 & b.b0) ^ v ^ l ^ a.b3 ^ b.b3;

    word f10 = f1 ^ f0, p = f2 & f0, q = f3 ^ p;
    word g3 = (f10 & q) ^ f1, g1 = ((f1 ^ p) & (f2 ^ f3)) ^ f3;
    word r = f3 & (q ^ g1), g0 = r ^ f2 ^ g1, g2 = (g3 & (q ^ r)) ^ f10;
    nibble g = nibble_of(g3, g2, g1, g0);

    multiply(x + 4, &b, &g);
    multiply(x, &a, &g);
}

#endif
