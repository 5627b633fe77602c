/* SPDX-License-Identifier: MIT */
/* D3: leaves interrupts off. */
#define AFTER_BLOCKS \
    if (WRONG)       \
        asm volatile("cli");
