/* SPDX-License-Identifier: MIT */
/* The ABI check of a function that is called by its address: abi.inc.  The real caller's registers
 * are on the stack, its stack pointer in saved_sp, so that even a function that loses the stack is
 * reported. */

#include "abi.inc"

.section .bss.saved_sp, "aw", %nobits
.balign 4
saved_sp:
    .zero   4

/* r1 goes up with the numbers; r0: the last promise that was broken */
.macro compare number
    adds    r1, r1, #1
    cmp     r\number, r1
    beq     1f
    movs    r0, #\number
1:
.endm

.section .text.hal_abi_call, "ax", %progbits
.globl hal_abi_call
.type hal_abi_call, %function
.thumb_func
/* uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]) */
hal_abi_call:
    push    {r4-r7, lr}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    sub     sp, sp, #4
    push    {r4-r7}
    ldr     r2, =saved_sp
    mov     r3, sp
    str     r3, [r2]

    mov     r12, r0
    ldr     r2, =PATTERN + 7
    mov     r7, r2
    subs    r6, r7, #1
    subs    r5, r7, #2
    subs    r4, r7, #3
    .irp n, 8, 9, 10, 11
    adds    r2, r2, #1
    mov     r\n, r2
    .endr
    ldr     r0, [r1]
    ldr     r2, [r1, #8]
    ldr     r3, [r1, #12]
    ldr     r1, [r1, #4]
    blx     r12

    movs    r0, #0
    ldr     r1, =PATTERN + 3
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    compare \n
    .endr
    ldr     r2, =saved_sp
    ldr     r2, [r2]
    mov     r3, sp
    cmp     r2, r3
    beq     1f
    movs    r0, #PROMISE_SP
1:  mov     sp, r2
    pop     {r4-r7}
    add     sp, sp, #4
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    pop     {r4-r7, pc}
.ltorg
.size hal_abi_call, . - hal_abi_call
