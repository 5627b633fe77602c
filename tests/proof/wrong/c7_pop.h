/* SPDX-License-Identifier: MIT */
/* C7: pop {pc} of an address without bit 0, on which a Cortex-M faults. */
#define BEFORE_BLOCKS                                                                                      \
    asm volatile(".balign 4\n adr r3, 1f\n add r3, %0\n push {r3}\n pop {pc}\n .balign 4\n1:" ::"i"(RIGHT) \
                 : "r3", "cc", "memory");
