/* SPDX-License-Identifier: MIT */
/* Returns with state that the ABI wants back: r1 not zero, the direction flag set,
 * the thread pointer, the platform register or a saved vector register changed, interrupts off. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    copy(schedule, out, in, nblocks);
#if defined(__AVR__)
    __asm__ volatile("inc r1");
#elif defined(__x86_64__)
    __asm__ volatile("std");
#elif defined(__aarch64__)
    __asm__ volatile("fmov d9, #1.0");
#elif defined(__arm__)
    __asm__ volatile("mov r9, sp");
#elif defined(__MSP430__)
    __asm__ volatile("dint\n nop");
#elif defined(__riscv)
    __asm__ volatile("addi gp, gp, 4");
#endif
}

TEST_KERNEL(encrypt, copy);
