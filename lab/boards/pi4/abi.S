/* SPDX-License-Identifier: MIT */
/* The ABI check on AArch64, of a function that is called by its address: abi.inc.  The real caller's
 * registers are on the stack, its stack pointer in saved_sp, so that even a function that loses the
 * stack is reported. */

#define BASE sp
#define BROKEN w0
#include "abi.inc"

    .bss
    .balign 8
saved_sp:
    .skip   8

    .text
/* uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]) */
    .globl  hal_abi_call
    .type   hal_abi_call, %function
hal_abi_call:
    stp     x29, x30, [sp, -176]!
    each_pair save
    mrs     x9, fpcr
    str     x9, [sp, 160]
    adrp    x9, saved_sp
    mov     x10, sp
    str     x10, [x9, :lo12:saved_sp]

    mov     x16, x0
    mov     x17, x1
    fill_all
    ldp     x0, x1, [x17]
    ldp     x2, x3, [x17, 16]
    blr     x16

    mov     w0, 0
    compare_all
    mov     x12, sp
    adrp    x9, saved_sp
    ldr     x11, [x9, :lo12:saved_sp]
    mov     sp, x11
    mov     w10, PROMISE_SP
    cmp     x12, x11
    csel    w0, w0, w10, eq
    ldr     x9, [sp, 160]
    mrs     x11, fpcr
    mov     w10, PROMISE_FPCR
    cmp     x11, x9
    csel    w0, w0, w10, eq
    msr     fpcr, x9

    each_pair restore
    ldp     x29, x30, [sp], 176
    ret
    .size   hal_abi_call, . - hal_abi_call

    .section .note.GNU-stack, "", %progbits
