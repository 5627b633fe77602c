/* SPDX-License-Identifier: MIT */
/* The word of bit-sliced kernels, and the step of which their transpositions
 * consist. */
#ifndef NARAE_CORE_PORTABLE_BITSLICE_H
#define NARAE_CORE_PORTABLE_BITSLICE_H

#include "core/family.h"

#ifdef NARAE_WORDS64
typedef uint64_t word;
#else
typedef uint32_t word;
#endif

/* Exchanges bits i + shift of a with bits i of b, for the bits i in mask. */
static inline void
swap_bits(word *a, word *b, unsigned shift, word mask)
{
    word t = (*a >> shift ^ *b) & mask;

    *a ^= t << shift;
    *b ^= t;
}

/* Exchanges a digit of the index of a word among the eight with a digit of the
 * index of a bit; shift is the weight of the latter, 1 or 8.  72 operations. */
static inline void
transpose8(word x[8], unsigned shift)
{
    word low1 = ~(word)0 / (((word)1 << shift) + 1);
    word low2 = ~(word)0 / (((word)1 << 2 * shift) + 1);
    word low4 = ~(word)0 / (((word)1 << 4 * shift) + 1);

    swap_bits(&x[0], &x[1], shift, low1);
    swap_bits(&x[2], &x[3], shift, low1);
    swap_bits(&x[4], &x[5], shift, low1);
    swap_bits(&x[6], &x[7], shift, low1);
    swap_bits(&x[0], &x[2], 2 * shift, low2);
    swap_bits(&x[1], &x[3], 2 * shift, low2);
    swap_bits(&x[4], &x[6], 2 * shift, low2);
    swap_bits(&x[5], &x[7], 2 * shift, low2);
    swap_bits(&x[0], &x[4], 4 * shift, low4);
    swap_bits(&x[1], &x[5], 4 * shift, low4);
    swap_bits(&x[2], &x[6], 4 * shift, low4);
    swap_bits(&x[3], &x[7], 4 * shift, low4);
}

#endif
