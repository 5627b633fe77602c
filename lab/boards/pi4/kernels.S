/* SPDX-License-Identifier: MIT */
/* The rulers of the pi4: see kernels.h.  Each loop is 40 steps long, so its
 * own two instructions hide behind the steps or cost one cycle in twenty. */

#include "kernels.h"

#define STEPS_IN_LOOP 40

.macro ruler name:req, first:req, second
    .globl  ruler_\name
    .type   ruler_\name, %function
    .p2align 4
ruler_\name:
    mov     w9, RULER_STEPS / STEPS_IN_LOOP
    mov     w0, 1
    mov     w1, 1
    sub     x3, sp, 16
    str     x3, [x3]
1:
    .rept   STEPS_IN_LOOP
    \first
    \second
    .endr
    sub     w9, w9, 1
    cbnz    w9, 1b
    ret
    .size   ruler_\name, . - ruler_\name
.endm

    .text
    ruler   adds, "add w0, w0, w0"
    ruler   two_adds, "add w0, w0, w0", "add w1, w1, w1"
    ruler   multiplies, "mul w0, w0, w0"
    ruler   loads, "ldr x3, [x3]"
    ruler   vector_xors, "eor v0.16b, v0.16b, v1.16b"
    ruler   two_vector_xors, "eor v2.16b, v0.16b, v1.16b", "eor v3.16b, v0.16b, v1.16b"
    ruler   vector_shifts, "shl v2.4s, v0.4s, 7"

    .section .note.GNU-stack, "", %progbits
