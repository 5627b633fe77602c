/* SPDX-License-Identifier: MIT */
/* The ABI check on RISC-V of 64 bits.  psABI, integer calling convention:
 * s0 to s11 are the caller's, sp comes back, gp and tp stay what they are.
 *
 * The real caller's registers lie on the stack, its stack pointer in saved_sp.
 * A promise is the number of its register. */

    .bss
    .balign 8
saved_sp:
    .skip   8

.macro each_saved what
    \what   s0, 8, 8
    \what   s1, 9, 16
    \what   s2, 18, 24
    \what   s3, 19, 32
    \what   s4, 20, 40
    \what   s5, 21, 48
    \what   s6, 22, 56
    \what   s7, 23, 64
    \what   s8, 24, 72
    \what   s9, 25, 80
    \what   s10, 26, 88
    \what   s11, 27, 96
.endm

.macro save register, number, place
    sd      \register, \place(sp)
.endm

.macro restore register, number, place
    ld      \register, \place(sp)
.endm

.macro fill register, number, place
    li      \register, 0x5a5a5000 + \number
.endm

/* a0 becomes `number` where `register` is not `expected` */
.macro require register, expected, number
    beq     \register, \expected, 1f
    li      a0, \number
1:
.endm

.macro compare register, number, place
    li      t0, 0x5a5a5000 + \number
    require \register, t0, \number
.endm

    .text
/* uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]) */
    .globl  hal_abi_call
hal_abi_call:
    addi    sp, sp, -128
    sd      ra, 0(sp)
    each_saved save
    sd      gp, 104(sp)
    sd      tp, 112(sp)
    la      t0, saved_sp
    sd      sp, (t0)

    mv      t0, a0
    mv      t1, a1
    each_saved fill
    ld      a0, 0(t1)
    ld      a1, 8(t1)
    ld      a2, 16(t1)
    ld      a3, 24(t1)
    jalr    t0

    li      a0, 0
    each_saved compare
    mv      t1, sp
    lla     t0, saved_sp
    ld      sp, (t0)
    require t1, sp, 2
    ld      t1, 104(sp)
    require gp, t1, 3
    ld      t2, 112(sp)
    require tp, t2, 4
    mv      gp, t1
    mv      tp, t2
    each_saved restore
    ld      ra, 0(sp)
    addi    sp, sp, 128
    ret
