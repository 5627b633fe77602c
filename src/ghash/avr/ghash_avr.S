/* SPDX-License-Identifier: MIT */
/* GHASH for AVR, with two tables for each key.  SP 800-38D, clause 6.3.
 *
 *   void narae_ghash_blocks_avr(uint8_t y[16], const narae_ghash_key *, const uint8_t *in, size_t nblocks);
 *
 * Horner's rule by bytes, the last byte of the block first:
 *
 *     z = z x^8 + low[byte & 15] + high[byte >> 4]
 *
 * z lives in 16 registers.  Multiplying by x^8 moves each byte up by one, which is renaming: the
 * block is unrolled and byte j is register FIRST + (j - step) mod 16.  The byte v that is shifted
 * out is reduced to v (1 + x + x^2 + x^7), 16 bits from two tables in flash.
 *
 * The offset of the product n h in its table is 16 (top - n), so that SBCI propagates the borrow to
 * the high half of Z without a zero register.
 *
 * A byte takes 7 cycles to load and split, 7 for two pointers, 32 x 3 for two products and 10 for
 * v; the first byte 26 less.  A block is 16 x 120 - 26, and 32 to store: 1926, and 9 for the loop;
 * call and saves take 88.
 *
 * Side channels: no branch depends on a secret.  Table addresses do, but an
 * AVR has no cache: LPM and LD take the same time at every address. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file "ghash_avr.S"

#include "core/avr/flash.inc"

#define FIRST   4 /* r4 to r19 */
#define in_byte r20
#define sixteen r21
#define top     r22 /* and r23: product 0 of the first table */
#define top_hi  r23
#define nblocks r24
#define XL      r26
#define YL      r28
#define ZL      r30
#define ZH      r31

.macro each_saved macro
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    \macro  r\n
    .endr
.endm

.macro each_saved_back macro
    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4
    \macro  r\n
    .endr
.endm

.macro load_product
    .set j, 0
    .rept 16
    ldd     FIRST + j, Z + j
    .set j, j + 1
    .endr
.endm

.macro add_product step
    .set j, 0
    .rept 16
    ldd     r1, Z + j
    eor     FIRST + ((j - \step) & 15), r1
    .set j, j + 1
    .endr
.endm

/* Byte 15 of the previous step is byte 0 of this one. */
.macro reduce step
    flash_table reduction, ZH
    mov     ZL, FIRST + (-\step & 15)
    ldi     ZH, hi8(reduction)
    lpm     FIRST + (-\step & 15), Z
    ldi     ZH, hi8(reduction + 256)
    lpm     r1, Z
    flash_done ZH
    eor     FIRST + ((1 - \step) & 15), r1
.endm

.macro add_byte step
    ld      in_byte, -X
    ldd     r0, Y + 15 - \step
    eor     in_byte, r0
    mul     in_byte, sixteen
    .if \step
    reduce  \step
    .endif
    movw    ZL, top
    sub     ZL, r0
    sbci    ZH, 0
    .if \step
    add_product \step
    .else
    load_product
    .endif
    andi    in_byte, 0xf0
    movw    ZL, top
    sub     ZL, in_byte
    sbci    ZH, hi8(-256)
    add_product \step
.endm

.section .text.narae_ghash_blocks_avr, "ax", @progbits
.global narae_ghash_blocks_avr
.type narae_ghash_blocks_avr, @function
narae_ghash_blocks_avr:
    cp      r18, r1
    cpc     r19, r1
    brne    1f
    ret
1:  each_saved push
    movw    YL, r24
    movw    XL, r20
    movw    nblocks, r18
    subi    top, lo8(-240)
    sbci    top_hi, hi8(-240)
    ldi     sixteen, 16
2:  adiw    XL, 16
    .irp step, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    add_byte \step
    .endr
    .set j, 0
    .rept 16
    std     Y + j, FIRST + ((j - 15) & 15)
    .set j, j + 1
    .endr
    sbiw    nblocks, 1
    breq    3f
    adiw    XL, 16
    rjmp    2b
3:  each_saved_back pop
    clr     r1
    ret
.size narae_ghash_blocks_avr, . - narae_ghash_blocks_avr

/* v (1 + x + x^2 + x^7): the first byte of each v, then the second. */
.section .progmem.data.narae_ghash_reduction, "a", @progbits
.balign 256
    flash_align 512
.type reduction, @object
reduction:
    .set v, 0
    .rept 256
    .byte   v ^ (v >> 1) ^ (v >> 2) ^ (v >> 7)
    .set v, v + 1
    .endr
    .set v, 0
    .rept 256
    .byte   ((v << 7) ^ (v << 6) ^ (v << 1)) & 0xff
    .set v, v + 1
    .endr
.size reduction, . - reduction

#endif
