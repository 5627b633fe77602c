/* SPDX-License-Identifier: MIT */
/* D1: a counter at an address that is 2 modulo 4 is another one. */
#define BEFORE_MESSAGE                      \
    if (WRONG && (PLACE(counter) & 3) == 2) \
        next[0] ^= 1;
