/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256 for AVR with MUL.  Kim et al., ICISC 2020.
 *
 *   void narae_pipo_encrypt_avr(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_pipo_decrypt_avr(likewise);
 *
 * A row is a register.  Encryption with a key of 16 bytes keeps the key in
 * registers too, and a round has no moves: the S-box permutes its rows, 0 7 1
 * in a cycle, 3 6 and 4 5 exchanged, so after six rounds all names are
 * restored.  An iteration is six rounds; the loop is entered before the last
 * one: 1 + 6 + 6.  Cycles:
 *
 *     S-box       46: pipo/sbox.h with a move for each AND and OR
 *     rotations   20: by 7 4 3 6 5 1 2 places 3 1 4 3 3 2 4.  The one by 6 is
 *                 a product with 64 whose halves are added in r0, where row 4
 *                 stays until the S-box overwrites it
 *     key          8, number of the round 2
 *
 *     76 x 13 + 8 = 996, and 177 for the call, saved registers, key, block and
 *
 * Decryption and longer keys use a loop of one round with the key in memory, as
 * does everything with NARAE_SMALL.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "pipo_avr.S"

#    include "core/avr/call.inc"

#    define a1 r1

/* The S-box.  On entry bit 4 is in r0, and x4 is free.  Out: bits 0 ... 7 in x7
 * x0 x2 x6 x5 x4 x3 x1. */
.macro sbox x0, x1, x2, x3, x4, x5, x6, x7, spare
    mov     \x4, \x7
    and     \x4, \x6
    eor     \x5, \x4
    mov     \x4, \x3
    and     \x4, \x5
    eor     \x4, r0
    eor     \x7, \x4
    eor     \x6, \x3
    mov     r0, \x4
    or      r0, \x5
    eor     \x3, r0
    eor     \x5, \x7
    mov     r0, \x5
    and     r0, \x6
    eor     \x4, r0

    mov     r0, \x1
    and     r0, \x0
    eor     \x2, r0
    mov     r0, \x2
    or      r0, \x1
    eor     \x0, r0
    mov     r0, \x2
    or      r0, \x0
    eor     \x1, r0
    com     \x2

    eor     \x7, \x1
    eor     \x3, \x2
    eor     \x4, \x0
    mov     r0, \x7
    and     r0, \x5
    eor     \x6, r0
    mov     a1, \x7
    eor     a1, \x6
    mov     r0, \x4
    or      r0, \x3
    eor     \x6, r0
    mov     \spare, \x3
    eor     \spare, \x5
    mov     r0, \x6
    or      r0, \x4
    eor     \x5, r0
    eor     \x0, \spare
    eor     \x2, a1
    eor     \x1, \x4
    and     \spare, a1
    eor     \x1, \spare
.endm

.macro rol1 x, zero
    lsl     \x
    adc     \x, \zero
.endm

.macro ror1 x
    bst     \x, 0
    lsr     \x
    bld     \x, 7
.endm

/* All rows but the fourth. */
.macro rotate_rows y1, y2, y3, y5, y6, y7, zero
    ror1    \y1
    swap    \y2
    swap    \y3
    ror1    \y3
    swap    \y5
    rol1    \y5, \zero
    rol1    \y6, \zero
    rol1    \y7, \zero
    rol1    \y7, \zero
.endm

/* --- encryption, the key in registers ------------------------------------ */

#    ifndef NARAE_SMALL

#        define row 2
#        define k 10
#        define scratch 28
#        define number 29
#        define none 30
#        define by64 31

/* Row 4 in r0 before and after. */
.macro encrypt_round x0, x1, x2, x3, x4, x5, x6, x7, key
    sbox    \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7, scratch
    mul     \x5, by64
    eor     r0, r1
    eor     r0, \key + 4
    rotate_rows \x0, \x2, \x6, \x4, \x3, \x1, none
    inc     number
    eor     \x7, number
    eor     \x7, \key
    eor     \x0, \key + 1
    eor     \x2, \key + 2
    eor     \x6, \key + 3
    eor     \x4, \key + 5
    eor     \x3, \key + 6
    eor     \x1, \key + 7
.endm

block_function narae_pipo_encrypt_avr, 8
    movw    r30, r24
    ld      r18, Z
    cpi     r18, 13
    breq    1f
    rjmp    narae_pipo_encrypt_loop
1:  push_range 2, 17
    push_range 28, 29
    movw    r26, r20
    .irp n, 1, 7, 2, 6
    ld      row + \n, X+
    .endr
    ld      r0, X+
    .irp n, 4, 3, 0
    ld      row + \n, X+
    .endr
    movw    r26, r22
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    ldd     k + \n, Z + 4 + \n
    .endr
    clr     number
    clr     none
    ldi     by64, 64
    eor     row + 1, k
    eor     row + 7, k + 1
    eor     row + 2, k + 2
    eor     row + 6, k + 3
    eor     r0, k + 4
    eor     row + 4, k + 5
    eor     row + 3, k + 6
    eor     row, k + 7
    rjmp    2f

1:  encrypt_round row, row+1, row+2, row+3, row+4, row+5, row+6, row+7, k
    encrypt_round row+7, row, row+2, row+6, row+5, row+4, row+3, row+1, k+8
    encrypt_round row+1, row+7, row+2, row+3, row+4, row+5, row+6, row, k
    encrypt_round row, row+1, row+2, row+6, row+5, row+4, row+3, row+7, k+8
    encrypt_round row+7, row, row+2, row+3, row+4, row+5, row+6, row+1, k
2:  encrypt_round row+1, row+7, row+2, row+6, row+5, row+4, row+3, row, k+8
    sbrs    number, 3
    rjmp    1b

    .irp n, 0, 1, 2, 3
    st      X+, row + \n
    .endr
    st      X+, r0
    .irp n, 5, 6, 7
    st      X+, row + \n
    .endr
    clr     r1
    pop_range 28, 29
    pop_range 2, 17
    ret
end_function narae_pipo_encrypt_avr

#    endif

/* --- one round in a loop ------------------------------------------------- */

#    define x 18
#    define rounds 13
#    define last 14
#    define zero 15
#    define b1 16
#    define r 17

.macro exchange y, z
    mov     r0, \y
    mov     \y, \z
    mov     \z, r0
.endm

/* X = first row of the key, rows = block, `last` = mask of the part's number, 1
 * or 3; the address of the output is on the stack. */
.macro enter_loop
    push_range 13, 17
    push_range 22, 23
    movw    r26, r24
    movw    r30, r20
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld      x + \n, Z+
    .endr
    ld      r, X+
    adiw    r26, 3
    clr     zero
    ldi     b1, 1
    mov     rounds, r
    sbrc    r, 4
    ldi     b1, 3
    mov     last, b1
.endm

.macro leave_loop
    pop_range 26, 27
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    st      X+, x + \n
    .endr
    clr     r1
    pop_range 13, 17
    ret
.endm

.macro add_round_key
    mov     r0, r
    and     r0, last
    lsl     r0
    lsl     r0
    lsl     r0
    movw    r30, r26
    add     r30, r0
    adc     r31, zero
    eor     x, r
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld      r0, Z+
    eor     x + \n, r0
    .endr
.endm

#    ifdef NARAE_SMALL
block_function narae_pipo_encrypt_avr, 8
#    else
    .section .text.narae_pipo_encrypt_loop, "ax", @progbits
    .type   narae_pipo_encrypt_loop, @function
narae_pipo_encrypt_loop:
#    endif
    enter_loop
    clr     r
2:  add_round_key
    cp      r, rounds
    brne    1f
    rjmp    3f
1:  inc     r
    mov     r0, x + 4
    sbox    x, x+1, x+2, x+3, x+4, x+5, x+6, x+7, b1
    mov     r0, x + 7
    mov     x + 7, x + 1
    mov     x + 1, x
    mov     x, r0
    exchange x+3, x+6
    exchange x+4, x+5
    rotate_rows x+1, x+2, x+3, x+5, x+6, x+7, zero
    ror1    x+4
    ror1    x+4
    rjmp    2b
3:  leave_loop
#    ifdef NARAE_SMALL
end_function narae_pipo_encrypt_avr
#    else
    .size   narae_pipo_encrypt_loop, . - narae_pipo_encrypt_loop
#    endif

/* The steps of sbox backwards; bit i in xi at the end. */
.macro sbox_inverse x0, x1, x2, x3, x4, x5, x6, x7, spare
    mov     r0, \x6
    or      r0, \x4
    eor     \x5, r0
    mov     r0, \x4
    or      r0, \x3
    eor     \x6, r0
    mov     a1, \x7
    eor     a1, \x6
    mov     \spare, \x3
    eor     \spare, \x5
    mov     r0, \x7
    and     r0, \x5
    eor     \x6, r0
    eor     \x0, \spare
    eor     \x2, a1
    eor     \x1, \x4
    and     \spare, a1
    eor     \x1, \spare
    eor     \x7, \x1
    eor     \x3, \x2
    eor     \x4, \x0

    com     \x2
    mov     r0, \x2
    or      r0, \x0
    eor     \x1, r0
    mov     r0, \x2
    or      r0, \x1
    eor     \x0, r0
    mov     r0, \x1
    and     r0, \x0
    eor     \x2, r0

    mov     r0, \x5
    and     r0, \x6
    eor     \x4, r0
    eor     \x5, \x7
    mov     r0, \x4
    or      r0, \x5
    eor     \x3, r0
    eor     \x6, \x3
    eor     \x7, \x4
    mov     r0, \x3
    and     r0, \x5
    eor     \x4, r0
    mov     r0, \x7
    and     r0, \x6
    eor     \x5, r0
.endm

block_function narae_pipo_decrypt_avr, 8
    enter_loop
1:  add_round_key
    tst     r
    brne    0f
    rjmp    2f
0:  dec     r
    rol1    x+1, zero
    swap    x + 2
    swap    x + 3
    rol1    x+3, zero
    rol1    x+4, zero
    rol1    x+4, zero
    swap    x + 5
    ror1    x+5
    ror1    x+6
    ror1    x+7
    ror1    x+7
    mov     r0, x
    mov     x, x + 1
    mov     x + 1, x + 7
    mov     x + 7, r0
    exchange x+3, x+6
    exchange x+4, x+5
    sbox_inverse x, x+1, x+2, x+3, x+4, x+5, x+6, x+7, b1
    rjmp    1b
2:  leave_loop
end_function narae_pipo_decrypt_avr

#endif
