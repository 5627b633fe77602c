/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-256 for ARMv7-M.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh256_blocks_v7m(uint32_t chain[16], const uint8_t *in, size_t nblocks);
 *
 * The words of columns 0 to 3 are the words x of all columns of the step before, those of columns 4
 * to 7 the words y.  The words x stay in eight registers, and y of columns 4 and 6, which return to
 * their columns, in two.  The other six are in memory, as is the message, which is expanded in
 * place.
 *
 * No rotation takes an instruction: y is kept without its last two rotations, which are part of the
 * XOR with the message in the next step.  A column is 4 instructions.  Cycles:
 *
 *     a step      8 x 4, the message's sums and XORs 32, loads of the message 32, constants 8
 *                 and y 6, stores 16 and 6: 132; a store after a load hides the load's
 *                 second cycle
 *
 *     a block     26 x 132 = 3,432, 13 loops 78, the message in 93, and added 49: 3,652;
 *                 3,858 by the model, as four loads of a step have no such store, and loads
 *                 after stores stall
 *
 * Wiping the message at the end takes 60.  in needs no alignment; a word that is not aligned costs
 * a cycle.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "lsh256_v7m.S"

#    include "core/thumb/call.inc"

/* Words 0 to 3 and 8 to 11 before an even step. */
#    define a0 r0
#    define a1 r1
#    define a2 r2
#    define a3 r3
#    define b0 r4
#    define b1 r5
#    define b2 r6
#    define b3 r7

#    define w4 r8
#    define w6 r9
#    define k r10
#    define t0 r11
#    define t1 r12
#    define t2 lr

/* Frame: the message; words 5 and 7; words 12 to 15 of even steps and of odd ones;
 * arguments. */
#    define MESSAGE 128
#    define W5 128
#    define W7 132
#    define EVEN 136
#    define ODD 152
#    define CHAIN 168
#    define IN 172
#    define NBLOCKS 176
#    define FRAME 168

/* The pending rotations of y to the left, indexed by the column to which y moves. */
#    define LEFT4(beta) ((beta + 24) & 31)
#    define LEFT5(beta) (beta)
#    define LEFT6(beta) (beta + 8)
#    define LEFT7(beta) ((beta + 16) & 31)
#    define LEFT12(beta) (beta)
#    define LEFT13(beta) ((beta + 24) & 31)
#    define LEFT14(beta) ((beta + 16) & 31)
#    define LEFT15(beta) (beta + 8)
#    define BETA0 1
#    define BETA1 17

/* Column x, y: x' replaces x, y' replaces y; c is clobbered. */
.macro column x, y, c, alpha, beta
    add.w   \x, \x, \y
    eor.w   \x, \c, \x, ror #32 - \alpha
    add.w   \y, \y, \x
    add.w   \x, \x, \y, ror #32 - \beta
.endm

/* x' replaces y, y' replaces x. */
.macro column_swapped x, y, c, alpha, beta
    add.w   \x, \x, \y
    eor.w   \c, \c, \x, ror #32 - \alpha
    add.w   \x, \y, \c
    add.w   \y, \c, \x, ror #32 - \beta
.endm

/* w ^= m, after the pending rotations of w. */
.macro meet w, m, left
    eor.w   \w, \m, \w, ror #32 - (\left)
.endm

/* A step: its message is at m, that of the next step at n, constants are at k + c; `last` is beta
 * of the step before.  Words 12 to 15 are read from `from`, those of the next step go to `to`.
 * Columns 0 to 3 are p and q, and x' replaces p; o are the registers q in the order in which
 * columns 6, 4, 5 and 7 write x' to them. */
.macro step m, n, c, alpha, beta, last, from, to, p0, p1, p2, p3, q0, q1, q2, q3, o0, o1, o2, o3
    ldr.w   t0, [sp, #\m]
    ldr.w   t1, [sp, #\m + 12]
    ldr.w   t2, [sp, #\n]
    eor.w   \p0, \p0, t0
    eor.w   \p3, \p3, t1
    add.w   t2, t2, t1
    ldr.w   t1, [sp, #\n + 8]
    str.w   t2, [sp, #\m]
    add.w   t1, t1, t0
    ldr.w   t0, [sp, #\m + 8]
    ldr.w   t2, [sp, #\n + 4]
    str.w   t1, [sp, #\m + 8]
    eor.w   \p2, \p2, t0
    add.w   t2, t2, t0
    ldr.w   t0, [sp, #\m + 4]
    ldr.w   t1, [sp, #\n + 12]
    str.w   t2, [sp, #\m + 4]
    eor.w   \p1, \p1, t0
    add.w   t1, t1, t0

    ldr.w   t0, [sp, #\m + 32]
    ldr.w   t2, [sp, #\m + 44]
    str.w   t1, [sp, #\m + 12]
    eor.w   \q0, \q0, t0
    eor.w   \q3, \q3, t2
    ldr.w   t1, [sp, #\n + 32]
    add.w   t1, t1, t2
    ldr.w   t2, [sp, #\n + 40]
    str.w   t1, [sp, #\m + 32]
    add.w   t2, t2, t0
    ldr.w   t0, [sp, #\m + 40]
    ldr.w   t1, [sp, #\n + 36]
    str.w   t2, [sp, #\m + 40]
    eor.w   \q2, \q2, t0
    add.w   t1, t1, t0
    ldr.w   t0, [sp, #\m + 36]
    ldr.w   t2, [sp, #\n + 44]
    str.w   t1, [sp, #\m + 36]
    eor.w   \q1, \q1, t0
    add.w   t2, t2, t0

    ldr.w   t0, [k, #\c]
    ldr.w   t1, [k, #\c + 12]
    str.w   t2, [sp, #\m + 44]
    column  \p0, \q0, t0, \alpha, \beta
    column  \p3, \q3, t1, \alpha, \beta
    ldr.w   t0, [k, #\c + 4]
    ldr.w   t1, [k, #\c + 8]
    str.w   \q0, [sp, #\to]
    str.w   \q3, [sp, #\to + 4]
    column  \p1, \q1, t0, \alpha, \beta
    str.w   \q1, [sp, #\to + 12]
    column  \p2, \q2, t1, \alpha, \beta

    ldr.w   t0, [sp, #\m + 28]
    ldr.w   t1, [sp, #\n + 16]
    ldr.w   t2, [sp, #\m + 16]
    ldr.w   \o3, [sp, #W7]
    ldr.w   \o2, [sp, #W5]
    str.w   \q2, [sp, #\to + 8]
    meet    \o3, t0, LEFT7(\last)
    add.w   t1, t1, t0
    meet    w4, t2, LEFT4(\last)
    ldr.w   t0, [sp, #\n + 20]
    str.w   t1, [sp, #\m + 16]
    add.w   t0, t0, t2
    ldr.w   t1, [sp, #\m + 20]
    ldr.w   t2, [sp, #\n + 24]
    str.w   t0, [sp, #\m + 20]
    meet    \o2, t1, LEFT5(\last)
    add.w   t2, t2, t1
    ldr.w   t0, [sp, #\m + 24]
    ldr.w   t1, [sp, #\n + 28]
    str.w   t2, [sp, #\m + 24]
    meet    w6, t0, LEFT6(\last)
    add.w   t1, t1, t0

    ldr.w   t0, [sp, #\m + 48]
    ldr.w   t2, [sp, #\n + 52]
    ldr.w   \o1, [sp, #\from]
    str.w   t1, [sp, #\m + 28]
    meet    \o1, t0, LEFT12(\last)
    add.w   t2, t2, t0
    ldr.w   t0, [sp, #\m + 52]
    ldr.w   t1, [sp, #\from + 4]
    ldr.w   \o0, [sp, #\from + 8]
    str.w   t2, [sp, #\m + 52]
    meet    t1, t0, LEFT13(\last)
    ldr.w   t2, [k, #\c + 20]
    column  \o2, t1, t2, \alpha, \beta
    ldr.w   t2, [sp, #\n + 56]
    str.w   t1, [sp, #W7]
    add.w   t2, t2, t0
    ldr.w   t0, [sp, #\m + 56]
    ldr.w   t1, [sp, #\n + 60]
    str.w   t2, [sp, #\m + 56]
    meet    \o0, t0, LEFT14(\last)
    add.w   t1, t1, t0
    ldr.w   t0, [sp, #\m + 60]
    ldr.w   t2, [sp, #\n + 48]
    str.w   t1, [sp, #\m + 60]
    add.w   t2, t2, t0
    ldr.w   t1, [sp, #\from + 12]
    str.w   t2, [sp, #\m + 48]
    meet    t1, t0, LEFT15(\last)

    ldr.w   t0, [k, #\c + 28]
    ldr.w   t2, [k, #\c + 16]
    column  \o3, t1, t0, \alpha, \beta
    column_swapped w4, \o1, t2, \alpha, \beta
    ldr.w   t0, [k, #\c + 24]
    str.w   t1, [sp, #W5]
    column_swapped w6, \o0, t0, \alpha, \beta
.endm

/* Word `at` / 4 of the chain; the state's word is in x. */
.macro add_message at, x
    ldr.w   t0, [sp, #\at]
    eor.w   \x, \x, t0
.endm

.macro add_message_turned at, x, left
    ldr.w   t0, [sp, #\at]
    eor.w   \x, \x, t0, ror #\left
.endm

/* It is in memory. */
.macro add_message_to w, at, left
    ldr.w   t0, [sp, #\at]
    ldr.w   t1, [sp, #\w]
    eor.w   t1, t1, t0, ror #\left
    str.w   t1, [sp, #\w]
.endm

.macro chain_to w, at, left
    ldr.w   t0, [k, #\at]
    mov.w   t0, t0, ror #\left
    str.w   t0, [sp, #\w]
.endm

.macro chain_from w, at, left
    ldr.w   t0, [sp, #\w]
    mov.w   t0, t0, ror #32 - (\left)
    str.w   t0, [k, #\at]
.endm

function narae_lsh256_blocks_v7m
    cmp.w   r2, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    push.w  {r0-r2}
    sub.w   sp, sp, #FRAME
    mov.w   k, r0
    chain_to W5, 20, LEFT5(BETA1)
    chain_to W7, 28, LEFT7(BETA1)
    chain_to EVEN, 48, LEFT12(BETA1)
    chain_to EVEN + 4, 52, LEFT13(BETA1)
    chain_to EVEN + 8, 56, LEFT14(BETA1)
    chain_to EVEN + 12, 60, LEFT15(BETA1)
    ldr.w   w4, [k, #16]
    ldr.w   w6, [k, #24]
    mov.w   w4, w4, ror #LEFT4(BETA1)
    mov.w   w6, w6, ror #LEFT6(BETA1)
    add.w   t0, k, #32
    ldm.w   k, {a0, a1, a2, a3}
    ldm.w   t0, {b0, b1, b2, b3}

1:  ldr.w   k, [sp, #IN]
    mov.w   t2, sp
2:  .set    at, 0
    .rept   4
    ldr.w   t0, [k, #at]
    ldr.w   t1, [k, #at + 4]
    str.w   t0, [t2, #at]
    str.w   t1, [t2, #at + 4]
    .set    at, at + 8
    .endr
    add.w   k, k, #32
    add.w   t2, t2, #32
    add.w   t0, sp, #MESSAGE
    cmp.w   t2, t0
    bne.w   2b
    str.w   k, [sp, #IN]

    movw    k, #:lower16:narae_lsh256_constants
    movt    k, #:upper16:narae_lsh256_constants
3:  step    0, 64, 0, 29, 1, BETA1, EVEN, ODD, a0, a1, a2, a3, b0, b1, b2, b3, b1, b2, b0, b3
    step    64, 0, 32, 5, 17, BETA0, ODD, EVEN, b1, b2, b0, b3, a2, a0, a1, a3, a0, a1, a2, a3
    movw    t0, #:lower16:(narae_lsh256_constants + 832)
    movt    t0, #:upper16:(narae_lsh256_constants + 832)
    add.w   k, k, #64
    cmp.w   k, t0
    bne.w   3b

    add_message 0, a0
    add_message 4, a1
    add_message 8, a2
    add_message 12, a3
    add_message_turned 16, w4, LEFT4(BETA1)
    add_message_to W5, 20, LEFT5(BETA1)
    add_message_turned 24, w6, LEFT6(BETA1)
    add_message_to W7, 28, LEFT7(BETA1)
    add_message 32, b0
    add_message 36, b1
    add_message 40, b2
    add_message 44, b3
    add_message_to EVEN, 48, LEFT12(BETA1)
    add_message_to EVEN + 4, 52, LEFT13(BETA1)
    add_message_to EVEN + 8, 56, LEFT14(BETA1)
    add_message_to EVEN + 12, 60, LEFT15(BETA1)
    ldr.w   t0, [sp, #NBLOCKS]
    subs.w  t0, t0, #1
    str.w   t0, [sp, #NBLOCKS]
    bne.w   1b

    ldr.w   k, [sp, #CHAIN]
    stm.w   k, {a0, a1, a2, a3}
    add.w   t0, k, #32
    stm.w   t0, {b0, b1, b2, b3}
    mov.w   w4, w4, ror #32 - LEFT4(BETA1)
    mov.w   w6, w6, ror #32 - LEFT6(BETA1)
    str.w   w4, [k, #16]
    str.w   w6, [k, #24]
    chain_from W5, 20, LEFT5(BETA1)
    chain_from W7, 28, LEFT7(BETA1)
    chain_from EVEN, 48, LEFT12(BETA1)
    chain_from EVEN + 4, 52, LEFT13(BETA1)
    chain_from EVEN + 8, 56, LEFT14(BETA1)
    chain_from EVEN + 12, 60, LEFT15(BETA1)

    mov.w   r0, #0
    mov.w   r1, #0
    mov.w   r2, #0
    mov.w   r3, #0
    mov.w   r4, #0
    mov.w   r5, #0
    mov.w   r6, #0
    mov.w   r7, #0
    add.w   sp, sp, #FRAME
    .rept   5
    push.w  {r0-r7}
    .endr
    push.w  {r0-r1}
    add.w   sp, sp, #FRAME + 12
    pop.w   {r4-r11, pc}
end_function narae_lsh256_blocks_v7m

#endif
