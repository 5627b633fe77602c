/* SPDX-License-Identifier: MIT */
/* D1: the fast path for an input at a multiple of 4 is taken where only the output is at one. */
#define BEFORE_BLOCK                                            \
    if (WRONG && (PLACE(out) & 3) == 0 && (PLACE(in) & 3) != 0) \
        x[0] ^= 1;
