/* SPDX-License-Identifier: MIT */
/* D1: in place, blocks behind the 33rd are left as they were. */
#define BEFORE_BLOCKS                       \
    if (WRONG && out == in && nblocks > 33) \
        nblocks = 33;
