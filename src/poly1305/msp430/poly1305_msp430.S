/* SPDX-License-Identifier: MIT */
/* Poly1305, MSP430 with a hardware multiplier.  RFC 8439, 2.5:  h = (h + block) * r mod 2^130 - 5.
 *
 *     void narae_poly1305_blocks_msp430(narae_poly1305_sum *sum, const uint8_t *in,
 *                                       size_t nblocks, unsigned top);
 *
 * The multiplier adds products of 16 bits to a sum of 32.  h is in registers, r on the stack; h * r is 16
 * columns, and the upper half of the product replaces the words of h that no further column takes.  Every second
 * word of r is clamped to 12 bits, and h has at most 131: the products with such words, or with the highest word
 * of h, come first in a column and cannot overflow the sum; after others its carry is read.
 *
 * The product has 32 bytes, L + 2^128 U, and with 2^130 = 5 it is
 *
 *     L + (U & ~3) + (U >> 2) + 2^128 (U & 3)
 *
 * A block takes 1188 cycles: 64 products of 10 and 8 of 12, 31 carries of 3, 16 sums of 12, their words 40,
 * reduction 79, block into h 16 (55 at an odd address), the rest 32.
 *
 * The multiplier is one: a program that uses it in an interrupt, too, as that of a compiler may, must not
 * interrupt a column.  So interrupts are off during a column, 110 cycles.
 *
 * Time depends on the number of blocks and on whether the address is odd: products take the same time for all
 * operands. */

#include "core/family.h"

#ifdef NARAE_MSP430_MULTIPLIES

    .file "poly1305_msp430.S"

#include "core/msp430/call.inc"

/* The frame: L, r, the highest word of h, arguments. */
#define L 0
#define R 16
#define H8 32
#define SUM 34
#define IN 36
#define NBLOCKS 38
#define TOP 40

/* Words of h, then U; a column's sum; the status register, whose bit is set if interrupts are on. */
#define h0 r4
#define h1 r5
#define h2 r6
#define h3 r7
#define h4 r8
#define h5 r9
#define h6 r10
#define h7 r11
#define s0 r12
#define s1 r13
#define s2 r14
#define status r15

/* Registers of the multiplier: the first factor, without and with addition; the second one; the sum. */
#define MULTIPLY NARAE_MSP430_MULTIPLIER
#define ACCUMULATE NARAE_MSP430_MULTIPLIER + 4
#define SECOND NARAE_MSP430_MULTIPLIER + 8
#define RESULT NARAE_MSP430_MULTIPLIER + 10
#define CARRY NARAE_MSP430_MULTIPLIER + 14

/* Adds h[i] * r[k - i] if k - i is odd or even, as `odd` says. */
.macro product k, odd, i, h, s2
    .if     \k - \i >= 0 && \k - \i < 8 && ((\k - \i) & 1) == \odd
    .if     .Lproducts
    mov     \h, &ACCUMULATE
    .else
    mov     \h, &MULTIPLY
    .endif
    mov     R + 2 * (\k - \i)(sp), &SECOND
    .if     .Lproducts && !\odd
    add     &CARRY, \s2
    .endif
    .set    .Lproducts, .Lproducts + 1
    .endif
.endm

/* Adds column k of h * r to the sum s, and leaves its lowest word in s0. */
.macro column k, s0, s1, s2
    .set    .Lproducts, 0
    clr     \s2
    dint
    nop
    .if     \k >= 8
    mov     H8(sp), &MULTIPLY
    mov     R + 2 * (\k - 8)(sp), &SECOND
    .set    .Lproducts, 1
    .endif
    .irp    odd, 1, 0
    product \k, \odd, 0, h0, \s2
    product \k, \odd, 1, h1, \s2
    product \k, \odd, 2, h2, \s2
    product \k, \odd, 3, h3, \s2
    product \k, \odd, 4, h4, \s2
    product \k, \odd, 5, h5, \s2
    product \k, \odd, 6, h6, \s2
    product \k, \odd, 7, h7, \s2
    .endr
    add     &RESULT, \s0
    addc    &RESULT + 2, \s1
    adc     \s2
#ifdef __MSP430X__
    nop
#endif
    mov     status, sr
    nop
.endm

.macro lower_column k, s0, s1, s2
    column  \k, \s0, \s1, \s2
    mov     \s0, L + 2 * \k(sp)
.endm

.macro upper_column k, u, s0, s1, s2
    column  \k, \s0, \s1, \s2
    mov     \s0, \u
.endm

function narae_poly1305_blocks_msp430
    tst     r14
    jne     1f
    ret
1:  save_registers
    push    r15
    push    r14
    push    r13
    push    r12
    sub     #SUM, sp
    .irp    i, 0, 2, 4, 6, 8, 10, 12, 14
    mov     20 + \i(r12), R + \i(sp)
    .endr
    .irp    h, h0, h1, h2, h3, h4, h5, h6, h7
    mov     @r12+, \h
    .endr
    mov     @r12, s2

2:  mov     IN(sp), s0
    bit     #1, s0
    jne     3f
    add     @s0+, h0
    .irp    h, h1, h2, h3, h4, h5, h6, h7
    addc    @s0+, \h
    .endr
    jmp     4f
3:  clrc
    .irp    h, h0, h1, h2, h3, h4, h5, h6, h7
    mov.b   @s0+, s1
    mov.b   @s0+, status
    swpb    status
    bis     status, s1
    addc    s1, \h
    .endr
4:  adc     s2
    add     TOP(sp), s2
    mov     s2, H8(sp)
    mov     s0, IN(sp)
    mov     sr, status

    clr     s0
    clr     s1
    lower_column 0, s0, s1, s2
    lower_column 1, s1, s2, s0
    lower_column 2, s2, s0, s1
    lower_column 3, s0, s1, s2
    lower_column 4, s1, s2, s0
    lower_column 5, s2, s0, s1
    lower_column 6, s0, s1, s2
    lower_column 7, s1, s2, s0
    upper_column 8, h0, s2, s0, s1
    upper_column 9, h1, s0, s1, s2
    upper_column 10, h2, s1, s2, s0
    upper_column 11, h3, s2, s0, s1
    upper_column 12, h4, s0, s1, s2
    upper_column 13, h5, s1, s2, s0
    upper_column 14, h6, s2, s0, s1
    upper_column 15, h7, s0, s1, s2

    mov     h0, s2
    and     #3, s2
    mov     h0, s0
    bic     #3, s0
    add     s0, L(sp)
    .set    .Lat, L + 2
    .irp    h, h1, h2, h3, h4, h5, h6, h7
    addc    \h, .Lat(sp)
    .set    .Lat, .Lat + 2
    .endr
    adc     s2
    .rept   2
    rra     h7
    .irp    h, h6, h5, h4, h3, h2, h1, h0
    rrc     \h
    .endr
    .endr
    add     @sp, h0
    .set    .Lat, L + 2
    .irp    h, h1, h2, h3, h4, h5, h6, h7
    addc    .Lat(sp), \h
    .set    .Lat, .Lat + 2
    .endr
    adc     s2
    dec     NBLOCKS(sp)
    jeq     5f
    br      #2b

5:  mov     SUM(sp), s0
    .set    .Lat, 0
    .irp    h, h0, h1, h2, h3, h4, h5, h6, h7, s2
    mov     \h, .Lat(s0)
    .set    .Lat, .Lat + 2
    .endr
    add     #TOP + 2, sp
    restore_registers
    ret
end_function narae_poly1305_blocks_msp430

#endif
