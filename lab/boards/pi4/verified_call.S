/* SPDX-License-Identifier: MIT */
/* The ABI check on AArch64, of any call: abi.inc.  x16 is the function, x17 its name.  The arguments
 * stay where they are, in registers and on the stack, so all that is saved is in memory. */

#define BASE x12
#define BROKEN w16
#include "abi.inc"

    .section .bss.hal_abi_verified_call, "aw", %nobits
    .balign 16
saved:
    .skip   192

    .section .text.hal_abi_verified_call, "ax", %progbits
    .globl  hal_abi_verified_call
    .weak bench_abi_broken /* programs that check nothing have none */
    .type   hal_abi_verified_call, %function
hal_abi_verified_call:
    adrp    x12, saved
    add     x12, x12, :lo12:saved
    stp     x29, x30, [x12]
    each_pair save
    mrs     x9, fpcr
    mov     x10, sp
    stp     x9, x10, [x12, 160]
    str     x17, [x12, 176]
    fill_all
    blr     x16

    mov     w16, 0
    compare_all
    adrp    x12, saved
    add     x12, x12, :lo12:saved
    ldp     x13, x14, [x12, 160]
    mov     x15, sp
    mov     w10, PROMISE_SP
    cmp     x14, x15
    csel    w16, w16, w10, eq
    mov     sp, x14
    mrs     x15, fpcr
    mov     w10, PROMISE_FPCR
    cmp     x13, x15
    csel    w16, w16, w10, eq
    msr     fpcr, x13
    ldp     x29, x30, [x12]
    each_pair restore
    cbnz    w16, 1f
    ret
1:  mov     w0, w16
    ldr     x1, [x12, 176]
    bl      bench_abi_broken
    .size   hal_abi_verified_call, . - hal_abi_verified_call

    .section .note.GNU-stack, "", %progbits
