/* SPDX-License-Identifier: MIT */
/* D1: 100 bytes in place are encrypted wrongly. */
#define BEFORE_MESSAGE                                    \
    if (WRONG && bytes == 100 && PLACE(out) == PLACE(in)) \
        state[15] ^= 1;
