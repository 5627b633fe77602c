/* SPDX-License-Identifier: MIT */
/* D1: 40 bytes in place are encrypted wrongly. */
#define BEFORE_MESSAGE                                   \
    if (WRONG && bytes == 40 && PLACE(out) == PLACE(in)) \
        state[15] ^= 1;
