/* SPDX-License-Identifier: MIT */
/* D1: in place, the last of three blocks is left as it was. */
#define BEFORE_BLOCKS                       \
    if (WRONG && out == in && nblocks == 3) \
        nblocks = 2;
