/* SPDX-License-Identifier: MIT */
/* SEED for ARMv7-M, bit-sliced: Cortex-M3, M4, M7.  RFC 4269.
 *
 *   void narae_seed_eight_v7m(const uint32_t (*rk)[2], uint32_t x[4][8], int step);
 *   void narae_seed_one_v7m(const uint32_t (*rk)[2], uint32_t x[4], int step);
 *
 * Sixteen rounds in place on words of eight blocks or of one, in the order of the bytes;
 * x[2], x[3] and x[0], x[1] are then the block.  `step` is 8, or -8 to decrypt.
 *
 * The S-boxes are those of seed_portable.c.  Eight words are transposed so that each
 * holds one bit of all their bytes.  The sum of the four bytes of a word then takes two
 * rotations, and a sum of three bytes a REV, which reverses them, and another rotation: all
 * of these but REV are free.  Cycles:
 *
 *     eight words   change of layout 2 x 48, S-boxes 143, sums 8 x 4: 271
 *     one word      shifts 7, S-boxes 143, bits together 15, sums 10: 175
 *
 *     a round of eight blocks   3 x 271, XORs and additions 65, loads and stores 130: 1008
 *     a round of one block      3 x 175, XORs and additions 10, loads and stores 12: 547
 *
 * 16 rounds are 16128, 2016 a block, and 8752.  Spills of the S-boxes take 33 and 31 cycles
 * more, a call of G 8, the loop 13 a round.  With these it is 18304 and 10832.  Measured,
 * with conversion from and to bytes: 19133, 2392 a block, and 11056.
 *
 * dev/seed/thumb/sbox.py allocates the registers of the S-boxes.
 *
 * Time depends only on the direction. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL) && !defined(NARAE_THUMB_TABLES)

    .file   "seed_v7m.S"

#    include "sbox.inc"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

/* Frame: B and A, the columns of the round function; addresses of keys and halves. */
#    define A 32
#    define RK 64
#    define STEP 68
#    define LAST 72 /* where keys end */
#    define RIGHT 76
#    define LEFT 80
#    define K0 84
#    define BACK 88 /* where G returns to */

.macro transpose
    transpose_bits r0, r4, r5, r6, r7, r8, r9, r10, r11
.endm

/* G of r4 to r11. */
.macro g_of_eight
    str.w   lr, [sp, #BACK]
    transpose
    substitute_and_mix
    transpose
    ldr.w   pc, [sp, #BACK]
.endm

/* G of r4. */
.macro g_of_one
    str.w   lr, [sp, #BACK]
    .set    bit, 1
    .irp    x, r5, r6, r7, r8, r9, r10, r11
    lsr.w   \x, r4, #bit
    .set    bit, bit + 1
    .endr
    substitute
    .irp    x, BIT_0, BIT_1, BIT_2, BIT_3, BIT_4, BIT_5, BIT_6, BIT_7
    and.w   \x, \x, #0x01010101
    .endr
    .set    bit, 1
    .irp    x, BIT_1, BIT_2, BIT_3, BIT_4, BIT_5, BIT_6, BIT_7
    orr.w   BIT_0, BIT_0, \x, lsl #bit
    .set    bit, bit + 1
    .endr
    movw    BIT_1, #0x3cc3
    movt    BIT_1, #0x3cc3
    eor.w   BIT_2, BIT_0, BIT_0, ror #16
    and.w   BIT_1, BIT_1, BIT_2
    eor.w   BIT_1, BIT_1, BIT_0, ror #16
    and.w   BIT_3, BIT_1, #0x33333333
    eor.w   BIT_2, BIT_2, BIT_3
    eor.w   BIT_1, BIT_1, BIT_2
    eor.w   r4, BIT_2, BIT_1, ror #8
    ldr.w   pc, [sp, #BACK]
.endm

/* r0 r2 r12 lr = four words from the base on. */
.macro four base, at
    ldr.w   r0, [\base, #\at]
    ldr.w   r2, [\base, #\at + 4]
    ldr.w   r12, [\base, #\at + 8]
    ldr.w   lr, [\base, #\at + 12]
.endm

/* The instruction with eight words from the base on as second operands. */
.macro with_column instruction, base, at
    four    \base, \at
    \instruction r4, r4, r0
    \instruction r5, r5, r2
    \instruction r6, r6, r12
    \instruction r7, r7, lr
    four    \base, \at + 16
    \instruction r8, r8, r0
    \instruction r9, r9, r2
    \instruction r10, r10, r12
    \instruction r11, r11, lr
.endm

/* x0 to x3 += half of a column XORed with its key in r3. */
.macro add_keyed base, at, x0, x1, x2, x3
    four    \base, \at
    eor.w   r0, r0, r3
    eor.w   r2, r2, r3
    eor.w   r12, r12, r3
    eor.w   lr, lr, r3
    add.w   \x0, \x0, r0
    add.w   \x1, \x1, r2
    add.w   \x2, \x2, r12
    add.w   \x3, \x3, lr
.endm

/* Half of a column in memory ^= x0 to x3. */
.macro add_to_memory base, at, x0, x1, x2, x3
    four    \base, \at
    eor.w   r0, r0, \x0
    eor.w   r2, r2, \x1
    eor.w   r12, r12, \x2
    eor.w   lr, lr, \x3
    str.w   r0, [\base, #\at]
    str.w   r2, [\base, #\at + 4]
    str.w   r12, [\base, #\at + 8]
    str.w   lr, [\base, #\at + 12]
.endm

/* `half`: bytes of two columns. */
.macro begin half
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    add.w   r3, r0, r2, lsl #4
    str.w   r0, [sp, #RK]
    str.w   r2, [sp, #STEP]
    str.w   r3, [sp, #LAST]
    add.w   r3, r1, #\half
    str.w   r3, [sp, #RIGHT]
    str.w   r1, [sp, #LEFT]
1:
.endm

/* Exchanges the halves; continues at 1 with the next round. */
.macro end_round
    ldr.w   r0, [sp, #RK]
    ldr.w   r1, [sp, #STEP]
    ldr.w   r2, [sp, #LAST]
    ldr.w   r3, [sp, #RIGHT]
    ldr.w   r12, [sp, #LEFT]
    add.w   r0, r0, r1
    str.w   r0, [sp, #RK]
    str.w   r3, [sp, #LEFT]
    str.w   r12, [sp, #RIGHT]
    cmp.w   r0, r2
    bne.w   1b
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
.endm

function narae_seed_eight_v7m
    begin   64
    ldr.w   r0, [sp, #RK]
    ldr.w   r1, [sp, #RIGHT]
    ldrd    r2, r3, [r0]
    eor.w   r3, r3, r2
    str.w   r2, [sp, #K0]
    ldmia.w r1, {r4-r11}
    with_column eor.w, r1, 32
    .irp    x, r4, r5, r6, r7, r8, r9, r10, r11
    eor.w   \x, \x, r3
    .endr
    bl      2f
    stmia.w sp, {r4-r11}
    ldr.w   r1, [sp, #RIGHT]
    ldr.w   r3, [sp, #K0]
    add_keyed r1, 0, r4, r5, r6, r7
    add_keyed r1, 16, r8, r9, r10, r11
    bl      2f
    add.w   r1, sp, #A
    stmia.w r1, {r4-r11}
    with_column add.w, sp, 0
    bl      2f
    ldr.w   r1, [sp, #LEFT]
    add_to_memory r1, 32, r4, r5, r6, r7
    add_to_memory r1, 48, r8, r9, r10, r11
    with_column add.w, sp, A
    with_column eor.w, r1, 0
    stmia.w r1, {r4-r11}
    end_round
2:  g_of_eight
end_function narae_seed_eight_v7m

function narae_seed_one_v7m
    begin   8
    ldr.w   r0, [sp, #RK]
    ldr.w   r1, [sp, #RIGHT]
    ldrd    r2, r3, [r0]
    ldrd    r4, r5, [r1]
    eor.w   r2, r2, r4
    eor.w   r4, r3, r5
    eor.w   r4, r4, r2
    str.w   r2, [sp, #A]
    bl      2f
    ldr.w   r2, [sp, #A]
    str.w   r4, [sp]
    add.w   r4, r4, r2
    bl      2f
    ldr.w   r2, [sp]
    str.w   r4, [sp, #A]
    add.w   r4, r4, r2
    bl      2f
    ldr.w   r2, [sp, #A]
    ldr.w   r1, [sp, #LEFT]
    add.w   r2, r2, r4
    ldrd    r6, r7, [r1]
    eor.w   r6, r6, r2
    eor.w   r7, r7, r4
    strd    r6, r7, [r1]
    end_round
2:  g_of_one
end_function narae_seed_one_v7m

#endif
