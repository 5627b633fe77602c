/* SPDX-License-Identifier: MIT */
/* The ABI check on RISC-V, of any call: abi.inc.  t0 is the function, t1 its name.  The arguments
 * stay where they are, in a0-a7 and on the stack, so all that is saved is in memory. */

#define BASE t3
#define BROKEN t4
#include "abi.inc"

#define SAVED_RA 0
#define SAVED_SP 52
#define SAVED_GP 56
#define SAVED_TP 60
#define NAME 64

.section .bss.hal_abi_verified_call, "aw", @nobits
.balign 4
saved:
    .zero   68

.section .text.hal_abi_verified_call, "ax", @progbits
.globl hal_abi_verified_call
.weak bench_abi_broken /* programs that check nothing have none */
.type hal_abi_verified_call, @function
hal_abi_verified_call:
    la      t3, saved
    each_saved save
    sw      ra, SAVED_RA(t3)
    sw      sp, SAVED_SP(t3)
    sw      gp, SAVED_GP(t3)
    sw      tp, SAVED_TP(t3)
    sw      t1, NAME(t3)
    each_saved fill
    li      tp, PATTERN + PROMISE_TP
    jalr    t0

    li      t4, 0
    each_saved compare
    compare tp, PROMISE_TP
.option push
.option norelax
    la      t3, saved
.option pop
    lw      t0, SAVED_GP(t3)
    beq     t0, gp, 1f
    li      t4, PROMISE_GP
1:  mv      gp, t0
    lw      t0, SAVED_SP(t3)
    beq     t0, sp, 1f
    li      t4, PROMISE_SP
1:  mv      sp, t0
    each_saved restore
    lw      ra, SAVED_RA(t3)
    lw      tp, SAVED_TP(t3)
    bnez    t4, 1f
    ret
1:  mv      a0, t4
    lw      a1, NAME(t3)
    call    bench_abi_broken
.size hal_abi_verified_call, . - hal_abi_verified_call
