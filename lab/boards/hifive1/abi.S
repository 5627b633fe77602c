/* SPDX-License-Identifier: MIT */
/* The ABI check on RISC-V, of a function that is called by its address: abi.inc.  The real caller's
 * registers are on the stack, its stack pointer in saved_sp, so that even a function that loses the
 * stack is reported. */

#define BASE sp
#define BROKEN a0
#include "abi.inc"

#define FRAME 64

.section .bss.saved_sp, "aw", @nobits
.balign 4
saved_sp:
    .zero   4

.section .text.hal_abi_call, "ax", @progbits
.globl hal_abi_call
.type hal_abi_call, @function
/* uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]) */
hal_abi_call:
    addi    sp, sp, -FRAME
    sw      ra, 0(sp)
    each_saved save
    sw      gp, 52(sp)
    sw      tp, 56(sp)
    la      t0, saved_sp
    sw      sp, 0(t0)

    mv      t1, a0
    mv      t2, a1
    each_saved fill
    li      tp, PATTERN + PROMISE_TP
    lw      a0, 0(t2)
    lw      a1, 4(t2)
    lw      a2, 8(t2)
    lw      a3, 12(t2)
    jalr    t1

    li      a0, 0
    each_saved compare
    compare tp, PROMISE_TP
    mv      t2, gp
.option push
.option norelax
    la      t0, saved_sp
.option pop
    lw      t1, 0(t0)
    mv      t3, sp
    mv      sp, t1
    lw      gp, 52(sp)
    beq     t2, gp, 1f
    li      a0, PROMISE_GP
1:  beq     t3, sp, 1f
    li      a0, PROMISE_SP
1:  lw      ra, 0(sp)
    each_saved restore
    lw      tp, 56(sp)
    addi    sp, sp, FRAME
    ret
.size hal_abi_call, . - hal_abi_call
