/* SPDX-License-Identifier: MIT */
/* ChaCha for ARMv7-M.  RFC 8439, 2.3.
 *
 *   void narae_chacha_blocks_v7m(uint32_t state[16], uint8_t *out,
 *                                const uint8_t *in, size_t nblocks,
 *                                unsigned rounds);
 *
 * A quarter round is 8 instructions.  No rotation takes one: the rotation of a word that
 * was XORed is pending until the word is the second operand of the next ADD or EOR, which
 * rotates it for free.  Between rounds the pending rotations are 7 to the left for words 4
 * to 7, and 8 for words 12 to 15.
 *
 * Two quarter rounds are done in turn, so no rotated word is used in the next instruction.
 * Fourteen of the sixteen words are in registers; of words 8 to 11 two are on
 * the stack.  Columns 0 and 1 use words 8 and 9, then columns 2 and 3 and the first two
 * diagonals 10 and 11, and the other diagonals 8 and 9 again.  A word is stored while the
 * other one of its pair is in use, so that a store or an addition follows each load: 5
 * cycles for two words.  In the first columns no rotation is pending.  Cycles:
 *
 *     20 rounds     80 x 8 = 640, 20 exchanges 100, count 20, loop 11        771
 *     start         17 loads and 3 stores, a test for an odd number of double
 *                   rounds 1                                                  25
 *     end           7 words saved 8, and loaded again 16, pointers 4,
 *                   4 x 22 to load, add, XOR and store                       116
 *     next block    counter 10, pointers and loop 9                           19
 *
 * 931; one block, with saving the caller's registers, 958.  A lower bound is 720: the 640,
 * and the sixteen words of state, message and result.  A message of 64 bytes also takes 24
 * for the 11 arguments of narae_chacha_crypt_message, 149 for its checks, the state and saved
 * registers, and 34 for wiping.
 *
 * in and out need no alignment; a word that is not aligned costs a cycle.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

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

/* Frame: words 8 to 11, rounds left; arguments and registers. */
#    define X8 0
#    define X9 4
#    define X10 8
#    define X11 12
#    define LEFT 16
#    define FRAME 20
#    define STATE (FRAME + 0)
#    define OUT (FRAME + 4)
#    define IN (FRAME + 8)
#    define NBLOCKS (FRAME + 12)
#    define ROUNDS (FRAME + 16 + 36)
#    define PUSHED 28 /* words 4 to 9 and 12, above the frame */

/* The pending rotation of b is m to the right, or none. */
.macro with operation, to, a, b, m
    .if     \m
    \operation \to, \a, \b, ror #\m
    .else
    \operation \to, \a, \b
    .endif
.endm

/* Two quarter rounds in turn, after their first additions.  The pending rotations are m of b
 * and n of d; the argument is an instruction to insert before the last one. */
.macro quarter_rounds a, b, c, d, e, f, g, h, m, n, meanwhile:vararg
    with    eor.w, \d, \a, \d, \n
    with    eor.w, \h, \e, \h, \n
    add.w   \c, \c, \d, ror #16
    add.w   \g, \g, \h, ror #16
    with    eor.w, \b, \c, \b, \m
    with    eor.w, \f, \g, \f, \m
    add.w   \a, \a, \b, ror #20
    add.w   \e, \e, \f, ror #20
    eor.w   \d, \a, \d, ror #16
    eor.w   \h, \e, \h, ror #16
    add.w   \c, \c, \d, ror #24
    add.w   \g, \g, \h, ror #24
    eor.w   \b, \c, \b, ror #20
    \meanwhile
    eor.w   \f, \g, \f, ror #20
.endm

.macro columns m, n
    with    add.w, x0, x0, x4, \m
    with    add.w, x1, x1, x5, \m
    quarter_rounds x0, x4, x8, x12, x1, x5, x9, x13, \m, \n, str.w x8, [sp, #X8]
    ldr.w   x8, [sp, #X10]
    str.w   x9, [sp, #X9]
    with    add.w, x2, x2, x6, \m
    ldr.w   x9, [sp, #X11]
    with    add.w, x3, x3, x7, \m
    quarter_rounds x2, x6, x8, x14, x3, x7, x9, x15, \m, \n
.endm

.macro count_down
    ldr.w   x9, [sp, #LEFT]
    subs.w  x9, x9, #4
    str.w   x9, [sp, #LEFT]
.endm

/* x9 is free where `counts` comes. */
.macro diagonals counts:vararg
    add.w   x0, x0, x5, ror #25
    add.w   x1, x1, x6, ror #25
    quarter_rounds x0, x5, x8, x15, x1, x6, x9, x12, 25, 24, str.w x8, [sp, #X10]
    ldr.w   x8, [sp, #X8]
    str.w   x9, [sp, #X11]
    add.w   x3, x3, x4, ror #25
    \counts
    add.w   x2, x2, x7, ror #25
    ldr.w   x9, [sp, #X9]
    quarter_rounds x3, x4, x9, x14, x2, x7, x8, x13, 25, 24
.endm

/* The words at `at`, with pending rotation m or none: adds the state's, XORs the
 * message's. */
.macro finish m, at, a=r0, b=r1, c=r2, d=r3
    ldmia.w r8!, {r4-r7}
    with    add.w, \a, r4, \a, \m
    with    add.w, \b, r5, \b, \m
    with    add.w, \c, r6, \c, \m
    with    add.w, \d, r7, \d, \m
    ldr.w   r4, [r9, #\at + 0]
    ldr.w   r5, [r9, #\at + 4]
    ldr.w   r6, [r9, #\at + 8]
    ldr.w   r7, [r9, #\at + 12]
    eor.w   \a, \a, r4
    eor.w   \b, \b, r5
    eor.w   \c, \c, r6
    eor.w   \d, \d, r7
    str.w   \a, [r10, #\at + 0]
    str.w   \b, [r10, #\at + 4]
    str.w   \c, [r10, #\at + 8]
    str.w   \d, [r10, #\at + 12]
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
    ldr.w   r8, [lr, #40]
    ldr.w   r9, [lr, #44]
    tst.w   r0, #2
    str.w   r0, [sp, #LEFT]
    str.w   r8, [sp, #X10]
    str.w   r9, [sp, #X11]
    ldm.w   lr, {x0, x1, x2, x3, x4, x5, x6, x7, x8, x9}
    ldr.w   x12, [lr, #48]
    ldr.w   x13, [lr, #52]
    ldr.w   x14, [lr, #56]
    ldr.w   x15, [lr, #60]
    columns 0, 0
    beq.w   3f
    b.w     4f
2:  columns 25, 24
3:  diagonals
    columns 25, 24
4:  diagonals count_down
    bgt.w   2b

    push.w  {x4, x5, x6, x7, x8, x9, x12}
    ldr.w   r8, [sp, #STATE + PUSHED]
    ldr.w   r9, [sp, #IN + PUSHED]
    ldr.w   r10, [sp, #OUT + PUSHED]
    finish  0, 0
    pop.w   {r0-r3}
    finish  25, 16
    pop.w   {r0, r1}
    ldr.w   r2, [sp, #4 + X10]
    ldr.w   r3, [sp, #4 + X11]
    finish  0, 32
    pop.w   {r0}
    finish  24, 48, r0, x13, x14, x15
    ldr.w   r0, [r8, #-16]
    ldr.w   r1, [r8, #-12]
    ldr.w   r2, [sp, #NBLOCKS]
    adds.w  r0, r0, #1
    adc.w   r1, r1, #0
    subs.w  r2, r2, #1
    str.w   r0, [r8, #-16]
    str.w   r1, [r8, #-12]
    beq.w   5f
    add.w   r9, r9, #64
    add.w   r10, r10, #64
    sub.w   lr, r8, #64
    str.w   r10, [sp, #OUT]
    str.w   r9, [sp, #IN]
    str.w   r2, [sp, #NBLOCKS]
    b.w     1b
5:  add.w   sp, sp, #FRAME + 16
    pop.w   {r4-r11, pc}
end_function narae_chacha_blocks_v7m

#endif
