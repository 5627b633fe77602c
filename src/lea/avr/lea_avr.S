/* SPDX-License-Identifier: MIT */
/* LEA for AVR with MUL.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_encrypt_avr(const void *schedule, uint8_t *out,
 *                              const uint8_t *in, size_t nblocks);
 *   void narae_lea_decrypt_avr(likewise);
 *
 * The four words stay in registers, and a round renames them.  Rotations by
 * whole bytes are renaming too: of rol9 rol1 is left, of ror3 and ror5 rol5 and
 * rol3.  The latter are four products with 32 or 8, whose high halves go to the
 * next byte: two pairs are moved and two added, 14 cycles where shifts take 15
 * and more.  Their destination differs from their source:
 *
 *   encryption    the sum is computed in t, which frees a word of the state:
 *                 after four rounds all names are restored
 *   decryption    the word is rotated into t, and its registers are the next t:
 *                 after six rounds all names are restored.  28 and 32 rounds
 *                 enter after two and four.
 *
 * The registers of a word hold bytes 0123, or 3012 after ror3, ror5 or ror9:
 * then byte i is in register (i + 1) mod 4.
 *
 * Cycles of a round: 2 for each key byte, 24 for adding keys, 12 for adding or
 * subtracting, rotations 5 (rol1) or 6 (ror1) and twice 14:
 *
 *                    LEA-128               LEA-192, LEA-256
 *   encryption       101 x 24 = 2424       117 x 28 = 3276, x 32 = 3744
 *   decryption       102 x 24 = 2448       118 x 28 = 3304, x 32 = 3776
 *
 * and 170 to 210 for the call, saved registers, the block and the loop.
 *
 * Time depends on the number of blocks and the key size alone: no branch or
 * address depends on key or data, and MUL takes two cycles for any factors. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "lea_avr.S"

#    include "core/avr/call.inc"

#    define a 2
#    define b 6
#    define c 10
#    define d 14
#    define t 18
#    define k 22
#    define by8 26
#    define by32 27
#    define zero 28
#    define u 28
#    define rounds 29

/* Register of byte i in a word stored as 3012. */
#    define turned(word, i) ((word)+(((i)+1)&3))

/* y = rol(x, 3 or 5) for the factor 8 or 32; x0 ... x3 are the registers of
 * x from its lowest byte.  y: 0123. */
.macro rotate_to y, factor, x0, x1, x2, x3
    mul     \x0, \factor
    movw    \y, r0
    mul     \x2, \factor
    movw    \y + 2, r0
    mul     \x1, \factor
    eor     \y + 1, r0
    eor     \y + 2, r1
    mul     \x3, \factor
    eor     \y + 3, r0
    eor     \y, r1
.endm

.macro load_word word, first
    ld      \word + (\first), X+
    ld      \word + ((\first + 1) & 3), X+
    ld      \word + ((\first + 2) & 3), X+
    ld      \word + ((\first + 3) & 3), X+
.endm

.macro store_word word, first
    st      X+, \word + (\first)
    st      X+, \word + ((\first + 1) & 3)
    st      X+, \word + ((\first + 2) & 3)
    st      X+, \word + ((\first + 3) & 3)
.endm

/* Saves the callee-saved registers and the address of the output; X = in, Z =
 * round keys. */
.macro enter
    push_range 2, 17
    push_range 28, 29
    push_range 22, 23
    movw    r26, r20
    movw    r30, r24
    ld      rounds, Z+
    adiw    r30, 3
.endm

.macro constants
    ldi     by8, 8
    ldi     by32, 32
.endm

.macro leave
    clr     r1
    pop_range 28, 29
    pop_range 2, 17
    ret
.endm

/* --- encryption ---------------------------------------------------------- */

/* x0 and x3 are as 0123, x1 and x2 as 3012, before and after. */

/* x3 = ror3 of the sum in t; ror3 = rol5, ror8.  Likewise x2 = ror5. */
.macro rotate_t_to word, factor
    rotate_to \word, \factor, t, t+1, t+2, t+3
.endm

.macro rol9 word
    lsl     turned(\word, 0)
    rol     turned(\word, 1)
    rol     turned(\word, 2)
    rol     turned(\word, 3)
    adc     turned(\word, 0), zero
.endm

/* The key words in the order of their use, k1 k4 k2 k0; k = k1. */
.macro encrypt_round4 x0, x1, x2, x3
    .irp i, 0, 1, 2, 3
    ld      k + \i, Z+
    .endr
    .irp i, 0, 1, 2, 3
    eor     \x3 + \i, k + \i
    .endr
    ld      t, Z+
    eor     t, turned(\x2, 0)
    add     t, \x3
    .irp i, 1, 2, 3
    ld      t + \i, Z+
    eor     t + \i, turned(\x2, \i)
    adc     t + \i, \x3 + \i
    .endr
    rotate_t_to \x3, by32

    .irp i, 0, 1, 2, 3
    eor     turned(\x2, \i), k + \i
    .endr
    ld      t, Z+
    eor     t, turned(\x1, 0)
    add     t, turned(\x2, 0)
    .irp i, 1, 2, 3
    ld      t + \i, Z+
    eor     t + \i, turned(\x1, \i)
    adc     t + \i, turned(\x2, \i)
    .endr
    rotate_t_to \x2, by8

    .irp i, 0, 1, 2, 3
    eor     turned(\x1, \i), k + \i
    .endr
    ld      t, Z+
    eor     t, \x0
    add     turned(\x1, 0), t
    .irp i, 1, 2, 3
    ld      t, Z+
    eor     t, \x0 + \i
    adc     turned(\x1, \i), t
    .endr
    rol9    \x1
.endm

/* Six key words k0 ... k5 at Z + at. */
.macro encrypt_round6 at, x0, x1, x2, x3
    .irp i, 0, 1, 2, 3
    ldd     t + \i, Z + \at + 20 + \i
    eor     \x3 + \i, t + \i
    .endr
    ldd     t, Z + \at + 16
    eor     t, turned(\x2, 0)
    add     t, \x3
    .irp i, 1, 2, 3
    ldd     t + \i, Z + \at + 16 + \i
    eor     t + \i, turned(\x2, \i)
    adc     t + \i, \x3 + \i
    .endr
    rotate_t_to \x3, by32

    .irp i, 0, 1, 2, 3
    ldd     t + \i, Z + \at + 12 + \i
    eor     turned(\x2, \i), t + \i
    .endr
    ldd     t, Z + \at + 8
    eor     t, turned(\x1, 0)
    add     t, turned(\x2, 0)
    .irp i, 1, 2, 3
    ldd     t + \i, Z + \at + 8 + \i
    eor     t + \i, turned(\x1, \i)
    adc     t + \i, turned(\x2, \i)
    .endr
    rotate_t_to \x2, by8

    .irp i, 0, 1, 2, 3
    ldd     t, Z + \at + 4 + \i
    eor     turned(\x1, \i), t
    .endr
    ldd     t, Z + \at
    eor     t, \x0
    add     turned(\x1, 0), t
    .irp i, 1, 2, 3
    ldd     t, Z + \at + \i
    eor     t, \x0 + \i
    adc     turned(\x1, \i), t
    .endr
    rol9    \x1
.endm

block_function narae_lea_encrypt_avr, 16
    enter
    load_word a, 0
    load_word b, 1
    load_word c, 1
    load_word d, 0
    constants
    clr     zero
    cpi     rounds, 24
    brne    1f
    rjmp    2f
1:  encrypt_round6 0, a, b, c, d
    encrypt_round6 24, b, c, d, a
    adiw    r30, 48
    encrypt_round6 0, c, d, a, b
    encrypt_round6 24, d, a, b, c
    adiw    r30, 48
    subi    rounds, 4
    brne    0f
    rjmp    3f
0:  rjmp    1b
2:  encrypt_round4 a, b, c, d
    encrypt_round4 b, c, d, a
    encrypt_round4 c, d, a, b
    encrypt_round4 d, a, b, c
    subi    rounds, 4
    breq    3f
    rjmp    2b
3:  pop_range 26, 27
    store_word a, 0
    store_word b, 1
    store_word c, 1
    store_word d, 0
    leave
end_function narae_lea_encrypt_avr

/* --- decryption ---------------------------------------------------------- */

/* y0, y2 and y3 are as 0123, y1 as 3012.  The round leaves x0 in y3, x1 in y0
 * as 3012, x2 in t and x3 in y1; y2 is free.  r0 is the spare here. */

.macro ror9 word
    bst     \word, 0
    lsr     \word + 3
    ror     \word + 2
    ror     \word + 1
    ror     \word
    bld     \word + 3, 7
.endm

/* minuend = (minuend - (x ^ key at Z + at)) ^ k, byte i. */
.macro unmix4 sub, minuend, x, at, key1
    ldd     u, Z + \at
    eor     u, \x
    \sub    \minuend, u
    eor     \minuend, \key1
.endm

/* The key words in the order of encryption, k1 k4 k2 k0, at Z + at. */
.macro decrypt_round4 at, y0, y1, y2, y3, free
    .irp i, 0, 1, 2, 3
    ldd     k + \i, Z + \at + \i
    .endr
    ror9    \y0
    unmix4  sub, turned(\y0, 0), \y3, \at+12, k
    .irp i, 1, 2, 3
    unmix4  sbc, turned(\y0, \i), \y3+\i, \at+12+\i, k+\i
    .endr
    rotate_to \free, by32, turned(\y1, 0), turned(\y1, 1), turned(\y1, 2), turned(\y1, 3)
    unmix4  sub, \free, turned(\y0, 0), \at+8, k
    .irp i, 1, 2, 3
    unmix4  sbc, \free+\i, turned(\y0, \i), \at+8+\i, k+\i
    .endr
    rotate_to \y1, by8, \y2, \y2+1, \y2+2, \y2+3
    unmix4  sub, \y1, \free, \at+4, k
    .irp i, 1, 2, 3
    unmix4  sbc, \y1+\i, \free+\i, \at+4+\i, k+\i
    .endr
.endm

/* minuend = (minuend - (x ^ key at Z + at)) ^ key at Z + at + 4. */
.macro unmix6 sub, minuend, x, at
    ldd     u, Z + \at
    eor     u, \x
    \sub    \minuend, u
    ldd     u, Z + \at + 4
    eor     \minuend, u
.endm

.macro decrypt_round6 at, y0, y1, y2, y3, free
    ror9    \y0
    unmix6  sub, turned(\y0, 0), \y3, \at
    .irp i, 1, 2, 3
    unmix6  sbc, turned(\y0, \i), \y3+\i, \at+\i
    .endr
    rotate_to \free, by32, turned(\y1, 0), turned(\y1, 1), turned(\y1, 2), turned(\y1, 3)
    unmix6  sub, \free, turned(\y0, 0), \at+8
    .irp i, 1, 2, 3
    unmix6  sbc, \free+\i, turned(\y0, \i), \at+8+\i
    .endr
    rotate_to \y1, by8, \y2, \y2+1, \y2+2, \y2+3
    unmix6  sub, \y1, \free, \at+16
    .irp i, 1, 2, 3
    unmix6  sbc, \y1+\i, \free+\i, \at+16+\i
    .endr
.endm

/* The block, and Z after the last round key. */
.macro load_reversed y0, y1, y2, y3, key_bytes
    load_word \y0, 0
    load_word \y1, 1
    load_word \y2, 0
    load_word \y3, 0
    constants
    subi    r30, lo8(-(\key_bytes))
    sbci    r31, hi8(-(\key_bytes))
.endm

block_function narae_lea_decrypt_avr, 16
    enter
    cpi     rounds, 28
    brsh    0f
    rjmp    4f
0:  brne    1f
    load_reversed b, d, c, a, 28*24
    subi    rounds, -2
    rjmp    2f
1:  load_reversed d, a, c, b, 32*24
    subi    rounds, -4
    rjmp    3f

1:  sbiw    r30, 48
    decrypt_round6 24, a, b, c, d, t
    decrypt_round6 0, d, a, t, b, c
2:  sbiw    r30, 48
    decrypt_round6 24, b, d, c, a, t
    decrypt_round6 0, a, b, t, d, c
3:  sbiw    r30, 48
    decrypt_round6 24, d, a, c, b, t
    decrypt_round6 0, b, d, t, a, c
    subi    rounds, 6
    brne    0f
    rjmp    6f
0:  rjmp    1b

4:  load_reversed a, b, c, d, 24*16
5:  sbiw    r30, 48
    decrypt_round4 32, a, b, c, d, t
    decrypt_round4 16, d, a, t, b, c
    decrypt_round4 0, b, d, c, a, t
    sbiw    r30, 48
    decrypt_round4 32, a, b, t, d, c
    decrypt_round4 16, d, a, c, b, t
    decrypt_round4 0, b, d, t, a, c
    subi    rounds, 6
    breq    6f
    rjmp    5b

6:  pop_range 26, 27
    store_word a, 0
    store_word b, 1
    store_word c, 0
    store_word d, 0
    leave
end_function narae_lea_decrypt_avr

#endif
