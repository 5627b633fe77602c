/* SPDX-License-Identifier: MIT */
/* Changes a register that belongs to its caller. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    copy(schedule, out, in, nblocks);
#if defined(__AVR__)
    __asm__ volatile("inc r5");
#elif defined(__x86_64__)
    __asm__ volatile("inc %r12");
#elif defined(__aarch64__)
    __asm__ volatile("add x25, x25, #1");
#elif defined(__arm__)
    __asm__ volatile("mov r10, sp");
#elif defined(__MSP430__)
    __asm__ volatile("inc r7");
#elif defined(__riscv)
    __asm__ volatile("addi s7, s7, 1");
#endif
}

TEST_KERNEL(encrypt, copy);
