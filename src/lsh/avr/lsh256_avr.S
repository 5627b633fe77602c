/* SPDX-License-Identifier: MIT */
/* The compression function of LSH-256 for AVR.  KS X 3262; its step is that of step.inc.
 *
 *   void narae_lsh256_block_avr(uint32_t chain[16], uint32_t block[32]);
 *
 * Columns l and l + 4 of an even step give all words of two columns of the odd step: these
 * four words stay in registers for two steps, which halves the loads and stores of the
 * state, from the chain to the stack and back.  The message is expanded in place, for two
 * steps at once.  Rotations by whole bytes are renaming: `turn` below.  Cycles:
 *
 *     a column     XORs with the message 24, three additions 12, rotations by single bits 16
 *                  and 5, constant 16: 73
 *     two steps    16 x 73, the state loaded and stored 256, the message expanded 4 x 160:
 *                  2,064; pointers 46, four calls 28, loops 24: 2,162
 *
 *     the block    13 x 2,162 = 28,106, the message added to the chain 624, registers and
 *                  arguments 165: 28,895
 *
 * The stack is wiped during the addition of the message.  Time is constant. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file   "lsh256_avr.S"

#    include <avr/io.h>

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

#    define CONSTANTS narae_lsh256_constants
#    define END (CONSTANTS + 832)

/* Pointers: the message of even steps and of odd ones, the constants of two steps, the state
 * before and after them. */
#    define even_message 18
#    define odd_message 20
#    define constants 22
#    define before 24
#    define after 26

/* The four words in registers, x and y of two columns: the byte i of a word w is
 * byte(w, i). */
#    define XA 2
#    define YA 6
#    define XB 10
#    define YB 14
#    define byte(w, i) \w + (((i) - .Lturn\w) & 3)

.macro turn_left x, bytes
    .set    .Lturn\x, (.Lturn\x + \bytes) & 3
.endm

/* ADD the first byte, ADC the others. */
.macro add_word x, y
    add     byte(x, 0), byte(y, 0)
    adc     byte(x, 1), byte(y, 1)
    adc     byte(x, 2), byte(y, 2)
    adc     byte(x, 3), byte(y, 3)
.endm

.macro right_by_3 x
    mov     r0, byte(x, 0)
    .rept   3
    lsr     r0
    ror     byte(x, 3)
    ror     byte(x, 2)
    ror     byte(x, 1)
    ror     byte(x, 0)
    .endr
.endm

.macro left_by_1 x
    lsl     byte(x, 0)
    rol     byte(x, 1)
    rol     byte(x, 2)
    rol     byte(x, 3)
    adc     byte(x, 0), r1
.endm

.macro load x, from
    .set    .Lturn\x, 0
    ldd     byte(x, 0), Z + 4 * (\from)
    ldd     byte(x, 1), Z + 4 * (\from) + 1
    ldd     byte(x, 2), Z + 4 * (\from) + 2
    ldd     byte(x, 3), Z + 4 * (\from) + 3
.endm

.macro store x, to
    std     Y + 4 * (\to), byte(x, 0)
    std     Y + 4 * (\to) + 1, byte(x, 1)
    std     Y + 4 * (\to) + 2, byte(x, 2)
    std     Y + 4 * (\to) + 3, byte(x, 3)
.endm

.macro xor_byte x, i, load, from:vararg
    \load   r0, \from
    eor     byte(x, \i), r0
.endm

.macro xor_message x, from
    xor_byte \x, 0, ldd, Y + 4 * (\from)
    xor_byte \x, 1, ldd, Y + 4 * (\from) + 1
    xor_byte \x, 2, ldd, Y + 4 * (\from) + 2
    xor_byte \x, 3, ldd, Y + 4 * (\from) + 3
.endm

.macro xor_constant x
    xor_byte \x, 0, lpm, Z+
    xor_byte \x, 1, lpm, Z+
    xor_byte \x, 2, lpm, Z+
    xor_byte \x, 3, lpm, Z+
.endm

/* `alpha` is this and three bits to the right, `beta` this and one bit to the left; in
 * bytes. */
.macro column x, y, alpha, beta
    add_word \x, \y
    turn_left \x, \alpha
    right_by_3 \x
    xor_constant \x
    add_word \y, \x
    turn_left \y, \beta
    left_by_1 \y
    add_word \x, \y
.endm

/* Columns l and l + 4 of an even step, whose last rotations are by `turna` and `turnb` bytes,
 * and u and v of the odd one, each word of which is stored in another place. */
.macro two_steps l, turna, turnb, u, v, xu, yu, turnu, xv, yv, turnv
    movw    r30, before
    load    XA, \l
    load    YA, \l + 8
    load    XB, \l + 4
    load    YB, \l + 12
    movw    r28, even_message
    xor_message XA, \l
    xor_message YA, \l + 8
    xor_message XB, \l + 4
    xor_message YB, \l + 12
    flash_table CONSTANTS, r30
    movw    r30, constants
    .if     \l
    adiw    r30, 4 * \l
    .endif
    rcall   even_columns
    turn_left YA, \turna
    turn_left YB, \turnb

    movw    r28, odd_message
    xor_message XB, \u
    xor_message XA, \u + 8
    xor_message YB, \v
    xor_message YA, \v + 8
    adiw    r30, 4 * (\u + 3 - \l)
    column  XB, XA, 1, 2
    adiw    r30, 4 * (\v - \u - 1)
    column  YB, YA, 1, 2
    flash_done r30
    turn_left XA, \turnu
    turn_left YA, \turnv
    movw    r28, after
    store   XB, \xu
    store   XA, \yu
    store   YB, \xv
    store   YA, \yv
.endm

.macro store_also x, to
    std     Z + 4 * (\to), byte(x, 0)
    std     Z + 4 * (\to) + 1, byte(x, 1)
    std     Z + 4 * (\to) + 2, byte(x, 2)
    std     Z + 4 * (\to) + 3, byte(x, 3)
.endm

.macro load_even x, from
    .set    .Lturn\x, 0
    ldd     byte(x, 0), Y + 4 * (\from)
    ldd     byte(x, 1), Y + 4 * (\from) + 1
    ldd     byte(x, 2), Y + 4 * (\from) + 2
    ldd     byte(x, 3), Y + 4 * (\from) + 3
.endm

/* Expands word a of both messages: adds word b of the even one, then of the odd one.  c is
 * word a of the odd message and is replaced by its word b. */
.macro expand_word a, b, sum, c
    load_even \sum, \b
    add_word \sum, \c
    store   \sum, \a
    load    \c, \b
    add_word \sum, \c
    store_also \sum, \a
.endm

/* A cycle of four words: each takes the old value of the next. */
.macro expand a, b, c, d
    load_even YB, \a
    load    XB, \a
    load_even XA, \b
    add_word XA, XB
    store   XA, \a
    load    YA, \b
    add_word XA, YA
    store_also XA, \a
    expand_word \b, \c, XA, YA
    expand_word \c, \d, XA, YA
    add_word YB, YA
    store   YB, \d
    add_word YB, XB
    store_also YB, \d
.endm

    .section .text.narae_lsh256_block_avr, "ax", @progbits
    .type   even_columns, @function
even_columns:
    .irp    x, 2, 6, 10, 14
    .set    .Lturn\x, 0
    .endr
    column  XA, YA, 0, 0
    adiw    r30, 12
    column  XB, YB, 0, 0
    ret
    .size   even_columns, . - even_columns

function narae_lsh256_block_avr
    push_range 2, 17
    push_range 28, 29
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    sbiw    r28, 63
    sbiw    r28, 1
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    movw    after, r28
    adiw    after, 1
    movw    even_message, r22
    movw    odd_message, r22
    subi    odd_message, lo8(-64)
    sbci    odd_message + 1, hi8(-64)
    ldi     constants, lo8(CONSTANTS)
    ldi     constants + 1, hi8(CONSTANTS)

1:  two_steps 0, 0, 3, 1, 4, 10, 15, 1, 1, 4, 3
    two_steps 1, 1, 2, 2, 7, 8, 14, 2, 3, 5, 0
    two_steps 2, 2, 1, 0, 6, 9, 12, 0, 0, 6, 1
    two_steps 3, 3, 0, 3, 5, 11, 13, 3, 2, 7, 2

    movw    r28, even_message
    movw    r30, odd_message
    set
2:  expand  0, 3, 1, 2
    expand  4, 7, 6, 5
    brtc    3f
    adiw    r28, 32
    adiw    r30, 32
    clt
    rjmp    2b
3:  movw    r30, before
    movw    before, after
    movw    after, r30
    subi    constants, lo8(-64)
    sbci    constants + 1, hi8(-64)
    ldi     r30, hi8(END)
    cpi     constants, lo8(END)
    cpc     constants + 1, r30
    breq    4f
    rjmp    1b

    /* Adds the message to the chain, to which the state is written from the stack. */
4:  movw    r28, even_message
    movw    r30, before
    ldi     r20, 16
5:  .rept   4
    ld      r0, Y+
    ld      r2, Z
    st      Z+, r1
    eor     r0, r2
    st      X+, r0
    .endr
    dec     r20
    brne    5b
    movw    r28, r30
    sbiw    r28, 1
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    pop_range 28, 29
    pop_range 2, 17
    ret
end_function narae_lsh256_block_avr

#endif
