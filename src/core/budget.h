/* SPDX-License-Identifier: MIT */
/* A budget of 64 bits that a stream or a message draws on.  avr-gcc compiles
 * 64-bit arithmetic to library calls, 150 bytes of code and 300 cycles for each
 * use, and saves every register around them; hence a few instructions of
 * assembly.  The amounts are public. */
#ifndef NARAE_CORE_BUDGET_H
#define NARAE_CORE_BUDGET_H

#include <stddef.h>
#include <stdint.h>

/* Subtracts `n` from what is left and returns true, or returns false if less
 * than `n` is left. */
#if defined(__AVR__) && defined(__OPTIMIZE__) /* otherwise gcc has too few registers for it */

__attribute__((noinline)) static uint8_t
spend(uint64_t *left, size_t n)
{
    uint8_t enough = 0;

    __asm__("ld r0, Z\n\t cp r0, %A[n]\n\t"
            "ldd r0, Z+1\n\t cpc r0, %B[n]\n\t"
            ".irp i, 2, 3, 4, 5, 6, 7\n\t ldd r0, Z+\\i\n\t cpc r0, r1\n\t .endr\n\t"
            "brcs 1f\n\t"
            "ld r0, Z\n\t sub r0, %A[n]\n\t st Z, r0\n\t"
            "ldd r0, Z+1\n\t sbc r0, %B[n]\n\t std Z+1, r0\n\t"
            ".irp i, 2, 3, 4, 5, 6, 7\n\t ldd r0, Z+\\i\n\t sbc r0, r1\n\t std Z+\\i, r0\n\t .endr\n\t"
            "inc %[enough]\n"
            "1:"
            : [enough] "+r"(enough), "+m"(*left)
            : "z"(left), [n] "r"(n)
            : "cc");
    return enough;
}

#else

static inline int
spend(uint64_t *left, size_t n)
{
    if (n > *left)
        return 0;
    *left -= n;
    return 1;
}

#endif

#endif
