/* SPDX-License-Identifier: MIT */
/* D1: a key at an address that is 3 modulo 4 is expanded wrongly. */
#define AFTER_KEY                       \
    if (WRONG && (PLACE(key) & 3) == 3) \
        rk[0] ^= 1;
