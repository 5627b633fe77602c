/* SPDX-License-Identifier: MIT */
/* Poly1305, AVR with MUL.  RFC 8439, 2.5:  h = (h + block) * r mod 2^130 - 5.
 *
 *     void narae_poly1305_blocks_avr(narae_poly1305_sum *sum, const uint8_t *in,
 *                                    size_t nblocks, unsigned top);
 *
 * r and half of h are in registers, so h * r is two products of 8 by 16 bytes,
 * column by column, with five cycles for each of the 256 byte products: MUL,
 * ADD, ADC, ADC.  The second product adds the upper 16 bytes of the first.  The
 * few bits of h[16] come last, one product for each byte of r.
 *
 * As h < 7 * 2^128 and r < 2^124, the product has 32 bytes, L + 2^128 U, and
 * with 2^130 = 5 it is
 *
 *     L + (U & ~3) + (U >> 2) + 2^128 (U & 3)
 *
 * A block takes 1962 cycles: the block into h 61, h and r into their registers
 * 68, products 1280 + 48 * 3 + 2 + 16 * 5 = 1506, h[16] 99, reduction 215, loop
 * 13.  A call takes 450 more.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file "poly1305_avr.S"

#include <avr/io.h>

/* The frame after Y. */
#define PRODUCT 0
#define H8 32
#define H16 40
#define IN 41
#define NBLOCKS 43
#define TOP 45
#define R 46

/* Register numbers: half of h; r, and after the product U and the new h. */
#define h 2
#define r 10

#define sum0 r26
#define sum1 r27
#define sum2 r30
#define zero r31

/* The sum of h[i] * r[k - i] to (s0, s1, s2), and its lowest byte to memory. */
.macro column k, at, adds, s0, s1, s2
    .if \adds
    ldd     r0, Y + \at + \k
    add     \s0, r0
    adc     \s1, zero
    .endif
    clr     \s2
    .if \adds
    adc     \s2, zero
    .endif
    .set i, 0
    .rept 8
    .if \k - i >= 0 && \k - i < 16
    mul     h + i, r + \k - i
    add     \s0, r0
    adc     \s1, r1
    adc     \s2, zero
    .endif
    .set i, i + 1
    .endr
    std     Y + \at + \k, \s0
.endm

.macro columns k, at, adds, s0, s1, s2
    .if \k < 23
    column  \k, \at, (\k < \adds), \s0, \s1, \s2
    columns \k+1, \at, \adds, \s1, \s2, \s0
    .else
    std     Y + \at + \k, \s0
    .endif
.endm

/* 24 bytes at `at` = h * r + the first `adds` of them */
.macro product at, adds
    clr     sum0
    clr     sum1
    columns 0, \at, \adds, sum0, sum1, sum2
.endm

.macro each_saved do
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    \do     \n
    .endr
.endm

.macro save n
    push    \n
.endm

.section .text.narae_poly1305_blocks_avr, "ax", @progbits
.global narae_poly1305_blocks_avr
.type narae_poly1305_blocks_avr, @function
narae_poly1305_blocks_avr:
    cp      r20, r1
    cpc     r21, r1
    brne    1f
    ret
1:  each_saved save
    push    r24
    push    r25
    movw    r26, r24
    adiw    r26, 33
    .rept 16
    ld      r0, -X
    push    r0
    .endr
    push    r18
    push    r21
    push    r20
    push    r23
    push    r22
    push    r1
    .rept 40
    push    r1
    .endr
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    adiw    r28, 1

    /* X is h + 17 again. */
    ld      r4, -X
    .set j, 16
    .rept 16
    .set j, j - 1
    ld      r + j, -X
    .endr
    clr     zero

2:  ldd     r26, Y + IN
    ldd     r27, Y + IN + 1
    ld      r0, X+
    add     r + 0, r0
    .set j, 1
    .rept 15
    ld      r0, X+
    adc     r + j, r0
    .set j, j + 1
    .endr
    ldd     r0, Y + TOP
    adc     r4, r0
    std     Y + IN, r26
    std     Y + IN + 1, r27
    std     Y + H16, r4
    .set j, 0
    .rept 8
    std     Y + H8 + j, r + 8 + j
    .set j, j + 1
    .endr
    .set j, 0
    .rept 4
    movw    h + j, r + j
    .set j, j + 2
    .endr
    .set j, 0
    .rept 16
    ldd     r + j, Y + R + j
    .set j, j + 1
    .endr

    product PRODUCT, 0
    .set j, 0
    .rept 8
    ldd     h + j, Y + H8 + j
    .set j, j + 1
    .endr
    product PRODUCT + 8, 16

    /* U = its 16 bytes there + h[16] * r */
    ldd     r2, Y + H16
    clr     r3
    .set j, 0
    .rept 16
    mul     r + j, r2
    add     r0, r3
    adc     r1, zero
    mov     r + j, r0
    mov     r3, r1
    .set j, j + 1
    .endr
    ldd     r2, Y + PRODUCT + 16
    add     r + 0, r2
    .set j, 1
    .rept 15
    ldd     r2, Y + PRODUCT + 16 + j
    adc     r + j, r2
    .set j, j + 1
    .endr

    /* U >> 2, and U & ~3 in memory */
    ldi     r26, 3
    mov     r4, r10
    and     r4, r26
    mov     r2, r10
    eor     r2, r4
    std     Y + PRODUCT + 16, r2
    .set j, 1
    .rept 15
    std     Y + PRODUCT + 16 + j, r + j
    .set j, j + 1
    .endr
    .rept 2
    lsr     r + 15
    .set j, 14
    .rept 15
    ror     r + j
    .set j, j - 1
    .endr
    .endr

    .irp from, PRODUCT, PRODUCT + 16
    ldd     r2, Y + \from
    add     r + 0, r2
    .set j, 1
    .rept 15
    ldd     r2, Y + \from + j
    adc     r + j, r2
    .set j, j + 1
    .endr
    adc     r4, zero
    .endr

    ldd     r26, Y + NBLOCKS
    ldd     r27, Y + NBLOCKS + 1
    sbiw    r26, 1
    std     Y + NBLOCKS, r26
    std     Y + NBLOCKS + 1, r27
    breq    3f
    rjmp    2b

3:  .rept R + 16
    pop     r0
    .endr
    pop     r27
    pop     r26
    .set j, 0
    .rept 16
    st      X+, r + j
    .set j, j + 1
    .endr
    st      X, r4
    clr     r1
    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     \n
    .endr
    ret
.size narae_poly1305_blocks_avr, . - narae_poly1305_blocks_avr

#endif
