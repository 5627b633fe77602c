/* SPDX-License-Identifier: MIT */
/* Known-cycle kernels of the HiFive1; kernels.h says what they must take.
 * Every instruction depends on the one before. */

#include "kernels.h"

.macro kernel name
    .section .text.\name, "ax", @progbits
    .globl \name
    .type \name, @function
    .balign 64
\name:
    addi    sp, sp, -16
    sw      ra, 12(sp)
.endm

.macro end_kernel name
    call    hal_end
    lw      ra, 12(sp)
    addi    sp, sp, 16
    ret
    .size \name, . - \name
.endm

kernel kernel_empty
    call    hal_begin
end_kernel kernel_empty

kernel kernel_adds
    call    hal_begin
    .rept KERNEL_REPEATS
    add     a0, a0, a1
    .endr
end_kernel kernel_adds

/* The word at 8(sp) holds its own address. */
kernel kernel_loads
    addi    a0, sp, 8
    sw      a0, 0(a0)
    call    hal_begin
    .rept KERNEL_REPEATS
    lw      a0, 0(a0)
    .endr
end_kernel kernel_loads

kernel kernel_multiplies
    call    hal_begin
    .rept KERNEL_REPEATS
    mul     a0, a0, a1
    .endr
end_kernel kernel_multiplies

/* All ones by one: no early end. */
kernel kernel_divides
    li      a0, -1
    li      a1, 1
    call    hal_begin
    .rept KERNEL_REPEATS
    divu    a0, a0, a1
    .endr
end_kernel kernel_divides

/* 100 times addi and bnez, the last one mispredicted. */
kernel kernel_branches
    call    hal_begin
    li      a0, KERNEL_REPEATS
1:  addi    a0, a0, -1
    bnez    a0, 1b
end_kernel kernel_branches
