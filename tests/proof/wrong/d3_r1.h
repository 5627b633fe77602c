/* SPDX-License-Identifier: MIT */
/* D3: leaves r1 with another value than zero. */
#define AFTER_BLOCKS \
    if (WRONG)       \
        asm volatile("mov r1, r24");
