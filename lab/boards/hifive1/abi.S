/* SPDX-License-Identifier: MIT */
/* The ABI check on RISC-V.  psABI, integer calling convention: s0-s11 are the
 * caller's, sp comes back, gp and tp belong to the program and stay.  Interrupts
 * are off, so nothing else is at stake.
 *
 * The real caller's registers are on the stack, its stack pointer in saved_sp,
 * so that even a function that loses the stack is reported.  A register is its
 * own number as a promise; what it holds during the call is PATTERN + number. */

#define PATTERN 0x5a5a5000
#define PROMISE_SP 2
#define PROMISE_GP 3
#define PROMISE_TP 4
#define FRAME 64

.section .bss.saved_sp, "aw", @nobits
.balign 4
saved_sp:
    .zero   4

.macro each_saved macro
    .irp n, 0, 1
    \macro s\n, 8 + \n, 4 + 4 * \n
    .endr
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \macro s\n, 16 + \n, 4 + 4 * \n
    .endr
.endm

.macro save register, number, place
    sw      \register, \place(sp)
.endm

.macro restore register, number, place
    lw      \register, \place(sp)
.endm

.macro fill register, number, place
    li      \register, PATTERN + \number
.endm

/* a0: the number of the last promise that was found broken */
.macro compare register, number, place
    li      t0, PATTERN + \number
    beq     \register, t0, 1f
    li      a0, \number
1:
.endm

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
