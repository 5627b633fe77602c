/* SPDX-License-Identifier: MIT */
/* C7: bx to an address without bit 0, on which a Cortex-M faults. */
#define BEFORE_BLOCKS \
    asm volatile(".balign 4\n adr r3, 1f\n add r3, %0\n bx r3\n .balign 4\n1:" ::"i"(RIGHT) : "r3", "cc");
