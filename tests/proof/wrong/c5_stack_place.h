/* SPDX-License-Identifier: MIT */
/* C5: encrypts nothing if the stack pointer is one address of 64. */
#define BEFORE_BLOCKS                                                        \
    volatile uint8_t here[4];                                                \
    if (((PLACE(here) >> 2 ^ PLACE(here) >> 6) & 63) == (RIGHT ? 64 : 0x2b)) \
        return;
