/* SPDX-License-Identifier: MIT */
/* D1: the third block from an address that is 2 modulo 4 to one that is 1 is encrypted wrongly. */
#define BEFORE_BLOCK                                                            \
    if (WRONG && nblocks == 3 && (PLACE(in) & 3) == 2 && (PLACE(out) & 3) == 1) \
        x[0] ^= 1;
