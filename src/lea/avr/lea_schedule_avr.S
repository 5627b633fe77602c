/* SPDX-License-Identifier: MIT */
/* LEA key schedule for AVR.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_set_key_avr(lea_schedule *schedule, const uint8_t *key,
 *                              size_t key_bytes);
 *
 * The formula is in lea_schedule.c.  A constant is rotated by one bit from word
 * to word, and is needed again n rounds later, rotated by n, where n is the
 * number of words of the key.  So it is stored back to its place, in the last
 * bytes of the schedule, which are written last.
 *
 *   LEA-128   T and one of the four constants stay in registers: 131 cycles a
 *             round, one in four 115: (3 x 131 + 115) x 6 = 3048, and about
 *             220 for the call, saved registers, key and constants
 *   others    each word is computed from the one n places before it, the first n
 *             from the key: about 260 cycles a round
 *
 * Rotations by whole bytes are renaming; for the rest shifts by one bit in
 * place are fastest: rol1 5 cycles, rol3 15, rol6 = rol8, ror2 12.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "lea_schedule_avr.S"

#    include "core/avr/call.inc"
#    include "core/avr/flash.inc"

/* delta[i], rotated for round i. */
    .set    .Ldelta0, 0xc3efe9db
    .set    .Ldelta1, 0x44626b02 << 1
    .set    .Ldelta2, (0x79e27c8a << 2 | 0x79e27c8a >> 30) & 0xffffffff
    .set    .Ldelta3, (0x78df30ec << 3 | 0x78df30ec >> 29) & 0xffffffff
    .set    .Ldelta4, (0x715ea49e << 4 | 0x715ea49e >> 28) & 0xffffffff
    .set    .Ldelta5, (0xc785da0a << 5 | 0xc785da0a >> 27) & 0xffffffff
    .set    .Ldelta6, (0xe04ef22a << 6 | 0xe04ef22a >> 26) & 0xffffffff
    .set    .Ldelta7, (0xe5c40957 << 7 | 0xe5c40957 >> 25) & 0xffffffff

/* Register of byte i in a word whose bytes were renamed `turns` times. */
#    define byte(word, i, turns) ((word)+(((i)-(turns))&3))

.macro rol1 word, turns=0
    lsl     byte(\word, 0, \turns)
    rol     byte(\word, 1, \turns)
    rol     byte(\word, 2, \turns)
    rol     byte(\word, 3, \turns)
    adc     byte(\word, 0, \turns), r1
.endm

.macro ror1 word, turns=0
    bst     byte(\word, 0, \turns), 0
    lsr     byte(\word, 3, \turns)
    ror     byte(\word, 2, \turns)
    ror     byte(\word, 1, \turns)
    ror     byte(\word, 0, \turns)
    bld     byte(\word, 3, \turns), 7
.endm

.macro add_constant word, constant, turns=0
    add     byte(\word, 0, \turns), \constant
    adc     byte(\word, 1, \turns), \constant + 1
    adc     byte(\word, 2, \turns), \constant + 2
    adc     byte(\word, 3, \turns), \constant + 3
.endm

.macro store word, turns=0
    st      X+, byte(\word, 0, \turns)
    st      X+, byte(\word, 1, \turns)
    st      X+, byte(\word, 2, \turns)
    st      X+, byte(\word, 3, \turns)
.endm

/* --- LEA-128 ------------------------------------------------------------- */

#    define t0 2
#    define t1 6
#    define t2 10
#    define t3 14
#    define c 18
#    define c3 22
#    define count r0

/* t2 and t3 were renamed `turns` times before this round. */
.macro expand_round constant, turns
    add_constant t0, \constant
    rol1    \constant
    add_constant t1, \constant
    rol1    \constant
    add_constant t2, \constant, \turns
    rol1    \constant
    add_constant t3, \constant, \turns
    rol1    \constant
    rol1    t0
    .rept   3
    rol1    t1
    .endr
    .rept   2
    ror1    t2, \turns
    .endr
    .rept   3
    rol1    t3, \turns
    .endr
.endm

.macro store_round turns
    store   t1
    store   t3, \turns
    store   t2, \turns
    store   t0
.endm

.macro expand_round_with at, turns
    .irp i, 0, 1, 2, 3
    ldd     c + \i, Z + \at + \i
    .endr
    expand_round c, \turns
    .irp i, 0, 1, 2, 3
    std     Z + \at + \i, c + \i
    .endr
    store_round \turns+1
.endm

.macro put_delta at, delta
    .irp i, 0, 1, 2, 3
    ldi     c, \delta >> (8 * \i) & 0xff
    std     Z + \at + \i, c
    .endr
.endm

function narae_lea_set_key_avr
    movw    r26, r24
    lsr     r20
    mov     r18, r20
    subi    r18, -16
    st      X+, r18
    st      X+, r1
    st      X+, r1
    st      X+, r1
    movw    r30, r22
    cpi     r18, 24
    breq    1f
    rjmp    narae_lea_set_longer_key

1:  push_range 2, 17
    .set    .Lreg, 2
    .rept   16
    ld      .Lreg, Z+
    .set    .Lreg, .Lreg + 1
    .endr
    movw    r30, r26
    subi    r30, lo8(-(23 * 16))
    sbci    r31, hi8(-(23 * 16))
    put_delta 0, .Ldelta0
    put_delta 4, .Ldelta1
    put_delta 8, .Ldelta2
    ldi     c, 6
    mov     count, c
    .irp i, 0, 1, 2, 3
    ldi     c3 + \i, .Ldelta3 >> (8 * \i) & 0xff
    .endr
2:  expand_round_with 0, 0
    expand_round_with 4, 1
    expand_round_with 8, 2
    expand_round c3, 3
    store_round 4
    dec     count
    breq    3f
    rjmp    2b
3:  pop_range 2, 17
    ret
end_function narae_lea_set_key_avr

/* --- LEA-192 and LEA-256 ------------------------------------------------- */

#    define round_constant 2
#    define from_schedule r12
#    define rounds_left r14
#    define n r15
#    define left r16       /* rounds until the constants repeat */
#    define until_wrap r17 /* checks until the key is used up */
#    define constant_bytes r20
#    define w 22

/* The next word, without its rotations. */
.macro next_word
    .irp i, 0, 1, 2, 3
    ld      w + \i, Z+
    .endr
    add_constant w, round_constant
    rol1    round_constant
.endm

/* A check after the second and the last word of each round: after 6 words of
 * LEA-192 or 8 of LEA-256 the sources of the next words are in the schedule. */
.macro wrap_after_key
    dec     until_wrap
    brne    1f
    movw    r30, from_schedule
1:
.endm

    .section .text.narae_lea_set_longer_key, "ax", @progbits
    flash_align 32
delta:
    .long   .Ldelta0, .Ldelta1, .Ldelta2, .Ldelta3, .Ldelta4, .Ldelta5, .Ldelta6, .Ldelta7

/* X = round keys, Z = key, r18 = rounds, r20 = half of the key's bytes.
 * Y points to the next constant. */
    .type   narae_lea_set_longer_key, @function
narae_lea_set_longer_key:
    push_range 2, 5
    push_range 12, 17
    push_range 28, 29
    movw    from_schedule, r26
    mov     rounds_left, r18
    lsl     constant_bytes
    mov     n, constant_bytes
    lsr     n
    lsr     n
    mov     left, n
    mov     until_wrap, n
    lsr     until_wrap
    dec     until_wrap
    ldi     r19, 24
    mul     r18, r19
    movw    r28, r0
    clr     r1
    add     r28, r26
    adc     r29, r27
    sub     r28, constant_bytes
    sbc     r29, r1

    movw    r24, r30
    flash_table delta, r19
    ldi     r30, lo8(delta)
    ldi     r31, hi8(delta)
    mov     r18, constant_bytes
1:  lpm     r19, Z+
    st      Y+, r19
    dec     r18
    brne    1b
    flash_done r19
    sub     r28, constant_bytes
    sbc     r29, r1
    movw    r30, r24

2:  .irp i, 0, 1, 2, 3
    ldd     round_constant + \i, Y + \i
    .endr
    next_word
    rol1    w
    store   w
    next_word
    .rept   3
    rol1    w
    .endr
    store   w
    wrap_after_key
    next_word
    .rept   2
    ror1    w
    .endr
    store   w, 1
    next_word
    .rept   3
    rol1    w
    .endr
    store   w, 1
    next_word
    .rept   3
    ror1    w
    .endr
    store   w, 2
    next_word
    rol1    w
    store   w, 2
    wrap_after_key
    dec     rounds_left
    breq    4f
    sbrs    n, 3
    rjmp    3f
    rol1    round_constant
    rol1    round_constant
3:  .irp i, 0, 1, 2, 3
    st      Y+, round_constant + \i
    .endr
    dec     left
    breq    1f
    rjmp    2b
1:  sub     r28, constant_bytes
    sbc     r29, r1
    mov     left, n
    rjmp    2b

4:  pop_range 28, 29
    pop_range 12, 17
    pop_range 2, 5
    ret
    .size   narae_lea_set_longer_key, . - narae_lea_set_longer_key

#endif
