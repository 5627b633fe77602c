/* SPDX-License-Identifier: MIT */
/* Vector operations that a compiler leaves in the order in which they are
 * written.  A core with a small out-of-order window, as the Cortex-A72 with 8
 * or so entries for each vector pipe, needs an order that keeps both pipes
 * busy; compilers do not model that limit and would undo it.  They still
 * allocate registers. */
#ifndef NARAE_CORE_ARM_ORDER_H
#define NARAE_CORE_ARM_ORDER_H

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

/* clang-format off */
#define NEON_XOR(to, a, b) __asm__ volatile("eor %0.16b, %1.16b, %2.16b" : "=w"(to) : "w"(a), "w"(b))
#define NEON_ADD32(to, a, b) __asm__ volatile("add %0.4s, %1.4s, %2.4s" : "=w"(to) : "w"(a), "w"(b))
#define NEON_SUB32(to, a, b) __asm__ volatile("sub %0.4s, %1.4s, %2.4s" : "=w"(to) : "w"(a), "w"(b))
#define NEON_SHL32(to, a, n) __asm__ volatile("shl %0.4s, %1.4s, %2" : "=w"(to) : "w"(a), "i"(n))
#define NEON_SRA32(to, a, n) __asm__ volatile("usra %0.4s, %1.4s, %2" : "+w"(to) : "w"(a), "i"(n))
/* Rotates to the left.  The result must not be the operand. */
#define NEON_ROL32(to, a, n)                                                     \
    __asm__ volatile("shl %0.4s, %1.4s, %2\n\tusra %0.4s, %1.4s, %3"             \
                     : "=&w"(to)                                                 \
                     : "w"(a), "i"(n), "i"(32 - (n)))

/* Exchanges the halves of each word. */
#define NEON_TURN32(to, a) __asm__ volatile("rev32 %0.8h, %1.8h" : "=w"(to) : "w"(a))

/* A vector, or one word in all lanes, from memory. */
#define NEON_LOAD(to, p) __asm__ volatile("ldr %q0, %1" : "=w"(to) : "m"(*(p)))
#define NEON_LOAD_EACH32(to, p) __asm__ volatile("ld1r {%0.4s}, %1" : "=w"(to) : "Q"(*(p)))
/* clang-format on */

#endif
#endif
