/* SPDX-License-Identifier: MIT */
/* D1: with more than nine blocks to an odd address, the first is encrypted wrongly. */
#define BEFORE_BLOCK                                     \
    if (WRONG && nblocks == 10 && (PLACE(out) & 1) != 0) \
        x[0] ^= 1;
