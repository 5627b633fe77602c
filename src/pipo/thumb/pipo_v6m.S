/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256 for ARMv6-M: Cortex-M0, M0+.  Kim et al., ICISC 2020.
 *
 *   void narae_pipo_encrypt_v6m(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_pipo_decrypt_v6m(likewise);
 *
 * Rotating a word of 32 bits rotates a row of 8 bits, in one of two layouts:
 *
 *   one block     the row is repeated in each byte of the word
 *   four blocks   bit 4 j + k of the word is bit j of block k
 *
 * Rows 3 to 7 are in low registers, rows 0 to 2 in high ones; the latter are moved to low
 * ones while the S-box mixes the two parts.  Cycles:
 *
 *     S-box       34 operations, 11 copies of operands                    45
 *                 moves of rows between low and high registers            10
 *     rotations   7 x 2                                                   14
 *     key         8 x 3, moves of rows 4, pointers 5                      33
 *
 *     a round                                                            102
 *
 *     one block     64/128: 13 x 102 = 1326, loop 64, the first key 33, bytes 44,
 *                   schedule pointers 36, call and dispatch 60               1563
 *     four blocks   64/128: 1326 + 64 + 33, exchanges 130 and 130, words 38,
 *                   schedule pointers 38, dispatch 31: in a long run          1790
 *
 * Two and three blocks are encrypted as four, in a buffer.  Blocks that are not aligned
 * go through another: narae_unaligned_blocks().
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)

    .file   "pipo_v6m.S"

#    include "core/thumb/v6m.inc"

#    include "rows_v6m.inc"

#    define x0 r8
#    define x1 r9
#    define x2 r10
#    define rk r11    /* row 1 of an even part of the key */
#    define row0 r12  /* row 0 of the next round */
#    define apart lr  /* to the next two parts: 0, or alternately 56 and -56 */
#    define p r0
#    define q r1

/* Frame: end of the rows 0, arguments, output address of a group, and a buffer for a
 * partial group. */
#    define END 0
#    define SCHEDULE 4
#    define OUT 8
#    define IN 12
#    define NBLOCKS 16
#    define TO 20
#    define GROUP 24
#    define FRAME 56

/* z ^= x op y; t is clobbered */
.macro add_product op, z, x, y, t
    movs    \t, \x
    \op     \t, \t, \y
    eors    \z, \z, \t
.endm

/* Rows 0 to 7 are then in x7 q x2 x6 x5 x4 x3 t. */
.macro sbox x3, x4, x5, x6, x7, t
    add_product ands, \x5, \x7, \x6, \t
    add_product ands, \x4, \x3, \x5, \t
    eors    \x7, \x7, \x4
    eors    \x6, \x6, \x3
    add_product orrs, \x3, \x4, \x5, \t
    eors    \x5, \x5, \x7
    add_product ands, \x4, \x5, \x6, \t

    mov     p, x0
    mov     q, x1
    mov     \t, x2
    ands    p, p, q
    eors    \t, \t, p
    movs    p, \t
    orrs    p, p, q
    mov     q, x0
    eors    q, q, p
    eors    \x4, \x4, q
    mov     x0, q
    movs    p, \t
    orrs    p, p, q
    mov     q, x1
    eors    q, q, p
    mvns    \t, \t
    mov     x1, q

    eors    \x7, \x7, q
    eors    \x3, \x3, \t
    add_product ands, \x6, \x7, \x5, p
    movs    p, \x7
    eors    p, p, \x6
    eors    \t, \t, p
    mov     x2, \t
    add_product orrs, \x6, \x4, \x3, \t
    movs    \t, \x3
    eors    \t, \t, \x5
    mov     q, x0
    eors    q, q, \t
    ands    p, p, \t
    mov     \t, x1
    eors    \t, \t, p
    eors    \t, \t, \x4
    add_product orrs, \x5, \x6, \x4, p
.endm

.macro turn_and_add x, unit, turn, key, t
    ror_by  \x, \unit * \turn, \t
    ldr     \t, [p, #\key]
    eors    \x, \x, \t
.endm

/* Rows 3 to 7 are then in x6 x5 x4 x3 t, and x7 is free instead of t. */
.macro round unit, key, x3, x4, x5, x6, x7, t
    sbox    \x3, \x4, \x5, \x6, \x7, \t
    mov     x0, \x7
    mov     p, rk
    turn_and_add q, \unit, 1, \key, \x7
    mov     x1, q
    mov     q, x2
    turn_and_add q, \unit, 4, \key + 4, \x7
    mov     x2, q
    turn_and_add \x6, \unit, 5, \key + 8, q
    turn_and_add \x5, \unit, 2, \key + 12, q
    turn_and_add \x4, \unit, 3, \key + 16, q
    turn_and_add \x3, \unit, 7, \key + 20, q
    turn_and_add \t, \unit, 6, \key + 24, q
    mov     p, row0
    ldm     p!, {q}
    mov     row0, p
    mov     p, x0
    eors    p, p, q
    mov     x0, p
.endm

.macro add_row x, key
    ldr     q, [p, #\key]
    eors    \x, \x, q
.endm

.macro add_high_row x, key, t
    mov     \t, \x
    add_row \t, \key
    mov     \x, \t
.endm

/* Row 0 is the word at p. */
.macro add_key key, x3, x4, x5, x6, x7, t
    add_high_row x0, 0, \t
    mov     p, rk
    add_high_row x1, \key, \t
    add_high_row x2, \key + 4, \t
    add_row \x3, \key + 8
    add_row \x4, \key + 12
    add_row \x5, \key + 16
    add_row \x6, \key + 20
    add_row \x7, \key + 24
.endm

.macro other_parts
    add     rk, rk, apart
    mov     q, apart
    rsbs    q, q, #0
    mov     apart, q
.endm

/* Rows 3 to 7 from r6 r5 r4 r3 r2 to r3 to r7. */
.macro encrypt unit
    mov     p, row0
    add_key 0, r6, r5, r4, r3, r2, r7
    movs    p, #4
    add     row0, row0, p
    b       12f
11: other_parts
    round   \unit, 0, r3, r4, r5, r6, r7, r2
12: round   \unit, 28, r6, r5, r4, r3, r2, r7
    ldr     q, [sp, #END]
    cmp     q, row0
    beq     13f
    b       11b
13:
.endm

/* Rows 3 to 7 are then in x6 x5 x4 x3 x7. */
.macro inverse_sbox x3, x4, x5, x6, x7, t
    add_product orrs, \x4, \x3, \x5, \t
    add_product orrs, \x3, \x5, \x6, \t
    mov     p, x0
    movs    q, p
    eors    q, q, \x3
    ands    p, p, \x4
    eors    \x3, \x3, p
    movs    \t, \x6
    eors    \t, \t, \x4
    mov     p, x2
    eors    p, p, q
    ands    q, q, \t
    eors    \x7, \x7, q
    eors    \x7, \x7, \x5
    mov     q, x1
    eors    q, q, \t
    mov     \t, x0
    eors    \t, \t, \x7
    eors    \x6, \x6, p
    eors    \x5, \x5, q

    mov     x0, \t
    mvns    p, p
    add_product orrs, \x7, p, q, \t
    add_product orrs, q, p, \x7, \t
    add_product ands, p, \x7, q, \t
    mov     x1, \x7
    mov     x2, p
    mov     \x7, x0
    mov     x0, q

    add_product ands, \x5, \x4, \x3, \t
    eors    \x4, \x4, \x7
    add_product orrs, \x6, \x5, \x4, \t
    eors    \x3, \x3, \x6
    eors    \x7, \x7, \x5
    add_product ands, \x5, \x6, \x4, \t
    add_product ands, \x4, \x7, \x3, \t
.endm

.macro add_and_turn x, unit, turn, key
    add_row \x, \key
    ror_by  \x, \unit * \turn, q
.endm

.macro add_key_and_turn unit, key, x3, x4, x5, x6, x7, t
    mov     p, row0
    subs    p, p, #4
    mov     row0, p
    add_high_row x0, 0, \t
    mov     p, rk
    mov     \t, x1
    add_and_turn \t, \unit, 7, \key
    mov     x1, \t
    mov     \t, x2
    add_and_turn \t, \unit, 4, \key + 4
    mov     x2, \t
    add_and_turn \x3, \unit, 3, \key + 8
    add_and_turn \x4, \unit, 6, \key + 12
    add_and_turn \x5, \unit, 5, \key + 16
    add_and_turn \x6, \unit, 1, \key + 20
    add_and_turn \x7, \unit, 2, \key + 24
.endm

/* Rows 3 to 7 from r3 to r7 to r6 r5 r4 r3 r7. */
.macro decrypt unit
    add_key_and_turn \unit, 28, r3, r4, r5, r6, r7, r2
11: inverse_sbox r3, r4, r5, r6, r7, r2
    add_key_and_turn \unit, 0, r6, r5, r4, r3, r7, r2
    other_parts
    inverse_sbox r6, r5, r4, r3, r7, r2
    add_key_and_turn \unit, 28, r3, r4, r5, r6, r7, r2
    ldr     q, [sp, #END]
    cmp     q, row0
    beq     13f
    b       11b
13: inverse_sbox r3, r4, r5, r6, r7, r2
    mov     p, row0
    subs    p, p, #4
    add_key 0, r6, r5, r4, r3, r7, r2
.endm

/* The registers of rows 3 to 7 at the start and end of each direction. */
.macro with_rows_before_encrypt do
    \do     r6, r5, r4, r3, r2
.endm

.macro with_rows_after_encrypt do
    \do     r3, r4, r5, r6, r7
.endm

.macro with_rows_before_decrypt do
    \do     r3, r4, r5, r6, r7
.endm

.macro with_rows_after_decrypt do
    \do     r6, r5, r4, r3, r7
.endm

/* rk, row0, apart and END for the layout: `four` is 0 or 1. */
.macro begin_encrypt four
    ldr     r0, [sp, #SCHEDULE]
    ldm     r0!, {r1}
    movs    r2, r1
    subs    r2, r2, #9
    movs    r3, #14
    muls    r2, r3, r2
    adds    r1, r1, #1
    lsls    r1, r1, #2
    .if     \four
    adds    r4, r0, r2
    mov     rk, r4
    adds    r4, r4, r2
    adds    r4, r4, r1
    .else
    mov     rk, r0
    adds    r4, r0, r2
    adds    r4, r4, r2
    .endif
    subs    r2, r2, #56
    mov     apart, r2
    adds    r1, r1, r4
    mov     row0, r4
    str     r1, [sp, #END]
.endm

.macro begin_decrypt four
    begin_encrypt \four
    adds    r4, r4, #4
    mov     row0, r1
    str     r4, [sp, #END]
.endm

/* One block at r1; t is 0x01010101. */
.macro load_row x, at, t
    ldrb    \x, [r1, #\at]
    muls    \x, \t, \x
.endm

.macro load_block x3, x4, x5, x6, x7
    movs    r0, #1
    lsls    \x3, r0, #8
    orrs    r0, r0, \x3
    lsls    \x3, r0, #16
    orrs    r0, r0, \x3
    load_row \x3, 0, r0
    mov     x0, \x3
    load_row \x3, 1, r0
    mov     x1, \x3
    load_row \x3, 2, r0
    mov     x2, \x3
    load_row \x3, 3, r0
    load_row \x4, 4, r0
    load_row \x5, 5, r0
    load_row \x6, 6, r0
    load_row \x7, 7, r0
.endm

/* ... to r0; r1 is clobbered. */
.macro store_block x3, x4, x5, x6, x7
    strb    \x3, [r0, #3]
    strb    \x4, [r0, #4]
    strb    \x5, [r0, #5]
    strb    \x6, [r0, #6]
    strb    \x7, [r0, #7]
    mov     r1, x0
    strb    r1, [r0]
    mov     r1, x1
    strb    r1, [r0, #1]
    mov     r1, x2
    strb    r1, [r0, #2]
.endm

.macro each_block op, p, at, a, b, c, d
    \op     \a, [\p, #\at]
    \op     \c, [\p, #\at + 8]
    \op     \b, [\p, #\at + 16]
    \op     \d, [\p, #\at + 24]
.endm

/* Four blocks at r1; x3 is not r0. */
.macro load_blocks x3, x4, x5, x6, x7
    each_block ldr, r1, 0, r0, \x4, \x5, \x3
    to_rows r0, \x4, \x5, \x3, \x6, \x7
    mov     x0, r0
    mov     x1, \x4
    mov     x2, \x5
    each_block ldr, r1, 4, \x4, \x5, \x6, \x7
    to_rows \x4, \x5, \x6, \x7, r0, r1
.endm

/* ... to TO. */
.macro store_blocks x3, x4, x5, x6, x7
    from_rows \x4, \x5, \x6, \x7, r0, r1
    ldr     r0, [sp, #TO]
    each_block str, r0, 4, \x4, \x5, \x6, \x7
    mov     \x4, x0
    mov     \x5, x1
    mov     \x6, x2
    from_rows \x4, \x5, \x6, \x3, \x7, r1
    each_block str, r0, 0, \x4, \x5, \x6, \x3
.endm

/* Words from r1 to r0, up to r2. */
.macro copy_words
9:  ldm     r1!, {r3}
    stm     r0!, {r3}
    cmp     r1, r2
    bne     9b
.endm

.macro kernel direction
blocks_function narae_pipo_\direction\()_v6m, 8, narae_unaligned_blocks
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    sub     sp, sp, #FRAME
    str     r0, [sp, #SCHEDULE]
1:  str     r1, [sp, #OUT]
    str     r2, [sp, #IN]
    str     r3, [sp, #NBLOCKS]
    cmp     r3, #1
    bne     2f
    b       7f
2:  cmp     r3, #4
    bhs     3f
    lsls    r3, r3, #3
    movs    r1, r2
    adds    r2, r2, r3
    add     r0, sp, #GROUP
    copy_words
    add     r1, sp, #GROUP
    str     r1, [sp, #IN]
3:  str     r1, [sp, #TO]
    begin_\direction 1
    ldr     r1, [sp, #IN]
    with_rows_before_\direction load_blocks
    b       4f
    .ltorg
4:  \direction 4
    with_rows_after_\direction store_blocks
    ldr     r1, [sp, #OUT]
    ldr     r2, [sp, #IN]
    ldr     r3, [sp, #NBLOCKS]
    subs    r3, r3, #4
    blo     5f
    beq     6f
    adds    r1, r1, #32
    adds    r2, r2, #32
    b       1b
5:  movs    r0, r1
    movs    r1, r2
    adds    r3, r3, #4
    lsls    r3, r3, #3
    adds    r2, r2, r3
    copy_words
6:  add     sp, sp, #FRAME
    return_all
    .ltorg
7:  begin_\direction 0
    ldr     r1, [sp, #IN]
    with_rows_before_\direction load_block
    \direction 1
    ldr     r0, [sp, #OUT]
    with_rows_after_\direction store_block
    add     sp, sp, #FRAME
    return_all
end_function narae_pipo_\direction\()_v6m
.endm

    kernel  encrypt
    kernel  decrypt

#endif
