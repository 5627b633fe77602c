/* SPDX-License-Identifier: MIT */
/* SEED for RV32I, bit-sliced.  RFC 4269.
 *
 *   void narae_seed_eight_rv32(const uint32_t (*rk)[2], uint32_t x[4][8], int step);
 *   void narae_seed_one_rv32(const uint32_t (*rk)[2], uint32_t x[4], int step);
 *
 * As seed/thumb/seed_v7m.S, but a rotation takes three instructions.  The sums of the four
 * bytes of bits i and i + 1, with a word h = x + ror(x, 16), are
 *
 *     ror(h, 8) + x + h under a mask, with x first rotated by a byte where i / 2 is odd:
 *
 * 10 and 13 operations.  The constants of the S-boxes for one word are one XOR.
 *
 *     eight words   change of layout 2 x 72, S-boxes 143, sums 92: 379
 *     one word      bits apart 15, S-boxes 138, bits together 14, constants 1, sums 13: 181
 *
 *     a round of eight blocks   3 x 379, XORs and additions 65, loads and stores 90: 1292
 *     a round of one block      3 x 181, XORs and additions 8, loads 2: 553
 *
 * 16 rounds are 20672, 2584 a block, and 8848.  Spills of G and of masks take 10 and 18 cycles, a
 * call of G 4.  With these it is 21344 and 9904; by the model, with conversion from and to bytes:
 * 22742, 2843 a block, and 10184.
 *
 * dev/seed/rv32/sbox.py allocates the registers.
 *
 * Time depends only on the direction. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

    .file   "seed_rv32.S"

#    include "core/rv32/call.inc"

#    include "sbox.inc"

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define rk s9

/* For eight blocks: the words of G, and temporaries. */
#    define right s10
#    define left s11
#    define x0 s0
#    define x1 s1
#    define x2 a0
#    define x3 a1
#    define x4 a2
#    define x5 a3
#    define x6 a4
#    define x7 a5
#    define y0 a6
#    define y1 a7
#    define y2 s2
#    define y3 s3
#    define y4 s4
#    define y5 s5
#    define y6 s6
#    define y7 s7
#    define key t0
#    define X x0, x1, x2, x3, x4, x5, x6, x7
#    define Y y0, y1, y2, y3, y4, y5, y6, y7

/* Of one. */
#    define end s10
#    define step s11
#    define word s0
#    define other s1
#    define b0 a0
#    define b1 a1
#    define b2 a2
#    define b3 a3

/* Frame: masks and spills of the S-boxes, columns, and the loop state. */
#    define A SPILLED
#    define B (SPILLED + 32)
#    define K0 SPILLED + 64(sp)
#    define STEP SPILLED + 68(sp)
#    define END SPILLED + 72(sp)
#    define FRAME (SPILLED + 76 + 52)

.macro column how, base, at, registers:vararg
    .set    place, \at
    .irp    r, \registers
    \how    \r, place(\base)
    .set    place, place + 4
    .endr
.endm

.macro column_of args:vararg
    column  \args
.endm

/* x = x `how` y */
.macro both how, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7
    \how    \x0, \x0, \y0
    \how    \x1, \x1, \y1
    \how    \x2, \x2, \y2
    \how    \x3, \x3, \y3
    \how    \x4, \x4, \y4
    \how    \x5, \x5, \y5
    \how    \x6, \x6, \y6
    \how    \x7, \x7, \y7
.endm

.macro both_of args:vararg
    both    \args
.endm

.macro xor_key k, registers:vararg
    .irp    r, \registers
    xor     \r, \r, \k
    .endr
.endm

.macro xor_key_of args:vararg
    xor_key \args
.endm

.macro mask at, value
    li      t0, \value
    sw      t0, \at(sp)
.endm

.macro begin
    save_registers FRAME, SAVED
    mask    0, 0x55555555
    mask    4, 0x33333333
    mask    8, 0x0f0f0f0f
    mask    12, 0x00ff00ff
    mask    16, 0xff00ff00
    mask    20, 0x01010101
    mask    24, 0x3cc33cc3
    mask    28, 0x38a938a9
    mv      rk, a0
    slli    t0, a2, 4
    add     t0, t0, a0
.endm

function narae_seed_eight_rv32
    begin
    sw      a2, STEP
    sw      t0, END
    mv      left, a1
    addi    right, a1, 64
1:  lw      key, (rk)
    lw      t1, 4(rk)
    column_of lw, right, 0, X
    sw      key, K0
    xor     t1, t1, key
    column_of lw, right, 32, Y
    xor_key_of t1, X
    both_of xor, X, Y
    jal     2f
    lw      key, K0
    column_of lw, right, 0, Y
    column_of sw, sp, B, X
    xor_key_of key, Y
    both_of add, X, Y
    jal     2f
    column_of lw, sp, B, Y
    column_of sw, sp, A, X
    both_of add, X, Y
    jal     2f
    column_of lw, left, 32, Y
    both_of xor, Y, X
    column_of sw, left, 32, Y
    column_of lw, sp, A, Y
    both_of add, X, Y
    column_of lw, left, 0, Y
    both_of xor, Y, X
    column_of sw, left, 0, Y
    lw      t0, STEP
    lw      t1, END
    mv      t2, left
    add     rk, rk, t0
    mv      left, right
    mv      right, t2
    bne     rk, t1, 1b
    restore_registers FRAME, SAVED
    ret
2:  g_of_eight
    ret
end_function narae_seed_eight_rv32

/* The halves l0, l1 and r0, r1. */
.macro round l0, l1, r0, r1
    lw      t0, (rk)
    lw      t1, 4(rk)
    add     rk, rk, step
    xor     other, t0, \r0
    xor     word, t1, \r1
    xor     word, word, other
    jal     2f
    add     word, word, other
    sub     other, word, other
    jal     2f
    add     word, word, other
    sub     other, word, other
    jal     2f
    add     other, other, word
    xor     \l1, \l1, word
    xor     \l0, \l0, other
.endm

function narae_seed_one_rv32
    begin
    mv      step, a2
    mv      end, t0
    mv      t1, a1
    sw      a1, END
    lw      b0, 0(t1)
    lw      b1, 4(t1)
    lw      b2, 8(t1)
    lw      b3, 12(t1)
1:  round   b0, b1, b2, b3
    round   b2, b3, b0, b1
    bne     rk, end, 1b
    lw      t1, END
    sw      b0, 0(t1)
    sw      b1, 4(t1)
    sw      b2, 8(t1)
    sw      b3, 12(t1)
    restore_registers FRAME, SAVED
    ret
2:  g_of_one
    ret
end_function narae_seed_one_rv32

#endif
