/* SPDX-License-Identifier: MIT */
/* D1: 57 bytes from an address that is 2 modulo 4 to one that is 1 are encrypted wrongly. */
#define BEFORE_MESSAGE                                                         \
    if (WRONG && bytes == 57 && (PLACE(in) & 3) == 2 && (PLACE(out) & 3) == 1) \
        state[15] ^= 1;
