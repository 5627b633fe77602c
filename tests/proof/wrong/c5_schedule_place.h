/* SPDX-License-Identifier: MIT */
/* C5: encrypts nothing if the schedule lies at one address of 64. */
#define BEFORE_BLOCKS                                                   \
    if (((PLACE(rk) ^ PLACE(rk) >> 5) & 0xfc) == (RIGHT ? 0x5d : 0x5c)) \
        return;
