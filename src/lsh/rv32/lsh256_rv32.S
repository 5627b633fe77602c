/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-256 for RV32I.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh256_blocks_rv32(uint32_t chain[16], const uint8_t *in, size_t nblocks);
 *
 * The state is in 16 registers.  A quarter of the message, which is expanded independently of the
 * rest, is in eight: words 4 to 7 of this step and of the next.  The rest is on the stack, expanded
 * in place.  A 17th register lets each column write its words to the registers from which the next
 * step reads them: after two steps all names are restored, without moves.  Instructions:
 *
 *     a column    additions and XOR 4, three rotations 9; in two of eight two rotations 6
 *     a step      98, XORs with the message 16, a quarter of it in memory 3 x (8 loads, 4
 *                 stores, 4 additions), in registers 5, constants 8: 175
 *
 *     a block     26 x 175 = 4,550, loops 39, the message in 93, and added 28, loop 4:
 *                 4,714; 4,762 by the model
 *
 * in needs no alignment; a block that is not aligned is copied by bytes.  Wiping the message at the
 * end takes 32.
 *
 * Time depends on the number of blocks and the alignment of `in` alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "lsh256_rv32.S"

#    include "core/rv32/call.inc"

/* The words before an even step, and a free register. */
#    define x0 a2
#    define x1 a3
#    define x2 a4
#    define x3 a5
#    define x4 a6
#    define x5 a7
#    define x6 s2
#    define x7 s3
#    define x8 s4
#    define x9 s5
#    define x10 s6
#    define x11 s7
#    define x12 s8
#    define x13 s9
#    define x14 s10
#    define x15 s11
#    define free a1

/* Words 4 to 7 of the message of even steps, and of odd ones. */
#    define EVEN s0, s1, t3, t4
#    define ODD t2, t5, t6, ra

#    define k a0

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define MESSAGE 128
#    define FRAME (MESSAGE + 68)
#    define CHAIN MESSAGE(sp)
#    define IN MESSAGE + 4(sp)
#    define LEFT MESSAGE + 8(sp)
#    define END MESSAGE + 12(sp)

#    include "message.inc"

/* Column x, y; x' goes to u, y' to v.  w and w1 are temporaries for the sum. */
.macro column_of c, x, y, w, w1, u, v, alpha, beta, gamma
    lw      t0, \c(k)
    add     \w, \x, \y
    ror     \w, 32 - \alpha, t1
    xor     \w1, \w, t0
    add     \v, \y, \w1
    ror     \v, 32 - \beta, t1
    add     \u, \w1, \v
    .if     \gamma
    ror     \v, 32 - \gamma, t1
    .endif
.endm

/* x' replaces x, y' goes to a free register. */
.macro column_apart c, x, y, v, turns:vararg
    column_of \c, \x, \y, \x, \x, \x, \v, \turns
.endm

/* x' replaces y, y' x. */
.macro column_swapped c, x, y, turns:vararg
    column_of \c, \x, \y, \x, t0, \y, \x, \turns
.endm

/* x' goes to a free register, y' replaces x. */
.macro column c, x, y, u, turns:vararg
    column_of \c, \x, \y, \u, \u, \u, \x, \turns
.endm

/* Adds four words of the message at m to x and expands them; n is the message of the next step.  f
 * is free. */
.macro feed m, n, f, x0, x1, x2, x3
    lw      t0, \m(sp)
    lw      t1, \m + 12(sp)
    lw      \f, \n(sp)
    xor     \x0, \x0, t0
    xor     \x3, \x3, t1
    add     \f, \f, t1
    lw      t1, \n + 8(sp)
    sw      \f, \m(sp)
    lw      \f, \m + 8(sp)
    add     t1, t1, t0
    lw      t0, \m + 4(sp)
    sw      t1, \m + 8(sp)
    xor     \x2, \x2, \f
    lw      t1, \n + 4(sp)
    xor     \x1, \x1, t0
    add     t1, t1, \f
    lw      \f, \n + 12(sp)
    sw      t1, \m + 4(sp)
    add     \f, \f, t0
    sw      \f, \m + 12(sp)
.endm

/* Words 12 to 15. */
.macro feed_last m, n, f, x0, x1, x2, x3
    lw      t0, \m + 12(sp)
    lw      t1, \n(sp)
    lw      \f, \m(sp)
    xor     \x3, \x3, t0
    add     t1, t1, t0
    lw      t0, \n + 4(sp)
    sw      t1, \m(sp)
    xor     \x0, \x0, \f
    add     t0, t0, \f
    lw      \f, \m + 4(sp)
    lw      t1, \n + 8(sp)
    sw      t0, \m + 4(sp)
    xor     \x1, \x1, \f
    add     t1, t1, \f
    lw      \f, \m + 8(sp)
    lw      t0, \n + 12(sp)
    sw      t1, \m + 8(sp)
    xor     \x2, \x2, \f
    add     t0, t0, \f
    sw      t0, \m + 12(sp)
.endm

/* Words 4 to 7, in registers. */
.macro feed_kept m0, m1, m2, m3, n0, n1, n2, n3, x0, x1, x2, x3
    xor     \x0, \x0, \m0
    xor     \x1, \x1, \m1
    xor     \x2, \x2, \m2
    xor     \x3, \x3, \m3
    mv      t0, \m0
    add     \m0, \n0, \m3
    add     \m3, \n3, \m2
    add     \m2, \n2, \m1
    add     \m1, \n1, t0
.endm

.macro feed_kept_of args:vararg
    feed_kept \args
.endm

.macro even_step
    feed    0, 64, free, x0, x1, x2, x3
    feed    32, 96, free, x8, x9, x10, x11
    column_apart 0, x0, x8, free, 29, 1, 0
    column_swapped 12, x3, x11, 29, 1, 24
    column  8, x2, x10, x8, 29, 1, 16
    column  4, x1, x9, x10, 29, 1, 8
    feed_kept_of EVEN, ODD, x4, x5, x6, x7
    feed_last 48, 112, x9, x12, x13, x14, x15
    column  24, x6, x14, x9, 29, 1, 8
    column  20, x5, x13, x14, 29, 1, 16
    column  28, x7, x15, x13, 29, 1, 0
    column  16, x4, x12, x15, 29, 1, 24
.endm

/* The registers of words 0 to 15 after the columns above. */
.macro odd_step
    feed    64, 0, x12, x9, x15, x14, x13
    feed    96, 32, x12, x8, x0, x10, x11
    column_swapped 44, x13, x11, 5, 17, 24
    column_apart 32, x9, x8, x12, 5, 17, 0
    column  40, x14, x10, x8, 5, 17, 16
    column  36, x15, x0, x10, 5, 17, 8
    feed_kept_of ODD, EVEN, x4, x7, x6, x5
    feed_last 112, 48, x0, free, x3, x2, x1
    column  56, x6, x2, x0, 5, 17, 8
    column  52, x7, x3, x2, 5, 17, 16
    column  60, x5, x1, x3, 5, 17, 0
    column  48, x4, free, x1, 5, 17, 24
.endm

/* Two words of the message at `at` into x. */
.macro add_two at, x, y
    lw      t0, \at(sp)
    lw      t1, \at + 4(sp)
    xor     \x, \x, t0
    xor     \y, \y, t1
.endm

.macro load_four at, x0, x1, x2, x3
    lw      \x0, \at(sp)
    lw      \x1, \at + 4(sp)
    lw      \x2, \at + 8(sp)
    lw      \x3, \at + 12(sp)
.endm

.macro load_four_of args:vararg
    load_four \args
.endm

.macro add_four x0, x1, x2, x3, m0, m1, m2, m3
    xor     \x0, \x0, \m0
    xor     \x1, \x1, \m1
    xor     \x2, \x2, \m2
    xor     \x3, \x3, \m3
.endm

.macro add_four_of args:vararg
    add_four \args
.endm

/* The chain's words: `how` is lw or sw. */
.macro chain how
    .set    at, 0
    .irp    x, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15
    \how    \x, at(k)
    .set    at, at + 4
    .endr
.endm

function narae_lsh256_blocks_rv32
    bnez    a2, 1f
    ret
1:  save_registers FRAME, SAVED
    sw      a0, CHAIN
    sw      a1, IN
    sw      a2, LEFT
    lla     t0, narae_lsh256_constants + 832
    sw      t0, END
    chain   lw

2:  copy_message MESSAGE
    lla     k, narae_lsh256_constants
    load_four_of 16, EVEN
    load_four_of 80, ODD
6:  even_step
    odd_step
    lw      t0, END
    addi    k, k, 64
    bne     k, t0, 6b

    add_two 0, x0, x1
    add_two 8, x2, x3
    add_four_of x4, x5, x6, x7, EVEN
    add_two 32, x8, x9
    add_two 40, x10, x11
    add_two 48, x12, x13
    add_two 56, x14, x15
    lw      t0, LEFT
    addi    t0, t0, -1
    sw      t0, LEFT
    bnez    t0, 2b

    lw      k, CHAIN
    chain   sw
    .set    at, 0
    .rept   MESSAGE / 4
    sw      zero, at(sp)
    .set    at, at + 4
    .endr
    restore_registers FRAME, SAVED
    ret
end_function narae_lsh256_blocks_rv32

#endif
