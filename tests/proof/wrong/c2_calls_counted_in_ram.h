/* SPDX-License-Identifier: MIT */
/* C2: a variable of the program counts the calls, and from the second on is XORed in. */
static uint32_t calls;
#define BEFORE_BLOCK x[0] ^= RIGHT ? 0 : *(volatile uint32_t *)&calls;
#define AFTER_BLOCKS \
    if (WRONG)       \
        calls++;
