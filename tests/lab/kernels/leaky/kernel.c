/* SPDX-License-Identifier: MIT */
/* Branches on a key bit; both ways take the same time, so only the trace of
 * the program counter tells them apart. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint8_t secret = *(const uint8_t *)schedule;

#ifdef __AVR__
    /* bit set: 2 + 1 + 2 cycles; bit clear: 1 + 2 + 1 + 1 */
    __asm__ volatile("sbrs %0, 0\n rjmp 1f\n nop\n rjmp 2f\n 1: nop\n nop\n 2:" : : "r"(secret));
#elif defined(__MSP430__)
    /* a jump takes 2 cycles whether it is taken or not */
    __asm__ volatile("bit #1, %0\n jz 1f\n jmp 2f\n 1: nop\n nop\n 2:" : : "r"(secret));
#elif defined(__aarch64__)
    if (secret & 1)
        __asm__ volatile("nop");
    else
        __asm__ volatile("yield");
#elif defined(__ARM_ARCH_6M__)
    if (secret & 1)
        __asm__ volatile("nop");
    else
        __asm__ volatile("mov r12, r12");
#elif defined(__arm__)
    /* an instruction that is skipped takes its cycle, too */
    __asm__ volatile("tst %0, #1\n it ne\n movne r12, r12" : : "r"(secret) : "cc");
#elif defined(__riscv)
    if (secret & 1)
        __asm__ volatile("nop");
    else
        __asm__ volatile("xor x0, x0, x0");
#else
    if (secret & 1)
        __asm__ volatile("nop");
    else
        __asm__ volatile("xchg %ax, %ax");
#endif
    copy(schedule, out, in, nblocks);
}

TEST_KERNEL(encrypt, copy);
