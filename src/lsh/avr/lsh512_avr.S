/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-512 for AVR.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh512_block_avr(uint64_t chain[16], uint64_t block[32]);
 *
 * A column is in registers; even steps read the state from the chain and write it to the
 * stack, odd ones the other way.  The message is expanded in place.  Rotations by whole
 * bytes are renaming: `turn` below.  Cycles:
 *
 *     a column   loads 32, XORs with the message 48, three additions 24, rotations by single
 *                bits 10 and 27, constant 32, stores 32: 205; pointers 11, call 7: 223
 *     a step     8 x 223, the message expanded 16 x 56: 2,680; pointers and calls 42: 2,722
 *
 *     the block  28 x 2,722 = 76,216, the message added to the chain 1,247, registers and
 *                arguments 136: 77,599
 *
 * The stack is wiped during the addition of the message.  Time is constant. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file   "lsh512_avr.S"

#    include <avr/io.h>

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

#    define CONSTANTS narae_lsh512_constants
#    define END (CONSTANTS + 8 * 8 * 28)

/* Pointers: half of the state that is written, the message of a step, the block, the chain. */
#    define half 18
#    define message 20
#    define block 22
#    define chain 24

/* The words of a column in registers, or two of the message: the byte i of a word w is
 * byte(w, i). */
#    define XW 2
#    define YW 10
#    define byte(w, i) \w + (((i) - .Lturn\w) & 7)

.macro turn_left x, bytes
    .set    .Lturn\x, (.Lturn\x + \bytes) & 7
.endm

.macro add_byte i, x, y
    .if     \i
    adc     \x, \y
    .else
    add     \x, \y
    .endif
.endm

.macro add_word x, y
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    add_byte \i, byte(x, \i), byte(y, \i)
    .endr
.endm

.macro right_by_1 x
    mov     r0, byte(x, 0)
    lsr     r0
    .irp    i, 7, 6, 5, 4, 3, 2, 1, 0
    ror     byte(x, \i)
    .endr
.endm

.macro left_by_3 x
    .rept   3
    lsl     byte(x, 0)
    .irp    i, 1, 2, 3, 4, 5, 6, 7
    rol     byte(x, \i)
    .endr
    adc     byte(x, 0), r1
    .endr
.endm

.macro load_next x
    .set    .Lturn\x, 0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ld      \x + \i, X+
    .endr
.endm

.macro xor_message x
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Y + \i
    eor     \x + \i, r0
    .endr
.endm

.macro store x, to
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    std     Y + 8 * (\to) + \i, byte(x, \i)
    .endr
.endm

/* The next column of an even or an odd step; Y = where it is written. */
.macro column alpha, beta
    movw    r28, message
    load_next XW
    adiw    r26, 56
    load_next YW
    subi    r26, lo8(64)
    sbci    r27, hi8(64)
    xor_message XW
    subi    r28, lo8(-64)
    sbci    r29, hi8(-64)
    xor_message YW
    sbiw    r28, 56
    movw    message, r28
    add_word XW, YW
    turn_left XW, \alpha
    right_by_1 XW
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    lpm     r0, Z+
    xor_constant XW, \i
    .endr
    add_word YW, XW
    turn_left YW, \beta
    left_by_3 YW
    add_word XW, YW
    movw    r28, half
    ret
.endm

.macro xor_constant x, i
    eor     byte(x, \i), r0
.endm

.macro four_columns function, first, alpha, beta, x0, y0, x1, y1, x2, y2, x3, y3
    .set    .Lgamma, \first
    .irp    to, \x0, \x1, \x2, \x3
    rcall   \function
    .set    .Lturn2, \alpha
    .set    .Lturn10, (\beta + .Lgamma) & 7
    store   XW, \to
    .if     \to == \x0
    store   YW, \y0
    .elseif \to == \x1
    store   YW, \y1
    .elseif \to == \x2
    store   YW, \y2
    .else
    store   YW, \y3
    .endif
    .set    .Lgamma, .Lgamma + 2
    .endr
.endm

/* Words of the upper half of the state are written first. */
.macro step function, alpha, beta
    four_columns \function, 0, \alpha, \beta, 1, 4, 2, 7, 0, 6, 3, 5
    subi    half, lo8(64)
    sbci    half + 1, hi8(64)
    four_columns \function, 1, \alpha, \beta, 1, 4, 2, 7, 0, 6, 3, 5
.endm

/* Word a of the step's message = word a of the next step's message + word b of this one. */
.macro expand_word a, b
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     YW + \i, Z + 8 * \a + \i
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Y + 8 * \b + \i
    add_byte \i, YW + \i, r0
    .endr
    store   YW, \a
.endm

/* A cycle of four words: each takes the old value of the next. */
.macro expand a, b, c, d
    .set    .Lturn2, 0
    .set    .Lturn10, 0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     XW + \i, Y + 8 * \a + \i
    .endr
    expand_word \a, \b
    expand_word \b, \c
    expand_word \c, \d
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Z + 8 * \d + \i
    add_byte \i, XW + \i, r0
    .endr
    store   XW, \d
.endm

    .section .text.narae_lsh512_block_avr, "ax", @progbits

    .type   even_column, @function
even_column:
    column  3, 7
    .size   even_column, . - even_column

    .type   odd_column, @function
odd_column:
    column  1, 0
    .size   odd_column, . - odd_column

/* Expands the message at Y; that of the next step is at Z. */
    .type   expand_message, @function
expand_message:
    set
1:  expand  0, 3, 1, 2
    expand  4, 7, 6, 5
    brtc    2f
    subi    r28, lo8(-64)
    sbci    r29, hi8(-64)
    subi    r30, lo8(-64)
    sbci    r31, hi8(-64)
    clt
    rjmp    1b
2:  ret
    .size   expand_message, . - expand_message

function narae_lsh512_block_avr
    push_range 2, 17
    push_range 28, 29
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    subi    r28, lo8(128)
    sbci    r29, hi8(128)
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    ldi     r30, lo8(CONSTANTS)
    ldi     r31, hi8(CONSTANTS)

1:  flash_table CONSTANTS, half
    movw    r26, chain
    movw    message, block
    in      half, _SFR_IO_ADDR(SPL)
    in      half + 1, _SFR_IO_ADDR(SPH)
    subi    half, lo8(-65)
    sbci    half + 1, hi8(-65)
    step    even_column, 3, 7
    push    r30
    push    r31
    flash_done r30
    movw    r28, block
    movw    r30, block
    subi    r30, lo8(-128)
    sbci    r31, hi8(-128)
    rcall   expand_message
    pop     r31
    pop     r30
    flash_table CONSTANTS, half

    in      r26, _SFR_IO_ADDR(SPL)
    in      r27, _SFR_IO_ADDR(SPH)
    adiw    r26, 1
    movw    message, block
    subi    message, lo8(-128)
    sbci    message + 1, hi8(-128)
    movw    half, chain
    subi    half, lo8(-64)
    sbci    half + 1, hi8(-64)
    step    odd_column, 1, 0
    push    r30
    push    r31
    flash_done r30
    movw    r30, block
    movw    r28, block
    subi    r28, lo8(-128)
    sbci    r29, hi8(-128)
    rcall   expand_message
    pop     r31
    pop     r30
    ldi     r18, hi8(END)
    cpi     r30, lo8(END)
    cpc     r31, r18
    breq    2f
    rjmp    1b

2:  in      r30, _SFR_IO_ADDR(SPL)
    in      r31, _SFR_IO_ADDR(SPH)
    adiw    r30, 1
    movw    r26, block
    movw    r28, chain
    ldi     r18, 32
3:  .rept   4
    ld      r0, X+
    ld      r2, Y
    eor     r0, r2
    st      Y+, r0
    st      Z+, r1
    .endr
    dec     r18
    brne    3b
    sbiw    r30, 1
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r31
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r30
    pop_range 28, 29
    pop_range 2, 17
    ret
end_function narae_lsh512_block_avr

#endif
