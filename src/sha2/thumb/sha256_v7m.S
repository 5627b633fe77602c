/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-256 for ARMv7-M.  FIPS 180-4, 6.2.2.
 *
 *   void narae_sha256_blocks_v7m(uint32_t state[8], const uint8_t *in, size_t nblocks);
 *
 * All 64 words of the schedule are computed first, the last eight of them in registers;
 * then the rounds pop them from the stack, so an interrupt overwrites only words already
 * used.  The new words of a round replace d and h.
 *
 * No rotation takes an instruction: an XOR of three is x ^ (x ror l), then that rotated by
 * m and XORed to x; the last rotation is part of the addition.  a ^ b is b ^ c in the next
 * round.  Cycles:
 *
 *     Ch(e, f, g) = ((f ^ g) & e) ^ g,   Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
 *
 *     two rounds                2 x (2 x 3, Ch and Maj 8, additions 3), loads of two
 *                               words and two constants 5: 39
 *     a word of the schedule    2 x 4, addition 1, load and store 2: 11
 *
 *     a block                   32 x 39 + 48 x 11 = 1,776, loops 8 x 7 + 6 x 4, words
 *                               from bytes 51, state 42, pointers and loop 14: 1,963
 *
 * Wiping the schedule at the end takes 85.  in needs no alignment; a word that is not
 * aligned costs a cycle.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

    .file   "sha256_v7m.S"

#    include "core/thumb/call.inc"

#    define x0 r0
#    define x1 r1
#    define x2 r2
#    define x3 r3
#    define x4 r4
#    define x5 r5
#    define x6 r6
#    define x7 r7

/* In the rounds. */
#    define both r8 /* b ^ c, and every other round a ^ b */
#    define k r9
#    define t r10
#    define next r11
#    define w1 r12
#    define k1 lr

/* In the schedule. */
#    define this16 r8 /* the word 16 before */
#    define this15 r9
#    define words r10
#    define u r11
#    define count r12

/* Frame: the schedule; arguments. */
#    define SCHEDULE 256
#    define STATE 0
#    define IN 4
#    define NBLOCKS 8

/* `new` is the word 8 before, and becomes the new word; the previous one is stored. */
.macro make_word at, new, before7, before2, before1, before16, before15
    ldr.w   \before15, [words, #4 * \at + 4]
    str.w   \before1, [words, #4 * \at + 60]
    eor.w   \new, \before15, \before15, ror #11
    lsr.w   u, \before15, #3
    eor.w   u, u, \new, ror #7
    eor.w   \new, \before2, \before2, ror #2
    add.w   \before16, \before16, u
    lsr.w   u, \before2, #10
    eor.w   u, u, \new, ror #17
    add.w   \before16, \before16, \before7
    add.w   \new, \before16, u
.endm

/* `last` is b ^ c and is clobbered, `this` becomes a ^ b.  `word` may be t, `constant` may
 * be `this`. */
.macro round word, constant, this, last, a, b, c, d, e, f, g, h
    add.w   \h, \h, \word
    add.w   \h, \h, \constant
    eor.w   t, \e, \e, ror #14
    eor.w   \this, \a, \b
    eor.w   t, \e, t, ror #5
    and.w   \last, \last, \this
    add.w   \h, \h, t, ror #6
    eor.w   t, \f, \g
    and.w   t, t, \e
    eor.w   t, t, \g
    add.w   \h, \h, t
    add.w   \d, \d, \h
    eor.w   t, \a, \a, ror #9
    eor.w   \last, \last, \b
    eor.w   t, \a, t, ror #11
    add.w   \h, \h, \last
    add.w   \h, \h, t, ror #2
.endm

.macro two_rounds at, a, b, c, d, e, f, g, h
    ldr.w   t, [sp, #\at]
    ldr.w   next, [k, #\at]
    ldr.w   w1, [sp, #\at + 4]
    ldr.w   k1, [k, #\at + 4]
    round   t, next, next, both, \a, \b, \c, \d, \e, \f, \g, \h
    round   w1, k1, both, next, \h, \a, \b, \c, \d, \e, \f, \g
.endm

.macro load_words at
    ldr.w   x0, [words, #\at]
    ldr.w   x1, [words, #\at + 4]
    ldr.w   x2, [words, #\at + 8]
    ldr.w   x3, [words, #\at + 12]
    ldr.w   x4, [words, #\at + 16]
    ldr.w   x5, [words, #\at + 20]
    ldr.w   x6, [words, #\at + 24]
    ldr.w   x7, [words, #\at + 28]
    rev.w   x0, x0
    rev.w   x1, x1
    rev.w   x2, x2
    rev.w   x3, x3
    rev.w   x4, x4
    rev.w   x5, x5
    rev.w   x6, x6
    rev.w   x7, x7
    str.w   x0, [sp, #\at]
    str.w   x1, [sp, #\at + 4]
    str.w   x2, [sp, #\at + 8]
    str.w   x3, [sp, #\at + 12]
    str.w   x4, [sp, #\at + 16]
    str.w   x5, [sp, #\at + 20]
    str.w   x6, [sp, #\at + 24]
.endm

.macro add_state at, a, b, c, d
    ldr.w   both, [k, #\at]
    ldr.w   next, [k, #\at + 4]
    ldr.w   w1, [k, #\at + 8]
    ldr.w   k1, [k, #\at + 12]
    add.w   \a, \a, both
    add.w   \b, \b, next
    add.w   \c, \c, w1
    add.w   \d, \d, k1
    str.w   \a, [k, #\at]
    str.w   \b, [k, #\at + 4]
    str.w   \c, [k, #\at + 8]
    str.w   \d, [k, #\at + 12]
.endm

function narae_sha256_blocks_v7m
    cmp.w   r2, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    push.w  {r0-r2}
    mov.w   words, r1
1:  sub.w   sp, sp, #SCHEDULE
    load_words 0
    mov.w   this16, x0
    str.w   x7, [sp, #28]
    load_words 32
    mov.w   words, sp
    mov.w   count, #6
2:  make_word 0, x0, x1, x6, x7, this16, this15
    make_word 1, x1, x2, x7, x0, this15, this16
    make_word 2, x2, x3, x0, x1, this16, this15
    make_word 3, x3, x4, x1, x2, this15, this16
    make_word 4, x4, x5, x2, x3, this16, this15
    make_word 5, x5, x6, x3, x4, this15, this16
    make_word 6, x6, x7, x4, x5, this16, this15
    make_word 7, x7, x0, x5, x6, this15, this16
    add.w   words, words, #32
    subs.w  count, count, #1
    bne.w   2b
    str.w   x7, [words, #60]

    ldr.w   t, [sp, #SCHEDULE + STATE]
    movw    k, #:lower16:narae_sha256_constants
    movt    k, #:upper16:narae_sha256_constants
    ldm.w   t, {x0, x1, x2, x3, x4, x5, x6, x7}
    eor.w   both, x1, x2
3:  two_rounds 0, x0, x1, x2, x3, x4, x5, x6, x7
    two_rounds 8, x6, x7, x0, x1, x2, x3, x4, x5
    two_rounds 16, x4, x5, x6, x7, x0, x1, x2, x3
    two_rounds 24, x2, x3, x4, x5, x6, x7, x0, x1
    movw    t, #:lower16:(narae_sha256_constants + 256)
    movt    t, #:upper16:(narae_sha256_constants + 256)
    add.w   k, k, #32
    add.w   sp, sp, #32
    cmp.w   k, t
    bne.w   3b

    ldr.w   k, [sp, #STATE]
    add_state 0, x0, x1, x2, x3
    add_state 16, x4, x5, x6, x7
    ldr.w   words, [sp, #IN]
    ldr.w   u, [sp, #NBLOCKS]
    add.w   words, words, #64
    subs.w  u, u, #1
    str.w   words, [sp, #IN]
    str.w   u, [sp, #NBLOCKS]
    bne.w   1b

    mov.w   r0, #0
    mov.w   r1, #0
    mov.w   r2, #0
    mov.w   r3, #0
    mov.w   r4, #0
    mov.w   r5, #0
    mov.w   r6, #0
    mov.w   r7, #0
    .rept   8
    push.w  {r0-r7}
    .endr
    add.w   sp, sp, #SCHEDULE + 12
    pop.w   {r4-r11, pc}
end_function narae_sha256_blocks_v7m

#endif
