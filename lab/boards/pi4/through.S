/* SPDX-License-Identifier: MIT */
/* The ABI check on AArch64, of any call: abi.inc.  x16 is the function, x17 its name.  The arguments
 * stay where they are, in registers and on the stack, so all that is saved is in memory. */

#define BROKEN w11
#include "abi.inc"

    .section .bss.hal_abi_through, "aw", %nobits
    .balign 16
saved:
    .skip   192

.macro each_pair macro
    \macro  x19, x20, 0
    \macro  x21, x22, 16
    \macro  x23, x24, 32
    \macro  x25, x26, 48
    \macro  x27, x28, 64
    \macro  x29, x30, 80
    \macro  d8, d9, 96
    \macro  d10, d11, 112
    \macro  d12, d13, 128
    \macro  d14, d15, 144
.endm

.macro save first, second, place
    stp     \first, \second, [x12, \place]
.endm

.macro restore first, second, place
    ldp     \first, \second, [x12, \place]
.endm

    .section .text.hal_abi_through, "ax", %progbits
    .globl  hal_abi_through
    .weak bench_abi_broken /* programs that check nothing have none */
    .type   hal_abi_through, %function
hal_abi_through:
    adrp    x12, saved
    add     x12, x12, :lo12:saved
    each_pair save
    mrs     x9, fpcr
    mov     x10, sp
    stp     x9, x10, [x12, 160]
    str     x17, [x12, 176]
    .irp    n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    pattern \n, x\n
    .endr
    .irp    n, 8, 9, 10, 11, 12, 13, 14, 15
    pattern \n, x9
    fmov    d\n, x9
    .endr
    blr     x16

    mov     w11, 0
    .irp    n, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    compare \n, x\n
    .endr
    .irp    n, 8, 9, 10, 11, 12, 13, 14, 15
    fmov    x13, d\n
    compare \n, x13
    .endr
    adrp    x12, saved
    add     x12, x12, :lo12:saved
    ldp     x13, x14, [x12, 160]
    mov     x15, sp
    mov     w10, PROMISE_SP
    cmp     x14, x15
    csel    w11, w11, w10, eq
    mov     sp, x14
    mrs     x15, fpcr
    mov     w10, PROMISE_FPCR
    cmp     x13, x15
    csel    w11, w11, w10, eq
    msr     fpcr, x13
    each_pair restore
    cbnz    w11, 1f
    ret
1:  mov     w0, w11
    ldr     x1, [x12, 176]
    bl      bench_abi_broken
    .size   hal_abi_through, . - hal_abi_through

    .section .note.GNU-stack, "", %progbits
