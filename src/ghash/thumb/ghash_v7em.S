/* SPDX-License-Identifier: MIT */
/* GHASH by multiplication for ARMv7E-M: Cortex-M4 and M7, whose UMULL takes one
 * cycle for all operands.  SP 800-38D, clause 6.3.
 *
 *   void narae_ghash_blocks_v7em(uint8_t y[16], const narae_ghash_key *key,
 *                                const uint8_t *in, size_t nblocks);
 *
 * As in ghash_mul32.c a word is split into four combs of 8 teeth, whose integer products
 * are carry-less in every fourth bit.  A block is nine products of words (Karatsuba,
 * twice), 60 cycles each:
 *
 *     combs                              8 AND with an immediate
 *     products                          16 UMULL or UMLAL
 *     sums of four                      16 EOR
 *     every fourth bit, joined           8 AND, 6 ORR
 *     operands and result                6
 *
 * A column of a product has up to 8 pairs of teeth and takes four bits.  If all sums were
 * computed by UMLAL a product would be 44 cycles, but in four of the eight such pairs of
 * products a column may reach 16.
 *
 * Nine products are 540.  The block, its sums and their stores take 43, the middle products
 * 51, the reduction, with free shifts, 28 and the loop 8: 670.  In 460 cycles a product
 * would have to take 36, but combs, sums and masks are 38 without any multiplication.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_MULTIPLIES) && !defined(NARAE_SMALL)

    .file   "ghash_v7em.S"

#    include "core/thumb/call.inc"

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

/* The words in combs r0..r3 and r4..r7.  UMLAL adds two products whose largest columns
 * differ, so that no column exceeds 15. */
.macro carryless
    and.w   r0, r12, #0x11111111
    and.w   r1, r12, #0x22222222
    and.w   r2, r12, #0x44444444
    and.w   r3, r12, #0x88888888
    and.w   r4, lr, #0x11111111
    and.w   r5, lr, #0x22222222
    and.w   r6, lr, #0x44444444
    and.w   r7, lr, #0x88888888
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
.endm

function narae_ghash_blocks_v7em
#    include "blocks.inc"
end_function narae_ghash_blocks_v7em

#endif
