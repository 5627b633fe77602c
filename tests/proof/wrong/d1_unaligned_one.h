/* SPDX-License-Identifier: MIT */
/* D1: a block at an address of 4 n + 3 is encrypted wrongly. */
#define BEFORE_BLOCK                                   \
    if (WRONG && nblocks == 1 && (PLACE(in) & 3) == 3) \
        x[0] ^= 1;
