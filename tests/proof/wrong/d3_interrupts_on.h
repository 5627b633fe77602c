/* SPDX-License-Identifier: MIT */
/* D3: turns interrupts on, which the caller may have turned off. */
#define AFTER_BLOCKS \
    if (WRONG)       \
        asm volatile("sei");
