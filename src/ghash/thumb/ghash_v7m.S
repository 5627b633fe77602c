/* SPDX-License-Identifier: MIT */
/* GHASH by multiplication for ARMv7-M: Cortex-M3, whose MUL takes one cycle for all
 * operands, but whose UMULL takes fewer for small ones.  SP 800-38D, clause 6.3.
 *
 *   void narae_ghash_blocks_v7m(uint8_t y[16], const narae_ghash_key *key,
 *                               const uint8_t *in, size_t nblocks);
 *
 * As ghash_v7em.S, with products of 16 bits (a third level of Karatsuba), in combs of 4
 * teeth.  The four products of one comb of the result add to at most 15 in a column,
 * because their largest columns are not all the same.  For the last comb they are, so its
 * fourth product is XORed.  Cycles:
 *
 *     combs                              8 AND
 *     products and sums                  4 MUL, 11 MLA of two cycles, MUL, EOR: 28
 *     every fourth bit, joined           4 AND, 3 ORR
 *
 * 43 for a product of 16 bits.  Three of these, 10 to split and join words, and 6 for
 * operands and result are 145 for a product of words; nine are 1305.  Blocks, middle
 * products, reduction and loop take 130, as in ghash_v7em.S: 1435.  Measured: two blocks
 * with the call 2994.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_THUMB_MULTIPLIES) && !defined(NARAE_SMALL)

    .file   "ghash_v7m.S"

#    include "core/thumb/call.inc"

.macro comb_of mask, a, b, c, d
    mul     r10, r0, \a
    mla     r10, r1, \b, r10
    mla     r10, r2, \c, r10
    mla     r10, r3, \d, r10
    and.w   r10, r10, #\mask
.endm

/* to = the product of r3 and r7, of 16 bits each. */
.macro carryless16 to
    and.w   r0, r3, #0x11111111
    and.w   r1, r3, #0x22222222
    and.w   r2, r3, #0x44444444
    and.w   r3, r3, #0x88888888
    and.w   r4, r7, #0x11111111
    and.w   r5, r7, #0x22222222
    and.w   r6, r7, #0x44444444
    and.w   r7, r7, #0x88888888
    mul     \to, r0, r7
    mla     \to, r1, r6, \to
    mla     \to, r2, r5, \to
    mul     r10, r3, r4
    eor.w   \to, \to, r10
    and.w   \to, \to, #0x88888888
    comb_of 0x11111111, r4, r7, r6, r5
    orr.w   \to, \to, r10
    comb_of 0x22222222, r5, r4, r7, r6
    orr.w   \to, \to, r10
    comb_of 0x44444444, r6, r5, r4, r7
    orr.w   \to, \to, r10
.endm

.macro carryless
    uxth.w  r3, r12
    uxth.w  r7, lr
    carryless16 r8
    lsr.w   r3, r12, #16
    lsr.w   r7, lr, #16
    carryless16 r9
    eor.w   r3, r12, r12, lsl #16
    eor.w   r7, lr, lr, lsl #16
    lsr.w   r3, r3, #16
    lsr.w   r7, r7, #16
    carryless16 r11
    eor.w   r11, r11, r8
    eor.w   r11, r11, r9
    eor.w   r8, r8, r11, lsl #16
    eor.w   r9, r9, r11, lsr #16
.endm

function narae_ghash_blocks_v7m
#    include "blocks.inc"
end_function narae_ghash_blocks_v7m

#endif
