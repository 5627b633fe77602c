/* SPDX-License-Identifier: MIT */
/* Known-cycle kernels of the Cortex-M; kernels.h says what they must take. */

#include "kernels.h"

.syntax unified
.thumb

.macro kernel name
    .section .text.\name, "ax", %progbits
    .globl \name
    .type \name, %function
    .thumb_func
    .balign 4
\name:
    push    {r3-r5, lr}
.endm

.macro end_kernel name
    bl      hal_end
    pop     {r3-r5, pc}
    .size \name, . - \name
.endm

/* Both calls are aligned to words. */
kernel kernel_empty
    nop
    bl      hal_begin
end_kernel kernel_empty

kernel kernel_adds
    nop
    bl      hal_begin
    .rept KERNEL_REPEATS
    adds    r0, r0, r1
    .endr
end_kernel kernel_adds

/* The word at sp holds its own address. */
kernel kernel_loads
    mov     r4, sp
    str     r4, [r4]
    nop
    bl      hal_begin
    .rept KERNEL_REPEATS
    ldr     r4, [r4]
    .endr
    mov     r4, r4
    mov     r4, r4
end_kernel kernel_loads

kernel kernel_free_loads
    mov     r4, sp
    bl      hal_begin
    .rept KERNEL_REPEATS
    ldr     r0, [r4]
    .endr
    mov     r4, r4
    mov     r4, r4
end_kernel kernel_free_loads

kernel kernel_multiplies
    nop
    bl      hal_begin
    .rept KERNEL_REPEATS
    muls    r0, r1, r0
    .endr
end_kernel kernel_multiplies

/* 100 times subtract and branch, the last one not taken. */
kernel kernel_branches
    movs    r4, #KERNEL_REPEATS
    bl      hal_begin
1:  subs    r4, r4, #1
    bne     1b
end_kernel kernel_branches
