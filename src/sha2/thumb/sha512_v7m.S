/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-512 for ARMv7-M.  FIPS 180-4, 6.4.2.
 *
 *   void narae_sha512_blocks_v7m(uint64_t state[8], const uint8_t *in, size_t nblocks);
 *
 * All 80 words of the schedule are computed first.  In the rounds a, b and e are in
 * registers, the other words of the state on the stack; a and e are stored a round later,
 * where the stores hide the second cycle of loads.  a ^ b is b ^ c in the next round:
 *
 *     Ch(e, f, g) = ((f ^ g) & e) ^ g,   Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
 *
 * Of three rotations the last is part of the addition: x ^ (x ror l) ^ (x ror m) is 8
 * instructions, and its shifted halves, which do not overlap, are added in 4.  Cycles:
 *
 *     a round                   2 x 12, Ch and Maj 12, additions 10, loads 12, stores 4: 62
 *     a word of the schedule    2 x 11, additions 8, loads 4, store 2: 36
 *
 *     a block                   80 x 62 + 64 x 36 = 7,264, loops 188, words from bytes 120,
 *                               state 124: 7,696; 7,836 by the model, as no store follows one
 *                               load of a round
 *
 * Wiping the stack at the end takes 208.  in needs no alignment; each 32 bits that are not aligned
 * cost a cycle.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

    .file   "sha512_v7m.S"

#    include "core/thumb/call.inc"

/* Words are two registers, the lower half first. */
#    define A r0, r1
#    define B r2, r3
#    define H r6, r7
#    define BC r8, r9
#    define T r10, r11
#    define el r4
#    define eh r5
#    define words r12
#    define k lr

/* Frame: the state, of round 0 in its order; the schedule; arguments. */
#    define SCHEDULE 64
#    define FRAME (SCHEDULE + 640)
#    define STATE FRAME
#    define IN FRAME + 4
#    define NBLOCKS FRAME + 8

/* y = x ^ (x ror n) ^ (x ror m) */
.macro two_turns yl, yh, xl, xh, n, m
    eor.w   \yl, \xl, \xl, lsr #\n
    eor.w   \yh, \xh, \xh, lsr #\n
    eor.w   \yl, \yl, \xh, lsl #32 - \n
    eor.w   \yh, \yh, \xl, lsl #32 - \n
    eor.w   \yl, \yl, \xl, lsr #\m
    eor.w   \yh, \yh, \xh, lsr #\m
    eor.w   \yl, \yl, \xh, lsl #32 - \m
    eor.w   \yh, \yh, \xl, lsl #32 - \m
.endm

/* to = x + (y ror n); x is clobbered */
.macro add_turned tol, toh, xl, xh, yl, yh, n
    adds.w  \xl, \xl, \yl, lsr #\n
    adc.w   \xh, \xh, \yh, lsr #\n
    adds.w  \tol, \xl, \yh, lsl #32 - \n
    adc.w   \toh, \xh, \yl, lsl #32 - \n
.endm

/* Exchanges the registers of u, which is b ^ c, and the temporary t; the new a is in b. */
.macro round_of j, al, ah, bl, bh, ul, uh, tl, th, hl, hh
    ldr.w   \hl, [sp, #8 * ((7 - \j) & 7)]
    ldr.w   \hh, [sp, #8 * ((7 - \j) & 7) + 4]
    ldr.w   \tl, [k, #8 * \j]
    ldr.w   \th, [k, #8 * \j + 4]
    str.w   \al, [sp, #8 * (-\j & 7)]
    adds.w  \hl, \hl, \tl
    adc.w   \hh, \hh, \th
    ldr.w   \tl, [words, #8 * \j]
    ldr.w   \th, [words, #8 * \j + 4]
    str.w   \ah, [sp, #8 * (-\j & 7) + 4]
    adds.w  \hl, \hl, \tl
    adc.w   \hh, \hh, \th
    ldr.w   \tl, [sp, #8 * ((5 - \j) & 7)]
    ldr.w   \th, [sp, #8 * ((6 - \j) & 7)]
    str.w   el, [sp, #8 * ((4 - \j) & 7)]
    eor.w   \tl, \tl, \th
    and.w   \tl, \tl, el
    eor.w   \tl, \tl, \th
    adds.w  \hl, \hl, \tl
    ldr.w   \tl, [sp, #8 * ((5 - \j) & 7) + 4]
    ldr.w   \th, [sp, #8 * ((6 - \j) & 7) + 4]
    str.w   eh, [sp, #8 * ((4 - \j) & 7) + 4]
    eor.w   \tl, \tl, \th
    and.w   \tl, \tl, eh
    eor.w   \tl, \tl, \th
    adc.w   \hh, \hh, \tl
    two_turns \tl, \th, el, eh, 4, 27
    add_turned \hl, \hh, \hl, \hh, \tl, \th, 14
    ldr.w   \tl, [sp, #8 * ((3 - \j) & 7)]
    ldr.w   \th, [sp, #8 * ((3 - \j) & 7) + 4]
    adds.w  el, \hl, \tl
    adc.w   eh, \hh, \th
    eor.w   \tl, \al, \bl
    eor.w   \th, \ah, \bh
    and.w   \ul, \ul, \tl
    and.w   \uh, \uh, \th
    eor.w   \ul, \ul, \bl
    eor.w   \uh, \uh, \bh
    adds.w  \hl, \hl, \ul
    adc.w   \hh, \hh, \uh
    two_turns \ul, \uh, \al, \ah, 6, 11
    add_turned \bl, \bh, \hl, \hh, \ul, \uh, 28
.endm

.macro round j, abut:vararg
    round_of \j, \abut, H
.endm

/* In the schedule: the word 16 before and the one after it, two words of sums, the last two
 * words. */
#    define X0 r0, r1
#    define X1 r2, r3
#    define U r4, r5
#    define V r6, r7
#    define Z0 r8, r9
#    define Z1 r10, r11

/* x is the word 16 before, y becomes the one 15 before, z is two before and becomes the new
 * one. */
.macro make_word_of at, ul, uh, vl, vh, xl, xh, yl, yh, zl, zh
    ldr.w   \yl, [words, #8 * \at + 8]
    ldr.w   \yh, [words, #8 * \at + 12]
    ldr.w   \ul, [words, #8 * \at + 72]
    ldr.w   \uh, [words, #8 * \at + 76]
    lsr.w   \vl, \yl, #1
    lsr.w   \vh, \yh, #1
    eor.w   \vl, \vl, \yh, lsl #31
    eor.w   \vh, \vh, \yl, lsl #31
    eor.w   \vl, \vl, \yl, lsr #8
    eor.w   \vh, \vh, \yh, lsr #8
    eor.w   \vl, \vl, \yh, lsl #24
    eor.w   \vh, \vh, \yl, lsl #24
    eor.w   \vl, \vl, \yl, lsr #7
    eor.w   \vh, \vh, \yh, lsr #7
    eor.w   \vl, \vl, \yh, lsl #25
    adds.w  \xl, \xl, \ul
    adc.w   \xh, \xh, \uh
    adds.w  \xl, \xl, \vl
    adc.w   \xh, \xh, \vh
    lsr.w   \vl, \zl, #19
    lsr.w   \vh, \zh, #19
    eor.w   \vl, \vl, \zh, lsl #13
    eor.w   \vh, \vh, \zl, lsl #13
    eor.w   \vl, \vl, \zl, lsl #3
    eor.w   \vh, \vh, \zh, lsl #3
    eor.w   \vl, \vl, \zh, lsr #29
    eor.w   \vh, \vh, \zl, lsr #29
    eor.w   \vl, \vl, \zl, lsr #6
    eor.w   \vh, \vh, \zh, lsr #6
    eor.w   \vl, \vl, \zh, lsl #26
    adds.w  \zl, \xl, \vl
    adc.w   \zh, \xh, \vh
    str.w   \zl, [words, #8 * \at + 128]
    str.w   \zh, [words, #8 * \at + 132]
.endm

.macro make_word at, xyz:vararg
    make_word_of \at, U, V, \xyz
.endm

/* Two words of the state, the chain's at k. */
.macro add_state at
    ldr.w   r0, [sp, #\at]
    ldr.w   r1, [sp, #\at + 4]
    ldr.w   r2, [sp, #\at + 8]
    ldr.w   r3, [sp, #\at + 12]
    ldr.w   r6, [k, #\at]
    ldr.w   r7, [k, #\at + 4]
    ldr.w   r8, [k, #\at + 8]
    ldr.w   r9, [k, #\at + 12]
    adds.w  r0, r0, r6
    adc.w   r1, r1, r7
    adds.w  r2, r2, r8
    adc.w   r3, r3, r9
    str.w   r0, [k, #\at]
    str.w   r1, [k, #\at + 4]
    str.w   r2, [k, #\at + 8]
    str.w   r3, [k, #\at + 12]
.endm

function narae_sha512_blocks_v7m
    cmp.w   r2, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    push.w  {r0-r2}
    sub.w   sp, sp, #FRAME
1:  ldr.w   k, [sp, #IN]
    add.w   words, sp, #SCHEDULE
    add.w   r8, words, #128
2:  .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldr.w   r\i, [k, #4 * \i]
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    rev.w   r\i, r\i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    str.w   r\i, [words, #4 * (\i ^ 1)]
    .endr
    add.w   k, k, #32
    add.w   words, words, #32
    cmp.w   words, r8
    bne.w   2b
    str.w   k, [sp, #IN]

    add.w   words, sp, #SCHEDULE
    ldr.w   r0, [words]
    ldr.w   r1, [words, #4]
    ldr.w   r8, [words, #112]
    ldr.w   r9, [words, #116]
    ldr.w   r10, [words, #120]
    ldr.w   r11, [words, #124]
    add.w   k, words, #512
3:  make_word 0, X0, X1, Z0
    make_word 1, X1, X0, Z1
    add.w   words, words, #16
    cmp.w   words, k
    bne.w   3b

    ldr.w   k, [sp, #STATE]
    add.w   words, k, #32
    ldm.w   k, {r0-r7}
    stm.w   sp, {r0-r7}
    eor.w   r8, r2, r4
    eor.w   r9, r3, r5
    ldm.w   words, {r4-r7, r10-r12, lr}
    str.w   r4, [sp, #32]
    str.w   r5, [sp, #36]
    str.w   r6, [sp, #40]
    str.w   r7, [sp, #44]
    str.w   r10, [sp, #48]
    str.w   r11, [sp, #52]
    str.w   r12, [sp, #56]
    str.w   lr, [sp, #60]
    add.w   words, sp, #SCHEDULE
    movw    k, #:lower16:narae_sha512_constants
    movt    k, #:upper16:narae_sha512_constants
4:  round   0, A, B, BC, T
    round   1, B, A, T, BC
    round   2, A, B, BC, T
    round   3, B, A, T, BC
    round   4, A, B, BC, T
    round   5, B, A, T, BC
    round   6, A, B, BC, T
    round   7, B, A, T, BC
    add.w   words, words, #64
    add.w   r6, sp, #FRAME
    add.w   k, k, #64
    cmp.w   words, r6
    bne.w   4b

    str.w   r0, [sp]
    str.w   r1, [sp, #4]
    str.w   el, [sp, #32]
    str.w   eh, [sp, #36]
    ldr.w   k, [sp, #STATE]
    add_state 0
    add_state 16
    add_state 32
    add_state 48
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
    add.w   sp, sp, #FRAME + 12
    pop.w   {r4-r11, pc}
end_function narae_sha512_blocks_v7m

#endif
