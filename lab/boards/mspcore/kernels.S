/* SPDX-License-Identifier: MIT */
/* Known-cycle kernels of the MSP430; kernels.h says what they must take.  What a kernel needs in registers is set
 * before its window opens: hal_begin() changes r12 alone. */

#include "kernels.h"

.macro kernel name
    .section .text.\name, "ax", @progbits
    .globl \name
    .type \name, @function
\name:
.endm

.macro end_kernel name
    call    #hal_end
    ret
    .size \name, . - \name
.endm

kernel kernel_empty
    call    #hal_begin
end_kernel kernel_empty

kernel kernel_adds
    call    #hal_begin
    .rept KERNEL_REPEATS
    add     r14, r15
    .endr
end_kernel kernel_adds

kernel kernel_loads
    mov     sp, r14
    call    #hal_begin
    .rept KERNEL_REPEATS
    mov     @r14, r15
    .endr
end_kernel kernel_loads

/* Below the stack, where only the call of hal_end() will write. */
kernel kernel_stores
    mov     sp, r14
    call    #hal_begin
    .rept KERNEL_REPEATS
    mov     r15, -2(r14)
    .endr
end_kernel kernel_stores

kernel kernel_pushes
    call    #hal_begin
    .rept KERNEL_REPEATS
    push    r15
    pop     r15
    .endr
end_kernel kernel_pushes

kernel kernel_branches
    mov     #KERNEL_REPEATS, r15
    call    #hal_begin
1:  dec     r15
    jnz     1b
end_kernel kernel_branches

kernel kernel_rounds
    call    #hal_begin
    .rept 4
    mov     #60000, r15
1:  dec     r15
    jnz     1b
    .endr
end_kernel kernel_rounds
