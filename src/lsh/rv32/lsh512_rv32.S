/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-512 for RV32I.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh512_blocks_rv32(uint64_t chain[16], const uint8_t *in, size_t nblocks);
 *
 * Words 4 to 7 and 12 to 15 of the state are in 16 registers, the others in memory, twice, for even
 * and odd steps; the message is expanded in place.  From the words in registers and the message a
 * step computes words 0 to 3, in memory, and 4 to 7, in registers; from those in memory words 8 to
 * 11, in memory, and 12 to 15, in registers.  The order of the columns is that of the message
 * expansion: each loads the words that are added to those of the column before.  Instructions:
 *
 *     a column    XORs with the message 4, additions 12, two rotations 12, constant 2, the
 *                 message's sums 8; loads of the message 4, of the next one 4, of the constant
 *                 2, stores 4 and 2: 54
 *     a step      8 x 54, third rotations 6 x 6, four columns in memory 4 x 4: 484
 *
 *     a block     28 x 484 = 13,552, loops 70, the message in 170, the state in and out 164:
 *                 13,956; 14,092 by the model
 *
 * The message and the state are wiped at the end.  in needs no alignment; a block that is not
 * aligned is copied by bytes.
 *
 * Time depends on the number of blocks and the alignment of `in` alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "lsh512_rv32.S"

#    include "core/rv32/call.inc"

/* Words are two registers, the lower half first. */
#    define X4 a2, a3
#    define X5 a4, a5
#    define X6 a6, a7
#    define X7 s2, s3
#    define X12 s4, s5
#    define X13 s6, s7
#    define X14 s8, s9
#    define X15 s10, s11
#    define Y t5, t6   /* temporaries of a column in memory */
#    define FIRST a1, s0 /* words of the message of the first of four columns */
#    define SECOND s1, ra

#    define k a0
#    define carry t4

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
/* Frame: the message; words 0 to 3 and 8 to 11 of the state before even steps and before odd
 * ones; arguments. */
#    define EVEN 256
#    define ODD 320
#    define KEPT 384
#    define CHAIN KEPT(sp)
#    define IN KEPT + 4(sp)
#    define LEFT KEPT + 8(sp)
#    define END KEPT + 12(sp)
#    define FRAME (KEPT + 16 + 52 + 12)

#    include "message.inc"

.macro load xl, xh, at, from
    lw      \xl, \at(\from)
    lw      \xh, \at + 4(\from)
.endm

.macro load_of args:vararg
    load    \args
.endm

.macro store xl, xh, at, to
    sw      \xl, \at(\to)
    sw      \xh, \at + 4(\to)
.endm

.macro store_of args:vararg
    store   \args
.endm

/* x = y + z; x is not y. */
.macro add_to xl, xh, yl, yh, zl, zh
    add     \xl, \yl, \zl
    add     \xh, \yh, \zh
    sltu    carry, \xl, \yl
    add     \xh, \xh, carry
.endm

/* y = x rotated to the left by n, other than 32; y is not x. */
.macro rol_to yl, yh, xl, xh, n
    .if     \n < 32
    slli    \yl, \xl, \n
    srli    carry, \xh, 32 - \n
    slli    \yh, \xh, \n
    add     \yl, \yl, carry
    srli    carry, \xl, 32 - \n
    add     \yh, \yh, carry
    .else
    rol_to  \yl, \yh, \xh, \xl, (\n - 32)
    .endif
.endm

/* The rotations and sums of column c, x and y; x' goes to place p of `to`, y' to x. */
.macro mix xl, xh, yl, yh, c, alpha, beta, gamma, to, p
    add_to  \xl, \xh, \yl, \yh, \xl, \xh
    load    t2, t3, \c, k
    rol_to  t0, t1, \xl, \xh, \alpha
    xor     t0, t0, t2
    xor     t1, t1, t3
    add_to  \yl, \yh, t0, t1, \yl, \yh
    .if     \gamma == 0
    rol_to  \xl, \xh, \yl, \yh, \beta
    add_to  t0, t1, \xl, \xh, t0, t1
    .elseif \gamma == 32
    rol_to  \xh, \xl, \yl, \yh, \beta
    add_to  t0, t1, \xh, \xl, t0, t1
    .else
    rol_to  t2, t3, \yl, \yh, \beta
    add_to  t0, t1, t2, t3, t0, t1
    rol_to  \xl, \xh, t2, t3, \gamma
    .endif
    store   t0, t1, \to + 8 * \p, sp
.endm

/* Loads the words of the message for the first of four columns, which are added to those of the
 * last. */
.macro feed_first xl, xh, yl, yh, ul, uh, vl, vh, m, l
    load    \ul, \uh, \m + 8 * \l, sp
    load    \vl, \vh, \m + 8 * \l + 64, sp
    xor     \xl, \xl, \ul
    xor     \xh, \xh, \uh
    xor     \yl, \yl, \vl
    xor     \yh, \yh, \vh
.endm

/* Adds word l of the message to x; expands word `last` with it. */
.macro feed_half xl, xh, m, n, l, last
    load    t0, t1, \m + 8 * \l, sp
    load    t2, t3, \n + 8 * \last, sp
    xor     \xl, \xl, t0
    xor     \xh, \xh, t1
    add_to  t2, t3, t0, t1, t2, t3
    store   t2, t3, \m + 8 * \last, sp
.endm

.macro feed xl, xh, yl, yh, m, n, l, last
    feed_half \xl, \xh, \m, \n, \l, \last
    feed_half \yl, \yh, \m, \n, (\l + 8), (\last + 8)
.endm

.macro expand_last ul, uh, vl, vh, m, n, l
    load    t0, t1, \n + 8 * \l, sp
    load    t2, t3, \n + 8 * \l + 64, sp
    add_to  t0, t1, \ul, \uh, t0, t1
    store   t0, t1, \m + 8 * \l, sp
    add_to  t2, t3, \vl, \vh, t2, t3
    store   t2, t3, \m + 8 * \l + 64, sp
.endm

.macro mix_of args:vararg
    mix     \args
.endm

.macro feed_first_of args:vararg
    feed_first \args
.endm

.macro feed_of args:vararg
    feed    \args
.endm

.macro expand_last_of args:vararg
    expand_last \args
.endm

/* Columns 4 to 7 in registers, then 0 to 3 from memory, x in the register of y'.  Words 0 to 3,
 * then 8 to 11, are in memory. */
.macro step m, n, c, alpha, beta, from, to, x5l, x5h, x7l, x7h
    feed_first_of X4, X12, FIRST, SECOND, \m, 4
    mix_of  X4, X12, \c + 32, \alpha, \beta, 8, \to, 1
    feed_of \x7l, \x7h, X15, \m, \n, 7, 4
    mix_of  \x7l, \x7h, X15, \c + 56, \alpha, \beta, 56, \to, 3
    feed_of X6, X14, \m, \n, 6, 7
    mix_of  X6, X14, \c + 48, \alpha, \beta, 40, \to, 0
    feed_of \x5l, \x5h, X13, \m, \n, 5, 6
    mix_of  \x5l, \x5h, X13, \c + 40, \alpha, \beta, 24, \to, 2
    expand_last_of FIRST, SECOND, \m, \n, 5

    load_of X12, \from, sp
    load_of Y, \from + 32, sp
    feed_first_of X12, Y, FIRST, SECOND, \m, 0
    mix_of  X12, Y, \c, \alpha, \beta, 0, \to, 5
    load_of X13, \from + 24, sp
    load_of Y, \from + 56, sp
    feed_of X13, Y, \m, \n, 3, 0
    mix_of  X13, Y, \c + 24, \alpha, \beta, 48, \to, 7
    load_of X15, \from + 8, sp
    load_of Y, \from + 40, sp
    feed_of X15, Y, \m, \n, 1, 3
    mix_of  X15, Y, \c + 8, \alpha, \beta, 16, \to, 6
    load_of X14, \from + 16, sp
    load_of Y, \from + 48, sp
    feed_of X14, Y, \m, \n, 2, 1
    mix_of  X14, Y, \c + 16, \alpha, \beta, 32, \to, 4
    expand_last_of FIRST, SECOND, \m, \n, 2
.endm

.macro step_of args:vararg
    step    \args
.endm

/* Eight words from offset `at` on, of the state in memory or of the chain at k. */
.macro copy_words at, place
    .set    word, 0
    .rept   4
    load    t0, t1, \at + word, k
    store   t0, t1, EVEN + \place + word, sp
    .set    word, word + 8
    .endr
.endm

/* The state's words into the chain: in memory, and in registers. */
.macro chain_memory at, place
    .set    word, 0
    .rept   4
    load    t0, t1, EVEN + \place + word, sp
    load    t2, t3, \at + word, sp
    xor     t0, t0, t2
    xor     t1, t1, t3
    store   t0, t1, \at + word, k
    .set    word, word + 8
    .endr
.endm

.macro chain_register at, xl, xh
    load    t0, t1, \at, sp
    xor     \xl, \xl, t0
    xor     \xh, \xh, t1
    store   \xl, \xh, \at, k
.endm

.macro chain_register_of args:vararg
    chain_register \args
.endm

function narae_lsh512_blocks_rv32
    bnez    a2, 1f
    ret
1:  save_registers FRAME, SAVED
    sw      a0, CHAIN
    sw      a1, IN
    sw      a2, LEFT
    lla     t0, narae_lsh512_constants + 1792
    sw      t0, END

2:  copy_message 256
    lw      k, CHAIN
    copy_words 0, 0
    copy_words 64, 32
    load_of X4, 32, k
    load_of X5, 40, k
    load_of X6, 48, k
    load_of X7, 56, k
    load_of X12, 96, k
    load_of X13, 104, k
    load_of X14, 112, k
    load_of X15, 120, k
    lla     k, narae_lsh512_constants
6:  step_of 0, 128, 0, 23, 59, EVEN, ODD, X5, X7
    step_of 128, 0, 64, 7, 3, ODD, EVEN, X7, X5
    lw      t0, END
    addi    k, k, 128
    bne     k, t0, 6b

    lw      k, CHAIN
    chain_memory 0, 0
    chain_memory 64, 32
    chain_register_of 32, X4
    chain_register_of 40, X5
    chain_register_of 48, X6
    chain_register_of 56, X7
    chain_register_of 96, X12
    chain_register_of 104, X13
    chain_register_of 112, X14
    chain_register_of 120, X15
    lw      t0, LEFT
    addi    t0, t0, -1
    sw      t0, LEFT
    bnez    t0, 2b

    mv      t2, sp
    addi    t3, sp, KEPT
7:  .set    at, 0
    .rept   8
    sw      zero, at(t2)
    .set    at, at + 4
    .endr
    addi    t2, t2, 32
    bne     t2, t3, 7b
    restore_registers FRAME, SAVED
    ret
end_function narae_lsh512_blocks_rv32

#endif
