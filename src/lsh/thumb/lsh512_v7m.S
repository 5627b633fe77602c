/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-512 for ARMv7-M.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh512_blocks_v7m(uint64_t chain[16], const uint8_t *in, size_t nblocks);
 *
 * A column is in registers, everything else in memory: the state twice, for even and odd steps, and
 * the message, expanded in place.  The order of the columns is that of the message expansion: each
 * loads the words that are added to those of the column before.
 *
 * y is kept without its last two rotations, which are part of the XOR with the message in the next
 * step.  With a rotation by any distance such an XOR takes 4 instructions, as do the addition that
 * needs the first of these rotations, and the XOR of the constant with rotated x.  Cycles:
 *
 *     a column    XORs with the message 6, additions 4 and 4, rotation and constant 4; loads of
 *                 the state 4, the message 4, the next one's 4, the constant 2, the
 *                 message's sums 4, stores 4 and 4: 44
 *     a step      8 x 44, four words of the message kept aside 16: 368; a load takes a cycle
 *                 longer if no store follows it
 *
 *     a block     28 x 368 = 10,304, loops 56, the message in 178, the state in and out 261:
 *                 10,799; 11,269 by the model
 *
 * The message and the state are wiped at the end.  in needs no alignment; each 32 bits that are not
 * aligned cost a cycle.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "lsh512_v7m.S"

#    include "core/thumb/call.inc"

#    define xl r0
#    define xh r1
#    define yl r2
#    define yh r3
#    define ml r4 /* of word l */
#    define mh r5
#    define nl r6 /* of word l + 8 */
#    define nh r7
#    define tl r8
#    define th r9
#    define ul r10
#    define uh r11
#    define k r12

/* Frame: the message; the state before even steps and before odd ones; the first two words
 * of a quarter of the message; arguments. */
#    define EVEN 256
#    define ODD 384
#    define ASIDE 512
#    define FRAME 528
#    define CHAIN FRAME
#    define IN (FRAME + 4)
#    define NBLOCKS (FRAME + 8)

/* The pending rotations of y to the left, indexed by its new place, 4 to 7 and 12 to 15. */
#    define BETA0 59
#    define BETA1 3

/* A half of `with` ^ (a word rotated to the left by n), whose halves are `this`, the half with the
 * same number, and `other`. */
.macro xor_left to, with, this, other, n
    .if     ((\n) & 63) < 32
    eor.w   \to, \with, \this, lsl #(\n) & 31
    eor.w   \to, \to, \other, lsr #32 - ((\n) & 31)
    .else
    eor.w   \to, \with, \other, lsl #(\n) & 31
    eor.w   \to, \to, \this, lsr #32 - ((\n) & 31)
    .endif
.endm

/* x = u + y rotated to the left by n */
.macro add_left n
    .if     \n < 32
    adds.w  xl, ul, yl, lsl #(\n) & 31
    adc.w   xh, uh, yh, lsl #(\n) & 31
    adds.w  xl, xl, yh, lsr #32 - ((\n) & 31)
    adc.w   xh, xh, yl, lsr #32 - ((\n) & 31)
    .else
    adds.w  xl, ul, yh, lsl #(\n) & 31
    adc.w   xh, uh, yl, lsl #(\n) & 31
    adds.w  xl, xl, yl, lsr #32 - ((\n) & 31)
    adc.w   xh, xh, yh, lsr #32 - ((\n) & 31)
    .endif
.endm

.macro store_x to, p
    str.w   xl, [sp, #\to + 8 * \p]
    str.w   xh, [sp, #\to + 8 * \p + 4]
.endm

/* Column l: y' goes to place q of `to`, x' is stored by the next column.  The pending rotations of
 * x and y are turnx and turny.  `last` is the column before, whose x' goes to p, or -1. */
.macro column l, m, n, c, alpha, beta, from, to, turnx, turny, q, last, p
    ldr.w   ml, [sp, #\m + 8 * \l]
    ldr.w   mh, [sp, #\m + 8 * \l + 4]
    ldr.w   nl, [sp, #\m + 8 * \l + 64]
    ldr.w   nh, [sp, #\m + 8 * \l + 68]
    ldr.w   tl, [sp, #\from + 8 * \l]
    ldr.w   th, [sp, #\from + 8 * \l + 4]
    ldr.w   ul, [sp, #\from + 8 * \l + 64]
    ldr.w   uh, [sp, #\from + 8 * \l + 68]
    .if     \last < 0
    str.w   ml, [sp, #ASIDE]
    str.w   mh, [sp, #ASIDE + 4]
    str.w   nl, [sp, #ASIDE + 8]
    str.w   nh, [sp, #ASIDE + 12]
    .else
    store_x \to, \p
    .endif
    .if     \turnx
    xor_left xl, ml, tl, th, \turnx
    xor_left xh, mh, th, tl, \turnx
    .else
    eor.w   xl, ml, tl
    eor.w   xh, mh, th
    .endif
    .if     \turny
    xor_left yl, nl, ul, uh, \turny
    xor_left yh, nh, uh, ul, \turny
    .else
    eor.w   yl, nl, ul
    eor.w   yh, nh, uh
    .endif
    ldr.w   ul, [k, #\c + 8 * \l]
    ldr.w   uh, [k, #\c + 8 * \l + 4]
    adds.w  xl, xl, yl
    adc.w   xh, xh, yh
    xor_left ul, ul, xl, xh, \alpha
    xor_left uh, uh, xh, xl, \alpha
    adds.w  yl, yl, ul
    adc.w   yh, yh, uh
    .if     \last >= 0
    ldr.w   tl, [sp, #\n + 8 * \last]
    ldr.w   th, [sp, #\n + 8 * \last + 4]
    str.w   yl, [sp, #\to + 8 * \q]
    str.w   yh, [sp, #\to + 8 * \q + 4]
    adds.w  tl, tl, ml
    adc.w   th, th, mh
    ldr.w   ml, [sp, #\n + 8 * \last + 64]
    ldr.w   mh, [sp, #\n + 8 * \last + 68]
    str.w   tl, [sp, #\m + 8 * \last]
    str.w   th, [sp, #\m + 8 * \last + 4]
    adds.w  ml, ml, nl
    adc.w   mh, mh, nh
    str.w   ml, [sp, #\m + 8 * \last + 64]
    str.w   mh, [sp, #\m + 8 * \last + 68]
    .else
    str.w   yl, [sp, #\to + 8 * \q]
    str.w   yh, [sp, #\to + 8 * \q + 4]
    .endif
    add_left \beta
.endm

/* Expands words l and l + 8 of the message, the last of a quarter; x' goes to place p of `to`. */
.macro expand_last l, m, n, to, p
    ldr.w   ml, [sp, #ASIDE]
    ldr.w   mh, [sp, #ASIDE + 4]
    ldr.w   nl, [sp, #ASIDE + 8]
    ldr.w   nh, [sp, #ASIDE + 12]
    ldr.w   tl, [sp, #\n + 8 * \l]
    ldr.w   th, [sp, #\n + 8 * \l + 4]
    ldr.w   ul, [sp, #\n + 8 * \l + 64]
    ldr.w   uh, [sp, #\n + 8 * \l + 68]
    store_x \to, \p
    adds.w  tl, tl, ml
    adc.w   th, th, mh
    adds.w  ul, ul, nl
    adc.w   uh, uh, nh
    str.w   tl, [sp, #\m + 8 * \l]
    str.w   th, [sp, #\m + 8 * \l + 4]
    str.w   ul, [sp, #\m + 8 * \l + 64]
    str.w   uh, [sp, #\m + 8 * \l + 68]
.endm

/* `last` is beta of the step before. */
.macro step m, n, c, alpha, beta, last, from, to
    column  0, \m, \n, \c, \alpha, \beta, \from, \to, 0, 0, 12, -1
    column  3, \m, \n, \c, \alpha, \beta, \from, \to, 0, 0, 13, 0, 9
    column  1, \m, \n, \c, \alpha, \beta, \from, \to, 0, 0, 15, 3, 11
    column  2, \m, \n, \c, \alpha, \beta, \from, \to, 0, 0, 14, 1, 10
    expand_last 2, \m, \n, \to, 8
    column  4, \m, \n, \c, \alpha, \beta, \from, \to, \last + 8, \last, 4, -1
    column  7, \m, \n, \c, \alpha, \beta, \from, \to, \last + 24, \last + 16, 5, 4, 1
    column  6, \m, \n, \c, \alpha, \beta, \from, \to, \last + 40, \last + 32, 6, 7, 3
    column  5, \m, \n, \c, \alpha, \beta, \from, \to, \last + 56, \last + 48, 7, 6, 0
    expand_last 5, \m, \n, \to, 2
.endm

/* Loads word i of the chain at k into the state, and stores it. */
.macro word_in i, n
    ldr.w   tl, [k, #8 * \i]
    ldr.w   th, [k, #8 * \i + 4]
    .if     \n
    mov.w   ul, #0
    mov.w   uh, #0
    xor_left ul, ul, tl, th, \n
    xor_left uh, uh, th, tl, \n
    str.w   ul, [sp, #EVEN + 8 * \i]
    str.w   uh, [sp, #EVEN + 8 * \i + 4]
    .else
    str.w   tl, [sp, #EVEN + 8 * \i]
    str.w   th, [sp, #EVEN + 8 * \i + 4]
    .endif
.endm

.macro word_out i, n
    ldr.w   tl, [sp, #EVEN + 8 * \i]
    ldr.w   th, [sp, #EVEN + 8 * \i + 4]
    ldr.w   ul, [sp, #8 * \i]
    ldr.w   uh, [sp, #8 * \i + 4]
    .if     \n
    xor_left ul, ul, tl, th, \n
    xor_left uh, uh, th, tl, \n
    .else
    eor.w   ul, ul, tl
    eor.w   uh, uh, th
    .endif
    str.w   ul, [k, #8 * \i]
    str.w   uh, [k, #8 * \i + 4]
.endm

function narae_lsh512_blocks_v7m
    cmp.w   r2, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    push.w  {r0-r2}
    sub.w   sp, sp, #FRAME
1:  ldr.w   k, [sp, #CHAIN]
    .irp    i, 0, 1, 2, 3, 8, 9, 10, 11
    word_in \i, 0
    .endr
    word_in 4, 64 - 3 - 8
    word_in 7, 64 - 3 - 24
    word_in 6, 64 - 3 - 40
    word_in 5, 64 - 3 - 56
    word_in 12, 64 - 3
    word_in 15, 64 - 3 - 16
    word_in 14, 64 - 3 - 32
    word_in 13, 64 - 3 - 48
    ldr.w   k, [sp, #IN]
    mov.w   lr, sp
    add.w   r8, sp, #256
2:  .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldr.w   r\i, [k, #4 * \i]
    .endr
    stm.w   lr!, {r0-r7}
    add.w   k, k, #32
    cmp.w   lr, r8
    bne.w   2b
    str.w   k, [sp, #IN]
    movw    k, #:lower16:narae_lsh512_constants
    movt    k, #:upper16:narae_lsh512_constants
    movw    lr, #:lower16:(narae_lsh512_constants + 1792)
    movt    lr, #:upper16:(narae_lsh512_constants + 1792)
3:  step    0, 128, 0, 23, 59, BETA1, EVEN, ODD
    step    128, 0, 64, 7, 3, BETA0, ODD, EVEN
    add.w   k, k, #128
    cmp.w   k, lr
    bne.w   3b

    ldr.w   k, [sp, #CHAIN]
    .irp    i, 0, 1, 2, 3, 8, 9, 10, 11
    word_out \i, 0
    .endr
    word_out 4, BETA1 + 8
    word_out 7, BETA1 + 24
    word_out 6, BETA1 + 40
    word_out 5, BETA1 + 56
    word_out 12, BETA1
    word_out 15, BETA1 + 16
    word_out 14, BETA1 + 32
    word_out 13, BETA1 + 48
    ldr.w   r0, [sp, #NBLOCKS]
    subs.w  r0, r0, #1
    str.w   r0, [sp, #NBLOCKS]
    bne.w   1b

    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    mov.w   r\i, #0
    .endr
    add.w   sp, sp, #FRAME
    .rept   FRAME / 32
    push.w  {r0-r7}
    .endr
    push.w  {r0-r3}
    add.w   sp, sp, #FRAME + 12
    pop.w   {r4-r11, pc}
end_function narae_lsh512_blocks_v7m

#endif
