/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-256 for AVR.  FIPS 180-4, 6.2.2.
 *
 *   void narae_sha256_blocks_avr(uint32_t state[8], const uint8_t *in, size_t nblocks);
 *
 * Five words of the state and a temporary word are in registers, f, g and h in a ring of
 * three on the stack.  The new words of a round replace d and the temporary, and e's
 * registers are the next temporary: after six rounds all names are restored.
 *
 * Rotations by whole bytes are renaming.  Single-bit rotations are shared by three
 * rotations, as a chain:
 *
 *     ror6, 11, 25 = ror1(ror24(e) ^ ror2(ror8(e) ^ ror3(e)))
 *     ror2, 13, 22 = ror2(a ^ ror3(ror8(a) ^ ror1(ror16(a))))
 *
 *     a round                  2 x 43, Ch with its loads 28, Maj 22, e stored 8, loads of h
 *                              and the word 16, of the constant 12, additions 7 x 4: 200
 *     a word of the schedule   sums 31 and 29, loads 32, store 8, additions 12, loop and the
 *                              ring's end 10: 122
 *
 *     a block                  64 x 200 + 48 x 122 = 18,656, words from bytes 315, state in
 *                              and out 276, three times the schedule's registers and
 *                              pointers 315, loop and arguments 169: 19,731
 *
 * The schedule is the ring of 16 words of the standard's alternative method (6.2.3),
 * followed by a copy of the first word.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)

    .file   "sha256_avr.S"

#    include <avr/io.h>

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

/* Frame, from Y on: f, g and h; arguments; the schedule. */
#    define RING 1
#    define STATE 13
#    define IN 15
#    define NBLOCKS 17
#    define WORDS 19
#    define FRAME (18 + 68)

/* x = ror(x, n), n < 8; r0 is clobbered. */
.macro turn n, x
    mov     r0, \x
    .rept   \n
    lsr     r0
    ror     \x + 3
    ror     \x + 2
    ror     \x + 1
    ror     \x
    .endr
.endm

/* x ^= ror(y, 8 bytes). */
.macro xor_turned x, y, bytes
    .set    .Li, 0
    .rept   4
    eor     \x + .Li, \y + ((.Li + \bytes) & 3)
    .set    .Li, .Li + 1
    .endr
.endm

/* t = sum1(e) */
.macro sum1 to, of
    movw    \to, \of
    movw    \to + 2, \of + 2
    turn    3, \to
    xor_turned \to, \of, 1
    turn    2, \to
    xor_turned \to, \of, 3
    turn    1, \to
.endm

.macro sum0 to, of
    movw    \to, \of + 2
    movw    \to + 2, \of
    turn    1, \to
    xor_turned \to, \of, 1
    turn    3, \to
    xor_turned \to, \of, 0
    turn    2, \to
.endm

/* ADD the first bytes of two words, ADC the others: `.Li` counts. */
.macro add_byte x, y
    .if     .Li
    adc     \x, \y
    .else
    add     \x, \y
    .endif
.endm

.macro add_word x, y
    .set    .Li, 0
    .rept   4
    add_byte \x + .Li, \y + .Li
    .set    .Li, .Li + 1
    .endr
.endm

/* x += a word whose bytes the instruction loads from the operand into r0. */
.macro add_loaded x, load, from:vararg
    .set    .Li, 0
    .rept   4
    \load   r0, \from
    add_byte \x + .Li, r0
    .set    .Li, .Li + 1
    .endr
.endm

/* f, g and h are offsets in the frame, the other words registers. */
.macro round_of a, b, c, d, e, f, g, h, t
    sum1    \t, \e
    add_loaded \t, ldd, Y + \h + .Li
    add_loaded \t, ld, X+
    add_loaded \t, lpm, Z+
    .set    .Li, 0
    .rept   4
    ldd     r0, Y + \f + .Li
    ldd     r1, Y + \g + .Li
    eor     r0, r1
    and     r0, \e + .Li
    eor     r0, r1
    add_byte \t + .Li, r0
    std     Y + \h + .Li, \e + .Li
    .set    .Li, .Li + 1
    .endr
    add_word \d, \t
    sum0    \e, \a
    add_word \t, \e
    movw    \e, \a
    movw    \e + 2, \a + 2
    xor_turned \e, \b, 0
    .set    .Li, 0
    .rept   4
    mov     r0, \b + .Li
    eor     r0, \c + .Li
    and     \e + .Li, r0
    eor     \e + .Li, \b + .Li
    add_byte \t + .Li, \e + .Li
    .set    .Li, .Li + 1
    .endr
.endm

/* Word i of the state in a round, modulo 6: registers from r2 on, or a place in the
 * ring. */
#    define PLACE(i, r) (2+4*((i+6-r)%6))
#    define SLOT(i, r) (RING+4*((i+6-r)%3))

.macro round r
    round_of PLACE(0, \r), PLACE(1, \r), PLACE(2, \r), PLACE(3, \r), PLACE(4, \r), SLOT(0, \r), SLOT(1, \r), SLOT(2, \r), PLACE(5, \r)
.endm

/* Adds a word of the state at Z, and replaces it. */
.macro add_state i, x
    .set    .Li, 0
    .rept   4
    ldd     r0, Z + 4 * \i + .Li
    add_byte r0, \x + .Li
    std     Z + 4 * \i + .Li, r0
    .set    .Li, .Li + 1
    .endr
.endm

.macro add_ring i, slot
    .set    .Li, 0
    .rept   4
    ldd     r0, Z + 4 * \i + .Li
    ldd     r1, Y + \slot + .Li
    add_byte r0, r1
    std     Z + 4 * \i + .Li, r0
    .set    .Li, .Li + 1
    .endr
.endm

/* Computes the next 16 words of the schedule if the constants are those of round `at`. */
.macro schedule_at at
    cpi     r30, lo8(narae_sha256_constants + 4 * \at)
    brne    1f
    rcall   schedule
1:
.endm

    .section .text.narae_sha256_blocks_avr, "ax", @progbits

#    define x 12
#    define sum 16
#    define new 20
#    define count r24
#    define byte r25

/* The word is at Y, those 9 and 14 after it at Z and X, which wrap at the ring's end. */
    .type   schedule, @function
schedule:
    push_range 12, 25
    push    r30
    push    r31
    flash_done r30
    clr     r1
    adiw    r28, WORDS
    movw    r26, r28
    adiw    r26, 56
    movw    r30, r28
    adiw    r30, 36
    ldi     count, 16
1:  .set    .Li, 0
    .rept   4
    ldd     x + .Li, Y + 4 + .Li
    ldd     new + .Li, Y + .Li
    .set    .Li, .Li + 1
    .endr
    movw    sum, x
    movw    sum + 2, x + 2
    lsr     sum + 3
    ror     sum + 2
    ror     sum + 1
    ror     sum
    andi    sum, 0xfc
    xor_turned sum, x, 2
    turn    2, sum
    lsl     x
    rol     x + 1
    rol     x + 2
    rol     x + 3
    adc     x, r1
    xor_turned sum, x, 1
    add_word new, sum
    add_loaded new, ld, Z+
    .set    .Li, 0
    .rept   4
    ld      x + .Li, X+
    .set    .Li, .Li + 1
    .endr
    movw    sum, x + 2
    movw    sum + 2, x
    turn    1, sum
    mov     byte, x + 1
    andi    byte, 0xfc
    eor     sum, byte
    eor     sum + 1, x + 2
    eor     sum + 2, x + 3
    turn    1, sum
    xor_turned sum, x, 2
    turn    1, sum
    add_word new, sum
    .set    .Li, 0
    .rept   4
    st      Y+, new + .Li
    .set    .Li, .Li + 1
    .endr
    cpi     count, 15
    brne    2f
    subi    r26, 64
    sbci    r27, 0
    .set    .Li, 0
    .rept   4
    ld      r0, X+
    std     Y + 56 + .Li, r0
    .set    .Li, .Li + 1
    .endr
    sbiw    r26, 4
2:  cpi     count, 10
    brne    3f
    subi    r30, 64
    sbci    r31, 0
3:  dec     count
    breq    4f
    rjmp    1b
4:  subi    r28, WORDS + 64
    sbci    r29, 0
    movw    r26, r28
    adiw    r26, WORDS
    flash_table narae_sha256_constants, r30
    pop     r31
    pop     r30
    pop_range 12, 25
    ret
    .size   schedule, . - schedule

    .global narae_sha256_blocks_avr
    .type   narae_sha256_blocks_avr, @function
narae_sha256_blocks_avr:
    cp      r20, r1
    cpc     r21, r1
    brne    1f
    ret
1:  push_range 2, 17
    push_range 28, 29
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    subi    r28, FRAME
    sbci    r29, 0
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    std     Y + STATE, r24
    std     Y + STATE + 1, r25
    movw    r26, r22
    std     Y + NBLOCKS, r20
    std     Y + NBLOCKS + 1, r21

2:  movw    r30, r28
    adiw    r30, WORDS
    ldi     r20, 16
3:  ld      r19, X+
    ld      r18, X+
    ld      r17, X+
    ld      r16, X+
    st      Z+, r16
    st      Z+, r17
    st      Z+, r18
    st      Z+, r19
    dec     r20
    brne    3b
    std     Y + IN, r26
    std     Y + IN + 1, r27
    ldd     r30, Y + STATE
    ldd     r31, Y + STATE + 1
    .set    .Li, 0
    .rept   20
    ldd     2 + .Li, Z + .Li
    .set    .Li, .Li + 1
    .endr
    .rept   12
    ldd     r0, Z + .Li
    std     Y + RING - 20 + .Li, r0
    .set    .Li, .Li + 1
    .endr
    movw    r26, r28
    adiw    r26, WORDS
    flash_table narae_sha256_constants, r30
    ldi     r30, lo8(narae_sha256_constants)
    ldi     r31, hi8(narae_sha256_constants)

4:  schedule_at 48
    round   0
    round   1
    schedule_at 32
    round   2
    round   3
    cpi     r30, lo8(narae_sha256_constants)
    brne    5f
    rjmp    6f
5:  schedule_at 16
    round   4
    round   5
    rjmp    4b

6:  flash_done r30
    ldd     r30, Y + STATE
    ldd     r31, Y + STATE + 1
    add_state 0, PLACE(0, 4)
    add_state 1, PLACE(1, 4)
    add_state 2, PLACE(2, 4)
    add_state 3, PLACE(3, 4)
    add_state 4, PLACE(4, 4)
    add_ring 5, SLOT(0, 4)
    add_ring 6, SLOT(1, 4)
    add_ring 7, SLOT(2, 4)
    ldd     r26, Y + IN
    ldd     r27, Y + IN + 1
    ldd     r24, Y + NBLOCKS
    ldd     r25, Y + NBLOCKS + 1
    sbiw    r24, 1
    std     Y + NBLOCKS, r24
    std     Y + NBLOCKS + 1, r25
    breq    7f
    rjmp    2b

    /* Wipes what is left of the message and the state. */
7:  clr     r1
    ldi     r24, FRAME
    movw    r26, r28
    adiw    r26, 1
8:  st      X+, r1
    dec     r24
    brne    8b
    movw    r28, r26
    sbiw    r28, 1
    in      r0, _SFR_IO_ADDR(SREG)
    cli
    out     _SFR_IO_ADDR(SPH), r29
    out     _SFR_IO_ADDR(SREG), r0
    out     _SFR_IO_ADDR(SPL), r28
    pop_range 28, 29
    pop_range 2, 17
    ret
    .size   narae_sha256_blocks_avr, . - narae_sha256_blocks_avr

#endif
