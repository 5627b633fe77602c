/* SPDX-License-Identifier: MIT */
/* LEA-128 in little flash and RAM, for AVR with MUL.
 * KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_small_encrypt_avr(const void *key, uint8_t *out,
 *                                    const uint8_t *in, size_t nblocks);
 *   void narae_lea_small_decrypt_avr(likewise);
 *
 * The schedule is the key.  The words T and the constants are in 32 bytes of
 * the stack and are updated in each round; the block is in `out`.
 *
 * The three additions of a round are the same step on two words next to each
 * other, x2 x3, x1 x2 and x0 x1:
 *
 *     D = rol((C ^ ka) + (D ^ T1), n),   ka = T3, T2, T0, n = 29, 27, 9
 *
 * and since x0 is x3 of the next round, the place of D moves down by one word
 * in each step, modulo four.  rol29 and rol27 are a product with 32 or 8 and
 * ror8; rol9 is a product with 2, ror8 and exchanged halves.
 *
 * Decryption first runs the key schedule to its end, then backwards: D =
 * (ror(D, n) - (C ^ ka)) ^ T1, where ror29 and ror27 are a product with 8 or
 * 32, ror9 is one with 128 and exchanged halves.
 *
 *                flash   stack   cycles of a block
 *   encryption     396      43              14,823
 *   decryption    +460      48              23,028
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "lea_small_avr.S"

#include <avr/io.h>

#include "core/avr/call.inc"
#include "core/avr/flash.inc"

#define d 8
#define round r13
#define out r14
#define place r16 /* offset of D in the block; of the round's constant too */
#define n r17
#define t 18
#define c 22

#define CONSTANTS 1
#define T 17

.macro rol1 x
    lsl     \x
    rol     \x + 1
    rol     \x + 2
    rol     \x + 3
    adc     \x, r1
.endm

/* x = ror(x, 1) */
.macro ror1 x
    bst     \x, 0
    lsr     \x + 3
    ror     \x + 2
    ror     \x + 1
    ror     \x
    bld     \x + 3, 7
.endm

/* X = address of the round's constant */
.macro constant_to_x
    movw    r26, r28
    adiw    r26, CONSTANTS
    add     r26, place
    adc     r27, r1
.endm

/* A call to another section; chips with more than 8 KiB have CALL. */
#ifdef __AVR_HAVE_JMP_CALL__
#define far_call call
#else
#define far_call rcall
#endif

    .section .text.narae_lea_small_encrypt_avr, "ax", @progbits
/* Constants from the last byte down; that of round 0 is at 12, of round 1 at
 * 0. */
    flash_align 16
    .type   delta_reversed, @object
delta_reversed:
    .byte   0xc3, 0xef, 0xe9, 0xdb
    .byte   0xc6, 0xf9, 0x87, 0x63
    .byte   0xe7, 0x89, 0xf2, 0x29
    .byte   0x88, 0xc4, 0xd6, 0x04
    .size   delta_reversed, . - delta_reversed

/* Z+ = rol(Z + c, n); c is rotated for the next word. */
    .type   next_word, @function
next_word:
    .irp i, 0, 1, 2, 3
    ldd     t + \i, Z + \i
    .endr
    add     t, c
    adc     t + 1, c + 1
    adc     t + 2, c + 2
    adc     t + 3, c + 3
1:  rol1    t
    dec     n
    brne    1b
    .irp i, 0, 1, 2, 3
    st      Z+, t + \i
    .endr
    rol1    c
    ret
    .size   next_word, . - next_word

/* One addition: ka = Z+, n = 32, 8 or 2. */
    .type   step, @function
step:
    subi    place, 4
    andi    place, 15
    movw    r26, out
    add     r26, place
    adc     r27, r1
    .irp i, 0, 1, 2, 3
    ld      t + \i, X+
    ld      r0, Z+
    eor     t + \i, r0
    .endr
    cpi     place, 12
    brne    1f
    sbiw    r26, 16
1:  ld      c, X+
    ldd     r0, Y + T + 4
    eor     c, r0
    add     t, c
    .irp i, 1, 2, 3
    ld      c, X+
    ldd     r0, Y + T + 4 + \i
    eor     c, r0
    adc     t + \i, c
    .endr

    mul     t, n
    movw    c, r0
    mul     t + 2, n
    movw    c + 2, r0
    mul     t + 1, n
    eor     c + 1, r0
    eor     c + 2, r1
    mul     t + 3, n
    eor     c + 3, r0
    eor     c, r1
    clr     r1
    sbrs    n, 1
    rjmp    1f
    movw    t, c
    movw    c, c + 2
    movw    c + 2, t
1:  sbiw    r26, 4
    st      X+, c + 1
    st      X+, c + 2
    st      X+, c + 3
    st      X+, c
    ret
    .size   step, . - step

/* Copies the block to `out`, T and the constants to the stack, Y before them. */
.macro enter first
    push_range \first, 17
    push_range 28, 29
    movw    out, r22
    movw    r30, r22
    movw    r26, r20
    movw    r28, r24
    adiw    r28, 16
    ldi     n, 16
1:  ld      r0, X+
    st      Z+, r0
    ld      r0, -Y
    push    r0
    dec     n
    brne    1b
    flash_table delta_reversed, n
    ldi     r30, lo8(delta_reversed)
    ldi     r31, hi8(delta_reversed)
    ldi     n, 16
1:  lpm     r0, Z+
    push    r0
    dec     n
    brne    1b
    flash_done n
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
.endm

.macro leave first
    ldi     n, 32
1:  pop     r0
    dec     n
    brne    1b
    pop_range 28, 29
    pop_range \first, 17
    ret
.endm

/* Round key and constant of the next round; Z ends after T. */
.macro next_round way
    constant_to_x
    .irp i, 0, 1, 2, 3
    ld      c + \i, X+
    .endr
    movw    r30, r28
    adiw    r30, T
    .irp turn, 1, 3, 6, 11
    ldi     n, \turn
    \way    next_word
    .endr
    .irp i, 3, 2, 1, 0
    st      -X, c + \i
    .endr
.endm

block_function narae_lea_small_encrypt_avr, 16
    enter   13
    ldi     n, 24
    mov     round, n
    ldi     place, 12
2:  next_round rcall
    sbiw    r30, 4
    ldi     n, 32
    rcall   step
    sbiw    r30, 8
    ldi     n, 8
    rcall   step
    sbiw    r30, 12
    ldi     n, 2
    rcall   step
    dec     round
    brne    2b

    leave   13
end_function narae_lea_small_encrypt_avr

    .section .text.narae_lea_small_decrypt_avr, "ax", @progbits
/* -Z = ror(-Z, n) - c, where c is rotated first. */
    .type   previous_word, @function
previous_word:
    ror1    c
    .irp i, 3, 2, 1, 0
    ld      t + \i, -Z
    .endr
1:  ror1    t
    dec     n
    brne    1b
    sub     t, c
    sbc     t + 1, c + 1
    sbc     t + 2, c + 2
    sbc     t + 3, c + 3
    .irp i, 0, 1, 2, 3
    std     Z + \i, t + \i
    .endr
    ret
    .size   previous_word, . - previous_word

/* One addition back: ka = Z+, n = 128, 32 or 8. */
    .type   step_back, @function
step_back:
    movw    r26, out
    add     r26, place
    adc     r27, r1
    .irp i, 0, 1, 2, 3
    ld      t + \i, X+
    ld      r0, Z+
    eor     t + \i, r0
    .endr
    subi    place, -4
    andi    place, 15
    brne    1f
    sbiw    r26, 16
1:  .irp i, 0, 1, 2, 3
    ld      c + \i, X+
    .endr
    mul     c, n
    movw    d, r0
    mul     c + 2, n
    movw    d + 2, r0
    mul     c + 1, n
    eor     d + 1, r0
    eor     d + 2, r1
    mul     c + 3, n
    eor     d + 3, r0
    eor     d, r1
    clr     r1
    sbrs    n, 7
    rjmp    1f
    movw    c, d
    movw    d, d + 2
    movw    d + 2, c
1:  sub     d, t
    sbc     d + 1, t + 1
    sbc     d + 2, t + 2
    sbc     d + 3, t + 3
    .irp i, 3, 2, 1, 0
    ldd     r0, Y + T + 4 + \i
    eor     d + \i, r0
    st      -X, d + \i
    .endr
    ret
    .size   step_back, . - step_back

block_function narae_lea_small_decrypt_avr, 16
    enter   8
    ldi     n, 24
    mov     round, n
    ldi     place, 12
2:  next_round far_call
    subi    place, -4
    andi    place, 15
    dec     round
    brne    2b

    ldi     n, 24
    mov     round, n
3:  movw    r30, r28
    adiw    r30, T
    ldi     n, 128
    rcall   step_back
    adiw    r30, 4
    ldi     n, 32
    rcall   step_back
    ldi     n, 8
    rcall   step_back
    constant_to_x
    .irp i, 0, 1, 2, 3
    ld      c + \i, X+
    .endr
    .irp turn, 11, 6, 3, 1
    ldi     n, \turn
    rcall   previous_word
    .endr
    .irp i, 3, 2, 1, 0
    st      -X, c + \i
    .endr
    dec     round
    brne    3b
    leave   8
end_function narae_lea_small_decrypt_avr

#endif
