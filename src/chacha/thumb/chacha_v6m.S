/* SPDX-License-Identifier: MIT */
/* ChaCha for ARMv6-M: Cortex-M0, M0+.  RFC 8439, 2.3.
 *
 *   void narae_chacha_blocks_v6m(uint32_t state[16], uint8_t *out,
 *                                const uint8_t *in, size_t nblocks,
 *                                unsigned rounds);
 *
 * A quarter round is 4 ADD, 4 EOR and 4 ROR: its words are r0 to r3, the distances
 * r4 to r7.  Between quarter rounds words 0 to 5 are in r8 to r12 and lr, a MOV each way,
 * the others on the stack, 2 cycles each way.  Word 15 stays in its register between
 * columns and diagonals, word 12 between diagonals and columns.  Cycles:
 *
 *     two rounds: 8 x 12                                          96
 *                 words 0 to 5, twice to r0 and back: 6 x 2 x 2   24
 *                 words 12 and 15, once: 2 x 4                     8
 *                 words 6 to 11, 13 and 14, twice: 8 x 2 x 4      64
 *                 less 2 by LDM, loop 4                          194
 *
 *     a block of 20 rounds   10 x 194 - 1 = 1939, the state's words and the distances
 *                            50, the sum with them and the message 124, pointers,
 *                            counter and loop 32: 2145
 *
 * A lower bound is 80 x 12 = 960 and half of the cycles for moving words, because registers
 * hold at most 14 words and distances.
 *
 * The loop counter is in the upper bits of a distance, of which ROR uses only the lowest
 * five.
 *
 * Messages that are not aligned go through a buffer: narae_chacha_blocks_unaligned().
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "chacha_v6m.S"

#    include "core/thumb/v6m.inc"

#    define by16 r4 /* plus 32 for each two rounds left */
#    define by12 r5
#    define by8 r6
#    define by7 r7
#    define x0 r8
#    define x1 r9
#    define x2 r10
#    define x3 r11
#    define x4 r12
#    define x5 lr

/* Frame: words in an order in which LDM can load columns 2 and 3; then arguments. */
#    define X6 0
#    define X10 4
#    define X14 8
#    define X7 12
#    define X11 16
#    define X15 20
#    define X8 24
#    define X9 28
#    define X12 32
#    define X13 36
#    define FRAME 40
#    define STATE (FRAME + 0)
#    define OUT (FRAME + 4)
#    define IN (FRAME + 8)
#    define NBLOCKS (FRAME + 12)
#    define ROUNDS (FRAME + 16 + 36)

.macro half_round a, b, c, d, first, second
    adds    \a, \a, \b
    eors    \d, \d, \a
    rors    \d, \d, \first
    adds    \c, \c, \d
    eors    \b, \b, \c
    rors    \b, \b, \second
.endm

.macro quarter_round
    half_round r0, r1, r2, r3, by16, by12
    half_round r0, r1, r2, r3, by8, by7
.endm

.macro get x, place
    ldr     \x, [sp, #\place]
.endm

.macro put x, place
    str     \x, [sp, #\place]
.endm

/* Three words of a column, the first at `place`. */
.macro get_three place
    add     r3, sp, #\place
    ldm     r3, {r1, r2, r3}
.endm

/* r3 is word 12, before and after. */
.macro double_round
    mov     r0, x0
    mov     r1, x4
    get     r2, X8
    quarter_round
    mov     x0, r0
    mov     x4, r1
    put     r2, X8
    put     r3, X12

    mov     r0, x1
    mov     r1, x5
    get     r2, X9
    get     r3, X13
    quarter_round
    mov     x1, r0
    mov     x5, r1
    put     r2, X9
    put     r3, X13

    mov     r0, x2
    get_three X6
    quarter_round
    mov     x2, r0
    put     r1, X6
    put     r2, X10
    put     r3, X14

    mov     r0, x3
    get_three X7
    quarter_round
    mov     x3, r0
    put     r1, X7
    put     r2, X11

    mov     r0, x0
    mov     r1, x5
    get     r2, X10
    quarter_round
    mov     x0, r0
    mov     x5, r1
    put     r2, X10
    put     r3, X15

    mov     r0, x2
    get     r1, X7
    get     r2, X8
    get     r3, X13
    quarter_round
    mov     x2, r0
    put     r1, X7
    put     r2, X8
    put     r3, X13

    mov     r0, x3
    mov     r1, x4
    get     r2, X9
    get     r3, X14
    quarter_round
    mov     x3, r0
    mov     x4, r1
    put     r2, X9
    put     r3, X14

    mov     r0, x1
    get     r1, X6
    get     r2, X11
    get     r3, X12
    quarter_round
    mov     x1, r0
    put     r1, X6
    put     r2, X11
.endm

/* Two words more of the block: the sums with r0's words, XOR r1's, to r2. */
.macro finish x, y
    ldm     r0!, {r3, r4}
    add     r3, r3, \x
    add     r4, r4, \y
    ldm     r1!, {r5, r6}
    eors    r3, r3, r5
    eors    r4, r4, r6
    stm     r2!, {r3, r4}
.endm

.macro finish_of_frame x, y
    ldm     r0!, {r3, r4}
    get     r5, \x
    get     r6, \y
    adds    r3, r3, r5
    adds    r4, r4, r6
    ldm     r1!, {r5, r6}
    eors    r3, r3, r5
    eors    r4, r4, r6
    stm     r2!, {r3, r4}
.endm

    .section .text.narae_chacha_blocks_v6m, "ax", %progbits
    .p2align 2
.Lunaligned:
    push    {r4}
    ldr     r4, =narae_chacha_blocks_unaligned
    mov     r12, r4
    pop     {r4}
    bx      r12
    .ltorg
.Lnone:
    bx      lr
function narae_chacha_blocks_v6m
    cmp     r3, #0
    beq     .Lnone
    mov     r12, r3
    movs    r3, r1
    orrs    r3, r3, r2
    lsls    r3, r3, #30
    mov     r3, r12
    bne     .Lunaligned
    save_all
    push    {r0-r3}
    sub     sp, sp, #FRAME
1:  ldm     r0!, {r1-r4}
    mov     x0, r1
    mov     x1, r2
    mov     x2, r3
    mov     x3, r4
    ldm     r0!, {r1-r7}
    mov     x4, r1
    mov     x5, r2
    put     r3, X6
    put     r4, X7
    put     r5, X8
    put     r6, X9
    put     r7, X10
    ldm     r0!, {r1, r3-r6}
    put     r1, X11
    put     r4, X13
    put     r5, X14
    put     r6, X15
    ldr     by16, [sp, #ROUNDS]
    lsls    by16, by16, #4
    subs    by16, by16, #16
    movs    by12, #20
    movs    by8, #24
    movs    by7, #25
2:  double_round
    subs    by16, by16, #32
    bmi     3f
    b       2b

3:  put     r3, X12
    ldr     r0, [sp, #STATE]
    ldr     r1, [sp, #IN]
    ldr     r2, [sp, #OUT]
    finish  x0, x1
    finish  x2, x3
    finish  x4, x5
    finish_of_frame X6, X7
    finish_of_frame X8, X9
    finish_of_frame X10, X11
    finish_of_frame X12, X13
    finish_of_frame X14, X15
    str     r1, [sp, #IN]
    str     r2, [sp, #OUT]
    subs    r0, r0, #64
    ldr     r1, [r0, #48]
    ldr     r2, [r0, #52]
    movs    r4, #0
    adds    r1, r1, #1
    adcs    r2, r2, r4
    str     r1, [r0, #48]
    str     r2, [r0, #52]
    ldr     r3, [sp, #NBLOCKS]
    subs    r3, r3, #1
    str     r3, [sp, #NBLOCKS]
    beq     4f
    b       1b
4:  add     sp, sp, #FRAME + 16
    return_all
end_function narae_chacha_blocks_v6m

#endif
