/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-256 for ARMv6-M: Cortex-M0, M0+.  FIPS 180-4, 6.2.2.
 *
 *   void narae_sha256_blocks_v6m(uint32_t state[8], const uint8_t *in, size_t nblocks);
 *
 * All 64 words of the schedule are computed first; then the rounds pop them from the stack,
 * so an interrupt overwrites only words already used.
 *
 * a and e are in low registers, the other six words in high ones, which ADD can read
 * directly.  The new a and e are computed in two low registers; the old ones replace h and
 * d.  After six rounds all names are restored: an iteration is six rounds, and the loop is
 * entered at the third.  An XOR of three rotations is three RORS with two EORS; a ^ b is b
 * ^ c in the next round:
 *
 *     Ch(e, f, g) = ((f ^ g) & e) ^ g,   Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
 *
 *     a round   word, constant, h  6    sums of three 2 x 10    Ch, Maj 2 x 6
 *               the new e 3, the old a 1                                       42
 *     a word of the schedule       sums 2 x 8, additions 3, three words 6      25
 *
 *     a block   64 x 42 + 48 x 25 = 3,888, loops 11 x 7 + 6 x 5, words from bytes 56,
 *               state and places 88: 4,139; by the model 4,135
 *
 * With all words and distances in low registers a round would be 32.  The schedule is wiped
 * at the end.  A block that is not aligned is copied by bytes, 450 cycles.
 *
 * Time depends on the number of blocks, and the alignment, alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "sha256_v6m.S"

#    include "core/thumb/v6m.inc"

#    define distance r6
#    define constants r7

/* Frame: two words skipped by the first iteration, the schedule; arguments. */
#    define SCHEDULE 8
#    define FRAME 264
#    define STATE 0
#    define IN 4
#    define NBLOCKS 8

/* t = ror(x ^ ror(x, m), n) */
.macro begin_sum t, x, m, n
    mov     \t, \x
    movs    distance, #\m
    rors    \t, \t, distance
    eors    \t, \t, \x
    movs    distance, #\n
    rors    \t, \t, distance
.endm

.macro sum t, x, m, n, l
    begin_sum \t, \x, \m, \n
    eors    \t, \t, \x
    movs    distance, #\l
    rors    \t, \t, distance
.endm

/* x is the word 16 before, and becomes the new one; next is then the one after x. */
.macro make_word at, x, next, before2
    ldr     \next, [r7, #4 * \at + 4]
    begin_sum r4, \next, 11, 7
    lsrs    r5, \next, #3
    eors    r4, r4, r5
    adds    \x, \x, r4
    ldr     r5, [r7, #4 * \at + 36]
    adds    \x, \x, r5
    begin_sum r4, \before2, 2, 17
    lsrs    r5, \before2, #10
    eors    r4, r4, r5
    adds    \x, \x, r4
    str     \x, [r7, #4 * \at + 64]
.endm

/* `both` is b ^ c.  Afterwards the new a is in p, the new e in q, and a ^ b in the old e; b
 * and f are in the old h and d. */
.macro round at, a, e, both, p, q, b, c, d, f, g, h
    ldr     \p, [sp, #\at]
    ldm     constants!, {\q}
    adds    \p, \p, \q
    add     \p, \p, \h
    sum     \q, \e, 14, 5, 6
    adds    \p, \p, \q
    mov     r5, \g
    mov     \q, \f
    eors    \q, \q, r5
    ands    \q, \q, \e
    eors    \q, \q, r5
    adds    \p, \p, \q
    mov     \q, \p
    add     \q, \q, \d
    mov     \d, \e
    sum     \e, \a, 9, 11, 2
    adds    \p, \p, \e
    mov     r5, \b
    mov     \e, r5
    eors    \e, \e, \a
    ands    \both, \both, \e
    eors    \both, \both, r5
    adds    \p, \p, \both
    mov     \h, \a
.endm

.macro four_words
    ldm     r1!, {r2-r5}
    rev     r2, r2
    rev     r3, r3
    rev     r4, r4
    rev     r5, r5
    stm     r0!, {r2-r5}
.endm

/* Four words of the state, to which the first, in a low register, and the others are added. */
.macro add_state a, b, c, d
    ldm     r7!, {r2-r5}
    adds    r2, r2, \a
    add     r3, r3, \b
    add     r4, r4, \c
    add     r5, r5, \d
    subs    r7, r7, #16
    stm     r7!, {r2-r5}
.endm

function narae_sha256_blocks_v6m
    cmp     r2, #0
    bne     1f
    bx      lr
1:  save_all
    push    {r0-r2}
1:  sub     sp, sp, #FRAME
    add     r0, sp, #SCHEDULE
    lsls    r2, r1, #30
    beq     3f
    movs    r2, #63
2:  ldrb    r3, [r1, r2]
    strb    r3, [r0, r2]
    subs    r2, r2, #1
    bpl     2b
    mov     r1, r0
3:  four_words
    four_words
    four_words
    four_words

    add     r7, sp, #SCHEDULE
    adds    r0, r0, #128
    mov     r8, r0
    ldr     r0, [r7]
    ldr     r2, [r7, #56]
    ldr     r3, [r7, #60]
4:  make_word 0, r0, r1, r2
    make_word 1, r1, r2, r3
    make_word 2, r2, r3, r0
    make_word 3, r3, r0, r1
    make_word 4, r0, r1, r2
    make_word 5, r1, r2, r3
    make_word 6, r2, r3, r0
    make_word 7, r3, r0, r1
    adds    r7, r7, #32
    cmp     r7, r8
    beq     5f
    b       4b

5:  ldr     r7, [sp, #FRAME + STATE]
    ldm     r7!, {r0-r3}
    mov     r12, r1
    mov     lr, r2
    mov     r8, r3
    mov     r4, r1
    eors    r4, r4, r2
    ldm     r7!, {r2, r3, r5, r6}
    mov     r9, r3
    mov     r10, r5
    mov     r11, r6
    ldr     constants, =narae_sha256_constants
    b       7f
6:  round   0, r0, r1, r2, r3, r4, r8, r9, r10, r11, r12, lr
    round   4, r3, r4, r1, r0, r2, lr, r8, r9, r10, r11, r12
7:  round   8, r0, r2, r4, r3, r1, r12, lr, r8, r9, r10, r11
    round   12, r3, r1, r2, r0, r4, r11, r12, lr, r8, r9, r10
    round   16, r0, r4, r1, r3, r2, r10, r11, r12, lr, r8, r9
    round   20, r3, r2, r4, r0, r1, r9, r10, r11, r12, lr, r8
    add     sp, sp, #24
    ldr     r5, =narae_sha256_constants + 256
    cmp     constants, r5
    beq     8f
    b       6b

8:  ldr     r7, [sp, #STATE]
    add_state r0, r8, r9, r10
    add_state r1, r11, r12, lr
    ldr     r1, [sp, #IN]
    ldr     r2, [sp, #NBLOCKS]
    adds    r1, r1, #64
    subs    r2, r2, #1
    str     r1, [sp, #IN]
    str     r2, [sp, #NBLOCKS]
    beq     9f
    b       1b

9:  sub     sp, sp, #FRAME
    add     r0, sp, #SCHEDULE
    movs    r1, #0
    movs    r2, #0
    movs    r3, #0
    movs    r4, #0
    movs    r5, #16
2:  stm     r0!, {r1-r4}
    subs    r5, r5, #1
    bne     2b
    add     sp, sp, #FRAME
    add     sp, sp, #12
    return_all
    .ltorg
end_function narae_sha256_blocks_v6m

#endif
