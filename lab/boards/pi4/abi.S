/* SPDX-License-Identifier: MIT */
/* The ABI check on AArch64, of a function that is called by its address: abi.inc.  The real caller's
 * registers are on the stack, its stack pointer in saved_sp, so that even a function that loses the
 * stack is reported. */

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
    stp     x19, x20, [sp, 16]
    stp     x21, x22, [sp, 32]
    stp     x23, x24, [sp, 48]
    stp     x25, x26, [sp, 64]
    stp     x27, x28, [sp, 80]
    stp     d8, d9, [sp, 96]
    stp     d10, d11, [sp, 112]
    stp     d12, d13, [sp, 128]
    stp     d14, d15, [sp, 144]
    mrs     x9, fpcr
    str     x9, [sp, 160]
    adrp    x9, saved_sp
    mov     x10, sp
    str     x10, [x9, :lo12:saved_sp]

    mov     x16, x0
    mov     x17, x1
    .irp    n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    pattern \n, x\n
    .endr
    .irp    n, 8, 9, 10, 11, 12, 13, 14, 15
    pattern \n, x9
    fmov    d\n, x9
    .endr
    ldp     x0, x1, [x17]
    ldp     x2, x3, [x17, 16]
    blr     x16

    mov     w0, 0
    .irp    n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    compare \n, x\n
    .endr
    .irp    n, 8, 9, 10, 11, 12, 13, 14, 15
    fmov    x11, d\n
    compare \n, x11
    .endr
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

    ldp     x19, x20, [sp, 16]
    ldp     x21, x22, [sp, 32]
    ldp     x23, x24, [sp, 48]
    ldp     x25, x26, [sp, 64]
    ldp     x27, x28, [sp, 80]
    ldp     d8, d9, [sp, 96]
    ldp     d10, d11, [sp, 112]
    ldp     d12, d13, [sp, 128]
    ldp     d14, d15, [sp, 144]
    ldp     x29, x30, [sp], 176
    ret
    .size   hal_abi_call, . - hal_abi_call

    .section .note.GNU-stack, "", %progbits
