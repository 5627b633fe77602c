/* SPDX-License-Identifier: MIT */
/* The ABI check of a function that is called by its address: abi.inc.  The real caller's registers are on the
 * stack, its stack pointer in saved_sp, so that even a function that loses the stack is reported. */

#include "abi.inc"

.section .bss.saved_sp, "aw", @nobits
.balign 2
saved_sp:
    .zero   2
saved_sr:
    .zero   2

.section .text.hal_abi_call_once, "ax", @progbits
.globl hal_abi_call_once
.type hal_abi_call_once, @function

.macro save n
    push    r\n
.endm

/* r12 keeps the last broken promise. */
.macro compare n
    cmp     #PATTERN + \n, r\n
    jeq     1f
    mov     #\n, r12
1:
.endm

/* uint8_t hal_abi_call_once(uintptr_t function, const uintptr_t arguments[4]) */
hal_abi_call_once:
    each_saved save
    mov     sp, &saved_sp
    mov     sr, &saved_sr
    mov     r12, r11
    mov     r13, r15
    each_saved fill
    mov     @r15+, r12
    mov     @r15+, r13
    mov     @r15+, r14
    mov     @r15, r15
    call    r11

    mov     sr, r13
    dint
    nop
    mov     #0, r12
    each_saved compare
    cmp     &saved_sp, sp
    jeq     1f
    mov     #PROMISE_SP, r12
    mov     &saved_sp, sp
1:  xor     &saved_sr, r13
    bit     #GIE, r13
    jz      2f
    mov     #PROMISE_INTERRUPTS, r12
2:  mov     &saved_sr, sr
    nop
    .irp n, 10, 9, 8, 7, 6, 5, 4
    pop     r\n
    .endr
    ret
.size hal_abi_call_once, . - hal_abi_call_once
