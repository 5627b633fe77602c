/* SPDX-License-Identifier: MIT */
/* ChaCha for ARMv7-M.  RFC 8439, 2.3.
 *
 *   void narae_chacha_blocks_v7m(uint32_t state[16], uint8_t *out,
 *                                const uint8_t *in, size_t nblocks,
 *                                unsigned rounds);
 *
 * A quarter round is 8 instructions.  No rotation costs one: a word that was
 * XORed waits to be rotated until it is the second operand of the next ADD or
 * EOR, which rotates it on the way.  From round to round words 4 to 7 wait for 7
 * to the left, words 12 to 15 for 8.
 *
 * Fourteen of the sixteen words are in registers; of words 8 to 11 two are on
 * the stack.  Columns 0 and 1 take words 8 and 9, then columns 2 and 3 and the
 * first two diagonals 10 and 11, and the other diagonals 8 and 9 again: two
 * exchanges in two rounds, STRD and LDRD, 6 cycles each.
 *
 *     a block of 20 rounds   80 x 8 = 640, exchanges 120, loop 5 x 7 = 35
 *                            words of the state 33, an odd number of double rounds 2
 *                            16 words more: 11 to save, 16 to load again, 88 to
 *                            add, XOR and store, 3 x 1 for loads after stores
 *                            pointers, counter and loop 19
 *                            967
 *
 * in and out need no alignment; what is not aligned costs a cycle a word.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_THUMB_V7M

    .file   "chacha_v7m.S"

#    include "core/thumb/call.inc"

#    define x0 r0
#    define x1 r1
#    define x2 r2
#    define x3 r3
#    define x4 r4
#    define x5 r5
#    define x6 r6
#    define x7 r7
#    define x8 r8 /* or word 10 */
#    define x9 r9 /* or word 11 */
#    define x12 r10
#    define x13 r11
#    define x14 r12
#    define x15 lr

/* Frame: words 10 and 11, 8 and 9, rounds that are left; arguments and registers. */
#    define X10 0
#    define X8 8
#    define LEFT 16
#    define FRAME 24
#    define STATE (FRAME + 0)
#    define OUT (FRAME + 4)
#    define IN (FRAME + 8)
#    define NBLOCKS (FRAME + 12)
#    define ROUNDS (FRAME + 16 + 36)
#    define PUSHED 40 /* words 4 to 9 and 12 to 15, above the frame */

/* b waits for m, d for n, to the right. */
.macro quarter_round a, b, c, d, m, n
    .if     \m
    add.w   \a, \a, \b, ror #\m
    eor.w   \d, \a, \d, ror #\n
    .else
    add.w   \a, \a, \b
    eor.w   \d, \a, \d
    .endif
    add.w   \c, \c, \d, ror #16
    .if     \m
    eor.w   \b, \c, \b, ror #\m
    .else
    eor.w   \b, \c, \b
    .endif
    add.w   \a, \a, \b, ror #20
    eor.w   \d, \a, \d, ror #16
    add.w   \c, \c, \d, ror #24
    eor.w   \b, \c, \b, ror #20
.endm

.macro exchange put, get
    strd    x8, x9, [sp, #\put]
    ldrd    x8, x9, [sp, #\get]
.endm

.macro double_round m, n
    quarter_round x0, x4, x8, x12, \m, \n
    quarter_round x1, x5, x9, x13, \m, \n
    exchange X8, X10
    quarter_round x2, x6, x8, x14, \m, \n
    quarter_round x3, x7, x9, x15, \m, \n
    quarter_round x0, x5, x8, x15, 25, 24
    quarter_round x1, x6, x9, x12, 25, 24
    exchange X10, X8
    quarter_round x2, x7, x8, x13, 25, 24
    quarter_round x3, x4, x9, x14, 25, 24
.endm

/* r0 to r3 are words that wait for m: add the state's, XOR the message's. */
.macro finish m, at
    ldmia.w r8!, {r4-r7}
    .if     \m
    add.w   r0, r4, r0, ror #\m
    add.w   r1, r5, r1, ror #\m
    add.w   r2, r6, r2, ror #\m
    add.w   r3, r7, r3, ror #\m
    .else
    add.w   r0, r0, r4
    add.w   r1, r1, r5
    add.w   r2, r2, r6
    add.w   r3, r3, r7
    .endif
    ldr.w   r4, [r9, #\at + 0]
    ldr.w   r5, [r9, #\at + 4]
    ldr.w   r6, [r9, #\at + 8]
    ldr.w   r7, [r9, #\at + 12]
    eor.w   r0, r0, r4
    eor.w   r1, r1, r5
    eor.w   r2, r2, r6
    eor.w   r3, r3, r7
    str.w   r0, [r10, #\at + 0]
    str.w   r1, [r10, #\at + 4]
    str.w   r2, [r10, #\at + 8]
    str.w   r3, [r10, #\at + 12]
.endm

function narae_chacha_blocks_v7m
    cmp.w   r3, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    push.w  {r0-r3}
    sub.w   sp, sp, #FRAME
    mov.w   lr, r0
1:  ldr.w   r0, [sp, #ROUNDS]
    ldrd    r8, r9, [lr, #40]
    tst.w   r0, #2
    str.w   r0, [sp, #LEFT]
    strd    r8, r9, [sp, #X10]
    ldm.w   lr, {x0, x1, x2, x3, x4, x5, x6, x7, x8, x9}
    ldrd    x12, x13, [lr, #48]
    ldrd    x14, x15, [lr, #56]
    ror.w   x4, x4, #7
    ror.w   x5, x5, #7
    ror.w   x6, x6, #7
    ror.w   x7, x7, #7
    ror.w   x12, x12, #8
    ror.w   x13, x13, #8
    ror.w   x14, x14, #8
    ror.w   x15, x15, #8
    bne.w   3f
2:  double_round 25, 24
3:  quarter_round x0, x4, x8, x12, 25, 24
    quarter_round x1, x5, x9, x13, 25, 24
    strd    x8, x9, [sp, #X8]
    ldr.w   x9, [sp, #LEFT]
    subs.w  x9, x9, #4
    str.w   x9, [sp, #LEFT]
    ldrd    x8, x9, [sp, #X10]
    quarter_round x2, x6, x8, x14, 25, 24
    quarter_round x3, x7, x9, x15, 25, 24
    quarter_round x0, x5, x8, x15, 25, 24
    quarter_round x1, x6, x9, x12, 25, 24
    exchange X10, X8
    quarter_round x2, x7, x8, x13, 25, 24
    quarter_round x3, x4, x9, x14, 25, 24
    bgt.w   2b

    push.w  {x4, x5, x6, x7, x8, x9, x12, x13, x14, x15}
    ldr.w   r8, [sp, #STATE + PUSHED]
    ldr.w   r9, [sp, #IN + PUSHED]
    ldr.w   r10, [sp, #OUT + PUSHED]
    finish  0, 0
    pop.w   {r0-r3}
    finish  25, 16
    pop.w   {r0, r1}
    ldrd    r2, r3, [sp, #16 + X10]
    finish  0, 32
    pop.w   {r0-r3}
    finish  24, 48
    add.w   r9, r9, #64
    add.w   r10, r10, #64
    ldrd    r0, r1, [r8, #-16]
    mov.w   lr, r8
    ldr.w   r2, [sp, #NBLOCKS]
    adds.w  r0, r0, #1
    adc.w   r1, r1, #0
    subs.w  r2, r2, #1
    strd    r0, r1, [lr, #-16]
    sub.w   lr, lr, #64
    str.w   r10, [sp, #OUT]
    str.w   r9, [sp, #IN]
    str.w   r2, [sp, #NBLOCKS]
    bne.w   1b
    add.w   sp, sp, #FRAME + 16
    pop.w   {r4-r11, pc}
end_function narae_chacha_blocks_v7m

#endif
