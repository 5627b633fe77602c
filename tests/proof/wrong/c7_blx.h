/* SPDX-License-Identifier: MIT */
/* C7: blx to an address without bit 0, on which a Cortex-M faults. */
static void NOT_INLINE
nothing(void)
{
    asm volatile("");
}
#define BEFORE_BLOCKS                                  \
    uintptr_t at = PLACE(nothing) & ~(uintptr_t)WRONG; \
    asm volatile("" : "+r"(at));                       \
    asm volatile("blx %0" ::"r"(at) : "r0", "r1", "r2", "r3", "r12", "lr", "cc", "memory");
