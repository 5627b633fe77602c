/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], AVR.  FIPS 202, 3.2.
 *
 *     void narae_keccak_f1600_avr(uint8_t state[200]);
 *
 * A round makes two passes over the state:
 *
 *   theta, rho, pi   column after column, with d in registers: each lane is loaded,
 *                    XORed, rotated by at most four single bits (by whole bytes
 *                    through the addresses of the stores) and stored where pi
 *                    needs it, in a second state
 *   chi              byte after byte of all five rows, in place; this pass also
 *                    computes the parities of the columns for the next theta
 *
 * and the two states are exchanged.  The stack holds the second one and the parities, 240
 * bytes.
 *
 * Cycles of a round: load, XOR and store of 25 lanes 1000, 34 times <<< 1 of 9
 * and 18 times >>> 1 of 10, d 223; chi 40 * (20 + 18), parities 184 + 96;
 * constant, pointers and loops 244: 3753.  24 rounds, the first parities 770,
 * the stack 1010, call and saving 90: 91940.
 *
 * Time is constant, and every address is public. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file "keccak_avr.S"

#include <avr/io.h>

#include "core/avr/flash.inc"

#define ROWS 40
/* The parities follow the second state, in the order in which d takes them. */
#define PARITIES 200
#define PARITY_0 24
#define PARITY_1 8
#define PARITY_2 32
#define PARITY_3 16
#define PARITY_4 0

#define round r0
#define zero r1

/* Lanes: the registers of bytes 0 to 7. */
#define d r2, r3, r4, r5, r6, r7, r8, r9
#define left r10, r11, r12, r13, r14, r15, r16, r17
#define lane r18, r19, r20, r21, r22, r23, r24, r25

.macro copy z0, z1, z2, z3, z4, z5, z6, z7, y0, y1, y2, y3, y4, y5, y6, y7
    movw    \z0, \y0
    movw    \z2, \y2
    movw    \z4, \y4
    movw    \z6, \y6
.endm

.macro xor z0, z1, z2, z3, z4, z5, z6, z7, y0, y1, y2, y3, y4, y5, y6, y7
    eor     \z0, \y0
    eor     \z1, \y1
    eor     \z2, \y2
    eor     \z3, \y3
    eor     \z4, \y4
    eor     \z5, \y5
    eor     \z6, \y6
    eor     \z7, \y7
.endm

.macro rol1 y0, y1, y2, y3, y4, y5, y6, y7
    lsl     \y0
    rol     \y1
    rol     \y2
    rol     \y3
    rol     \y4
    rol     \y5
    rol     \y6
    rol     \y7
    adc     \y0, zero
.endm

.macro ror1 y0, y1, y2, y3, y4, y5, y6, y7
    bst     \y0, 0
    lsr     \y7
    ror     \y6
    ror     \y5
    ror     \y4
    ror     \y3
    ror     \y2
    ror     \y1
    ror     \y0
    bld     \y7, 7
.endm

.macro load_parity y:vararg
    .irp r, \y
    ld      \r, X+
    .endr
.endm

.macro load_lane from, y:vararg
    .set at, \from
    .irp r, \y
    ldd     \r, Z + at
    .set at, at + 1
    .endr
.endm

/* The lane rotated left by `bytes` bytes */
.macro store_lane to, bytes, y0, y1, y2, y3, y4, y5, y6, y7
    .if \bytes == 0
    .set at, \to
    .irp r, \y0, \y1, \y2, \y3, \y4, \y5, \y6, \y7
    std     Y + at, \r
    .set at, at + 1
    .endr
    .else
    store_lane \to, \bytes-1, \y7, \y0, \y1, \y2, \y3, \y4, \y5, \y6
    .endif
.endm

/* Moves a pointer that is at `\base` so that the lane at `offset` is in reach. */
.macro reach low, high, base, offset
    .if \offset < \base || \offset > \base + 56
    subi    \low, lo8(\base - (\offset))
    sbci    \high, hi8(\base - (\offset))
    .set \base, \offset
    .endif
.endm

/* Lane (x, y): theta, rotated left by n, to (y, 2x + 3y). */
.macro move x, y, n
    .set from, 8 * (\x + 5 * \y)
    .set to, 8 * (\y + 5 * ((2 * \x + 3 * \y) % 5))
    reach   r30, r31, z_base, from
    load_lane from - z_base, lane
    xor     lane, d
    .if \n % 8 <= 4
    .rept \n % 8
    rol1    lane
    .endr
    .else
    .rept 8 - \n % 8
    ror1    lane
    .endr
    .endif
    reach   r28, r29, y_base, to
    store_lane to - y_base, (\n+3)/8%8, lane
.endm

/* d of column x = left ^ parity of x + 1 <<< 1, and the column's five lanes.
 * The next column is x + 2, for which that parity is left. */
.macro column x, n0, n1, n2, n3, n4
    load_parity lane
    copy    d, lane
    rol1    d
    xor     d, left
    copy    left, lane
    move    \x, 0, \n0
    move    \x, 1, \n1
    move    \x, 2, \n2
    move    \x, 3, \n3
    move    \x, 4, \n4
.endm

#define a0 r2
#define a1 r3
#define a2 r4
#define a3 r5
#define a4 r6
#define t0 r8
#define t1 r9
#define t2 r10
#define t3 r11
#define t4 r12
#define p0 r14
#define p1 r15
#define p2 r16
#define p3 r17
#define p4 r18

.macro load_row
    ldd     a0, Y + 0
    ldd     a1, Y + 8
    ldd     a2, Y + 16
    ldd     a3, Y + 24
    ldd     a4, Y + 32
.endm

.macro chi
    load_row
    movw    t0, a0
    movw    t2, a2
    mov     t4, a4
    com     t0
    com     t1
    com     t2
    com     t3
    com     t4
    and     t1, a2
    and     t2, a3
    and     t3, a4
    and     t4, a0
    and     t0, a1
    eor     a0, t1
    eor     a1, t2
    eor     a2, t3
    eor     a3, t4
    eor     a4, t0
    std     Y + 0, a0
    std     Y + 8, a1
    std     Y + 16, a2
    std     Y + 24, a3
    std     Y + 32, a4
.endm

.macro first_parities
    movw    p0, a0
    movw    p2, a2
    mov     p4, a4
.endm

.macro add_parities
    eor     p0, a0
    eor     p1, a1
    eor     p2, a2
    eor     p3, a3
    eor     p4, a4
.endm

/* Moves Y from byte i of row 4 to byte i + 1 of row 0. */
.macro store_parities
    subi    r28, lo8(4 * ROWS - 1)
    sbci    r29, hi8(4 * ROWS - 1)
    std     Z + PARITY_0, p0
    std     Z + PARITY_1, p1
    std     Z + PARITY_2, p2
    std     Z + PARITY_3, p3
    st      Z+, p4
.endm

/* t0 into byte `at` of lane 0 and of the parity of column 0, which is at Z + 16, because Z
 * was advanced by 8. */
.macro iota at
    ldd     a0, Y + \at
    eor     a0, t0
    std     Y + \at, a0
    ldd     a0, Z + PARITY_0 - 8 + \at
    eor     a0, t0
    std     Z + PARITY_0 - 8 + \at, a0
.endm

.macro each_saved do
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    \do     \n
    .endr
.endm

.macro save n
    push    \n
.endm

.section .text.narae_keccak_f1600_avr, "ax", @progbits

/* The round constants have bits only at 2^j - 1.  Here bits 0, 1, 3 and 7 are in place; 15,
 * 31 and 63 are at 4, 5 and 6. */
    flash_align 32
constants:
    .byte   0x01, 0x92, 0xda, 0x70, 0x9b, 0x21, 0xf1, 0x59, 0x8a, 0x88, 0x39, 0x2a
    .byte   0xbb, 0xcb, 0xd9, 0x53, 0x52, 0xc0, 0x1a, 0x6a, 0xf1, 0xd0, 0x21, 0x78

.global narae_keccak_f1600_avr
.type narae_keccak_f1600_avr, @function
narae_keccak_f1600_avr:
    each_saved save
    ldi     r18, 10
1:  .rept (PARITIES + 40) / 10
    push    zero
    .endr
    dec     r18
    brne    1b
    in      r26, _SFR_IO_ADDR(SPL)
    in      r27, _SFR_IO_ADDR(SPH)
    adiw    r26, 1

    /* The parities of the first round; X = the second state. */
    movw    r28, r24
    movw    r30, r26
    subi    r30, lo8(-PARITIES)
    sbci    r31, hi8(-PARITIES)
    ldi     r20, 8
2:  load_row
    first_parities
    .rept 4
    adiw    r28, ROWS
    load_row
    add_parities
    .endr
    store_parities
    dec     r20
    brne    2b
    sbiw    r28, 8
    sbiw    r30, 8
    movw    r24, r26
    movw    r26, r30
    movw    r30, r28
    movw    r28, r24
    clr     round

    /* The state in Z, the other in Y, the parities in X. */
3:  .set z_base, 0
    .set y_base, 0
    load_parity left
    column  0, 0, 36, 3, 41, 18
    column  2, 62, 6, 43, 15, 61
    column  4, 27, 20, 39, 8, 14
    column  1, 1, 44, 10, 45, 2
    sbiw    r26, 40
    column  3, 28, 55, 25, 21, 56
    reach   r30, r31, z_base, 0
    reach   r28, r29, y_base, 0
    movw    r24, r30
    movw    r30, r26
    sbiw    r30, 8

    ldi     r20, 8
4:  chi
    first_parities
    .rept 4
    adiw    r28, ROWS
    chi
    add_parities
    .endr
    store_parities
    dec     r20
    breq    5f
    rjmp    4b
5:  sbiw    r28, 8

    movw    r26, r30
    ldi     r30, lo8(constants)
    ldi     r31, hi8(constants)
    add     r30, round
    adc     r31, zero
    flash_table constants, r20
    lpm     r20, Z
    flash_done r30
    movw    r30, r26
    mov     r21, r20
    andi    r21, 0x8b
    mov     t0, r21
    iota    0
    clr     t0
    bst     r20, 4
    bld     t0, 7
    iota    1
    bst     r20, 5
    bld     t0, 7
    iota    3
    bst     r20, 6
    bld     t0, 7
    iota    7

    sbiw    r26, 8
    movw    r30, r28
    movw    r28, r24
    inc     round
    ldi     r18, 24
    cpse    round, r18
    rjmp    3b

    ldi     r18, 10
6:  .rept (PARITIES + 40) / 10
    pop     zero
    .endr
    dec     r18
    brne    6b
    clr     zero
    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     \n
    .endr
    ret
.size narae_keccak_f1600_avr, . - narae_keccak_f1600_avr

#endif
