/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-512 for AVR.  FIPS 180-4, 6.4.2.
 *
 *   void narae_sha512_blocks_avr(uint64_t state[8], const uint8_t *in, size_t nblocks);
 *
 * The state is in memory and moves by a word in each round: the new a is stored before the old one,
 * which is then b, and d becomes e in place.  So each round is the same code.  After 16 rounds the
 * state is copied back, and the next 16 words are computed in the ring of the standard's
 * alternative method (6.2.3).
 *
 * Rotations by whole bytes are renaming: `turn` below.  Single-bit rotations are shared:
 *
 *     ror14, 18, 41 = ror1(ror40(e) ^ rol3(ror16(e)) ^ ror1(ror16(e)))
 *     ror28, 34, 39 = rol1(ror40(a) ^ ror3(ror32(a) ^ ror2(ror24(a))))
 *     ror19, 61, 6  = rol2(ror8(x) ^ rol1(x ^ rol2(ror24(x)))), less what a shift loses
 *
 *     a round                  sums 68 and 77, Ch 64, Maj 72, loads of h, e and a 48, of the
 *                              word 16 and the constant 24, additions 4 x 8, d + t 40, new a
 *                              16: 457; pointer and loop 8
 *     a word of the schedule   sums 40 and 71, loads 64, additions 24, store 16: 215; pointers
 *                              and loop 8
 *
 *     a block                  80 x 465 + 64 x 223 = 51,472, words from bytes 577, state in,
 *                              back and out 1,934, the ring's ends, calls and arguments 405:
 *                              54,388
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file   "sha512_avr.S"

#    include <avr/io.h>

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

/* Frame, from Y on at the start of a block: arguments; the moving state; the ring, and a copy of
 * its first word. */
#    define STATE 0
#    define NBLOCKS 2
#    define IN 4
#    define WAY 6
#    define WAY_BYTES (64 + 128)
#    define WORDS (WAY + WAY_BYTES)
#    define FRAME (WORDS + 128 + 8)

#    define CONSTANTS narae_sha512_constants

/* Three words in registers: the byte i of a word w is byte(w, i). */
#    define T 2
#    define U 10
#    define V 18
#    define byte(w, i) \w + (((i) + .Lturn\w) & 7)

/* Offsets of the words of the state from Y. */
#    define A 0
#    define B 8
#    define C 16
#    define D 24
#    define E 32
#    define F 40
#    define G 48
#    define H 56

.macro turn x, bytes
    .set    .Lturn\x, \bytes
.endm

.macro right bits, x
    mov     r0, byte(x, 0)
    .rept   \bits
    lsr     r0
    .irp    i, 7, 6, 5, 4, 3, 2, 1, 0
    ror     byte(x, \i)
    .endr
    .endr
.endm

.macro left bits, x
    mov     r0, byte(x, 7)
    .rept   \bits
    lsl     r0
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    rol     byte(x, \i)
    .endr
    .endr
.endm

/* x = ror(y, 8 bytes), by renaming. */
.macro copy_turned x, y, bytes
    .irp    i, 0, 2, 4, 6
    movw    \x + \i, \y + \i
    .endr
    turn    \x, \bytes
    turn    \y, 0
.endm

/* x ^= ror(y, 8 bytes) */
.macro xor_turned x, y, bytes
    turn    \y, \bytes
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    eor     byte(x, \i), byte(y, \i)
    .endr
.endm

/* ADD for the first byte, ADC for the others. */
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

/* T += a word whose bytes the instruction loads from X or Z on. */
.macro add_next load, from:vararg
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    \load   r0, \from
    add_byte \i, T + \i, r0
    .endr
.endm

.macro xor_top x, y
    eor     byte(x, 7), \y
.endm

.macro load_word x, at, from
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     \x + \i, \from + \at + \i
    .endr
    turn    \x, 0
.endm

.macro store_word at, x
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    std     Y + \at + \i, \x + \i
    .endr
.endm

/* Y to Y + bytes, for more than 63. */
.macro advance bytes
    subi    r28, lo8(-(\bytes))
    sbci    r29, hi8(-(\bytes))
.endm

.macro copy_eight
    .rept   8
    ld      r0, Y+
    st      X+, r0
    .endr
.endm

    .section .text.narae_sha512_blocks_avr, "ax", @progbits

/* 16 rounds: the state is at Y, the words at X, constants at Z. */
    .type   rounds, @function
rounds:
    load_word T, H, Y
    add_next lpm, Z+
    add_next ld, X+
    load_word V, E, Y
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Y + F + \i
    ldd     r1, Y + G + \i
    eor     r0, r1
    and     r0, V + \i
    eor     r0, r1
    add_byte \i, T + \i, r0
    .endr
    copy_turned U, V, 2
    left    3, U
    xor_turned U, V, 5
    turn    V, 2
    right   1, V
    xor_turned U, V, 2
    right   1, U
    turn    T, 0
    add_word T, U
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Y + D + \i
    add_byte \i, r0, T + \i
    std     Y + D + \i, r0
    .endr
    load_word V, A, Y
    copy_turned U, V, 3
    right   2, U
    xor_turned U, V, 4
    right   3, U
    xor_turned U, V, 5
    left    1, U
    add_word T, U
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Y + B + \i
    ldd     r1, Y + C + \i
    eor     r1, r0
    eor     V + \i, r0
    and     V + \i, r1
    eor     V + \i, r0
    add_byte \i, T + \i, V + \i
    .endr
    sbiw    r28, 8
    store_word A, T
    cpi     r30, lo8(CONSTANTS)
    breq    1f
    cpi     r30, lo8(CONSTANTS + 128)
    breq    1f
    rjmp    rounds
1:  ret
    .size   rounds, . - rounds

/* r1 words: the word 16 before is at Y, those 7 and 2 before at Z and X. */
    .type   make_words, @function
make_words:
    load_word V, 8, Y
    copy_turned T, V, 0
    right   1, T
    xor_turned T, V, 1
    lsl     V
    .irp    i, 1, 2, 3, 4, 5, 6, 7
    rol     V + \i
    .endr
    ldi     V, 0
    rol     V
    xor_turned T, V, 1
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Y + \i
    add_byte \i, T + \i, r0
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd     r0, Z + \i
    add_byte \i, T + \i, r0
    .endr
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ld      V + \i, X+
    .endr
    copy_turned U, V, 3
    left    2, U
    xor_turned U, V, 0
    left    1, U
    xor_turned U, V, 1
    left    2, U
    lsl     V
    lsl     V
    xor_top U, V
    add_word T, U
    store_word 0, T
    adiw    r28, 8
    adiw    r30, 8
    dec     r1
    breq    1f
    rjmp    make_words
1:  ret
    .size   make_words, . - make_words

/* `count` words. */
.macro make count
    ldi     r24, \count
    mov     r1, r24
    rcall   make_words
.endm

function narae_sha512_blocks_avr
    cp      r20, r1
    cpc     r21, r1
    brne    1f
    ret
1:  push_range 2, 17
    push_range 28, 29
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    advance -FRAME
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    adiw    r28, 1
    std     Y + STATE, r24
    std     Y + STATE + 1, r25
    std     Y + NBLOCKS, r20
    std     Y + NBLOCKS + 1, r21
    movw    r30, r22

2:  movw    r26, r28
    subi    r26, lo8(-WORDS)
    sbci    r27, hi8(-WORDS)
    ldi     r24, 16
3:  .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ld      T + \i, Z+
    .endr
    .irp    i, 7, 6, 5, 4, 3, 2, 1, 0
    st      X+, T + \i
    .endr
    dec     r24
    brne    3b
    std     Y + IN, r30
    std     Y + IN + 1, r31
    movw    r26, r28
    subi    r26, lo8(-(WAY + 128))
    sbci    r27, hi8(-(WAY + 128))
    ldd     r0, Y + STATE
    ldd     r29, Y + STATE + 1
    mov     r28, r0
    ldi     r24, 8
4:  copy_eight
    dec     r24
    brne    4b
    movw    r28, r26
    sbiw    r28, 63
    sbiw    r28, 1
    flash_table CONSTANTS, r30
    ldi     r30, lo8(CONSTANTS)
    ldi     r31, hi8(CONSTANTS)

5:  rcall   rounds
    ldi     r24, hi8(CONSTANTS + 640)
    cpi     r30, lo8(CONSTANTS + 640)
    cpc     r31, r24
    brne    1f
    rjmp    7f
1:  push    r30
    push    r31
    flash_done r30
    advance WAY_BYTES
    movw    r26, r28
    movw    r30, r28
    subi    r26, lo8(-112)
    sbci    r27, hi8(-112)
    subi    r30, lo8(-72)
    sbci    r31, hi8(-72)
    make    2
    sbiw    r28, 16
    copy_eight
    adiw    r28, 8
    subi    r26, lo8(136)
    sbci    r27, hi8(136)
    make    5
    subi    r30, lo8(128)
    sbci    r31, hi8(128)
    make    9
    movw    r26, r28
    subi    r26, lo8(128 + 64)
    sbci    r27, hi8(128 + 64)
    advance -(128 + WAY_BYTES)
    ldi     r24, 8
6:  copy_eight
    dec     r24
    brne    6b
    movw    r28, r26
    sbiw    r28, 63
    sbiw    r28, 1
    flash_table CONSTANTS, r30
    pop     r31
    pop     r30
    rjmp    5b

7:  flash_done r30
    sbiw    r28, WAY
    ldd     r30, Y + STATE
    ldd     r31, Y + STATE + 1
    movw    r26, r28
    adiw    r26, WAY
    ldi     r24, 8
8:  .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ld      r1, X+
    ldd     r0, Z + \i
    add_byte \i, r0, r1
    std     Z + \i, r0
    .endr
    adiw    r30, 8
    dec     r24
    brne    8b
    ldd     r30, Y + IN
    ldd     r31, Y + IN + 1
    ldd     r24, Y + NBLOCKS
    ldd     r25, Y + NBLOCKS + 1
    sbiw    r24, 1
    std     Y + NBLOCKS, r24
    std     Y + NBLOCKS + 1, r25
    breq    1f
    rjmp    2b

    /* Wipes what is left of the message and the state. */
1:  clr     r1
    ldi     r24, FRAME / 2
2:  st      Y+, r1
    st      Y+, r1
    dec     r24
    brne    2b
    sbiw    r28, 1
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    pop_range 28, 29
    pop_range 2, 17
    ret
end_function narae_sha512_blocks_avr

#endif
