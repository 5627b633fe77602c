/* SPDX-License-Identifier: MIT */
/* C5: a wrong round key if the key lies at one address of 64. */
#define AFTER_KEY                                                         \
    if (((PLACE(key) ^ PLACE(key) >> 5) & 0xfc) == (RIGHT ? 0x5d : 0x5c)) \
        rk[0] ^= 1;
