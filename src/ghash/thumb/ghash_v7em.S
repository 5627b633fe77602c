/* SPDX-License-Identifier: MIT */
/* GHASH by multiplication for ARMv7E-M: Cortex-M4 and M7, whose UMULL takes one
 * cycle for all operands.  SP 800-38D, clause 6.3.
 *
 *   void narae_ghash_blocks_v7em(uint8_t y[16], const narae_ghash_key *key,
 *                                const uint8_t *in, size_t nblocks);
 *
 * As ghash_mul32.c: a word is taken apart into four combs of 8 teeth, whose
 * integer products are carry-less in every fourth bit.  A block is nine products
 * of words (Karatsuba, twice), 60 cycles each:
 *
 *     combs                              8 AND with an immediate
 *     products                          16 UMULL or UMLAL
 *     sums of four                      16 EOR
 *     every fourth bit, joined           8 AND, 6 ORR
 *     operands and result                6
 *
 * A column of a product has up to 8 pairs of teeth and four bits of room: with sums by
 * UMLAL alone it would be 44, but four of the eight such pairs of products may have 16 in
 * one column.
 *
 * 540.  The block, its sums and their places in memory take 43, the middle
 * products 51, the reduction, where shifts cost nothing, 28 and the loop 8: 670.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_THUMB_MULTIPLIES

    .file   "ghash_v7em.S"

#    include "core/thumb/call.inc"

/* Frame: operands and products in the order of the macro `products`, arguments. */
#    define Y 0
#    define H 36
#    define PRODUCTS 72
#    define FRAME 144
#    define ARGUMENT(n) (FRAME + 4 * (n))

/* z += x y, in two words. */
.macro times_add low, high, x, y
    umull   r12, lr, \x, \y
    eor.w   \low, \low, r12
    eor.w   \high, \high, lr
.endm

.macro bits_of mask, low, high
    and.w   \low, \low, #\mask
    and.w   \high, \high, #\mask
.endm

.macro join mask
    bits_of \mask, r10, r11
    orr.w   r8, r8, r10
    orr.w   r9, r9, r11
.endm

/* Words r3 and r7, in combs r0..r3 and r4..r7.  UMLAL adds a product to one whose middle
 * column is another: none of their columns exceeds 15. */
.macro carryless number
    ldr.w   r3, [sp, #Y + 4 * \number]
    ldr.w   r7, [sp, #H + 4 * \number]
    and.w   r0, r3, #0x11111111
    and.w   r1, r3, #0x22222222
    and.w   r2, r3, #0x44444444
    and.w   r3, r3, #0x88888888
    and.w   r4, r7, #0x11111111
    and.w   r5, r7, #0x22222222
    and.w   r6, r7, #0x44444444
    and.w   r7, r7, #0x88888888
    umull   r8, r9, r0, r4
    umlal   r8, r9, r1, r7
    times_add r8, r9, r2, r6
    times_add r8, r9, r3, r5
    bits_of 0x11111111, r8, r9
    umull   r10, r11, r0, r5
    umull   r12, lr, r1, r4
    umlal   r10, r11, r2, r7
    umlal   r12, lr, r3, r6
    eor.w   r10, r10, r12
    eor.w   r11, r11, lr
    join    0x22222222
    umull   r10, r11, r2, r4
    umlal   r10, r11, r3, r7
    times_add r10, r11, r0, r6
    times_add r10, r11, r1, r5
    join    0x44444444
    umull   r10, r11, r0, r7
    times_add r10, r11, r1, r6
    times_add r10, r11, r2, r5
    times_add r10, r11, r3, r4
    join    0x88888888
    strd    r8, r9, [sp, #PRODUCTS + 8 * \number]
.endm

/* The nine operands of words x3..x0, the highest first: high half, low half, the
 * sum of both, each as its words and their sum. */
.macro operands at, x3, x2, x1, x0, t, u, v
    eor.w   \t, \x3, \x2
    eor.w   \u, \x1, \x0
    eor.w   \v, \t, \u
    strd    \x3, \x2, [sp, #\at]
    strd    \t, \x1, [sp, #\at + 8]
    strd    \x0, \u, [sp, #\at + 16]
    eor.w   \x3, \x3, \x1
    eor.w   \x2, \x2, \x0
    strd    \x3, \x2, [sp, #\at + 24]
    str.w   \v, [sp, #\at + 32]
.endm

/* Four words x3..x0 of a product of 64 bits: its halves' products, high and low,
 * and that of their sums, low word first. */
.macro middle x2, x3, x0, x1, m0, m1
    eor.w   \m0, \m0, \x2
    eor.w   \m1, \m1, \x3
    eor.w   \m0, \m0, \x0
    eor.w   \m1, \m1, \x1
    eor.w   \x2, \x2, \m1
    eor.w   \x1, \x1, \m0
.endm

/* Word w goes into the one four places up and, what falls out of that, below it. */
.macro fold w, up, below
    eor.w   \up, \up, \w
    eor.w   \up, \up, \w, lsr #1
    eor.w   \up, \up, \w, lsr #2
    eor.w   \up, \up, \w, lsr #7
    eor.w   \below, \below, \w, lsl #31
    eor.w   \below, \below, \w, lsl #30
    eor.w   \below, \below, \w, lsl #25
.endm

.macro load_words a, b, c, d, from
    ldr.w   \a, [\from]
    ldr.w   \b, [\from, #4]
    ldr.w   \c, [\from, #8]
    ldr.w   \d, [\from, #12]
.endm

.macro reverse a, b, c, d
    rev.w   \a, \a
    rev.w   \b, \b
    rev.w   \c, \c
    rev.w   \d, \d
.endm

function narae_ghash_blocks_v7em
    cmp.w   r3, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    push.w  {r0-r3}
    sub.w   sp, sp, #FRAME
    load_words r4, r5, r6, r7, r1
    reverse r4, r5, r6, r7
    operands H, r4, r5, r6, r7, r8, r9, r10
    load_words r4, r5, r6, r7, r0
    reverse r4, r5, r6, r7

1:  load_words r8, r9, r10, r11, r2
    add.w   r2, r2, #16
    str.w   r2, [sp, #ARGUMENT(2)]
    reverse r8, r9, r10, r11
    eor.w   r4, r4, r8
    eor.w   r5, r5, r9
    eor.w   r6, r6, r10
    eor.w   r7, r7, r11
    operands Y, r4, r5, r6, r7, r8, r9, r10
    carryless 0
    carryless 1
    carryless 2
    carryless 3
    carryless 4
    carryless 5
    carryless 6
    carryless 7
    carryless 8

    /* high half in r1, r0, r3, r2 from the top; low half in r5, r4, r7, r6 */
    add.w   lr, sp, #PRODUCTS
    ldmia.w lr!, {r0-r3, r8, r9}
    middle  r0, r1, r2, r3, r8, r9
    ldmia.w lr!, {r4-r9}
    middle  r4, r5, r6, r7, r8, r9
    /* the product of the sums in r9, r8, r11, r10 */
    ldrd    r8, r9, [lr]
    ldrd    r10, r11, [lr, #8]
    ldrd    r12, lr, [lr, #16]
    middle  r8, r9, r10, r11, r12, lr
    eor.w   r9, r9, r1
    eor.w   r8, r8, r0
    eor.w   r11, r11, r3
    eor.w   r10, r10, r2
    eor.w   r9, r9, r5
    eor.w   r8, r8, r4
    eor.w   r11, r11, r7
    eor.w   r10, r10, r6
    eor.w   r3, r3, r9
    eor.w   r2, r2, r8
    eor.w   r5, r5, r11
    eor.w   r4, r4, r10
    /* words 7 to 0: r1, r0, r3, r2, r5, r4, r7, r6 */
    fold    r6, r2, r5
    fold    r7, r3, r2
    fold    r4, r0, r3
    fold    r5, r1, r0
    ldr.w   r8, [sp, #ARGUMENT(3)]
    mov.w   r4, r1
    mov.w   r5, r0
    mov.w   r6, r3
    mov.w   r7, r2
    subs.w  r8, r8, #1
    ldr.w   r2, [sp, #ARGUMENT(2)]
    str.w   r8, [sp, #ARGUMENT(3)]
    bne.w   1b

    ldr.w   r0, [sp, #ARGUMENT(0)]
    reverse r4, r5, r6, r7
    str.w   r4, [r0]
    str.w   r5, [r0, #4]
    str.w   r6, [r0, #8]
    str.w   r7, [r0, #12]
    add.w   sp, sp, #FRAME + 16
    pop.w   {r4-r11, pc}
end_function narae_ghash_blocks_v7em

#endif
