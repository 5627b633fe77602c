/* SPDX-License-Identifier: MIT */
/* ChaCha, AVR with MUL.  RFC 8439, 2.1 to 2.4; draft-irtf-cfrg-xchacha-03, 2.2.
 *
 *     void narae_chacha_keyed_avr(const void *key, uint32_t counter[4], uint8_t *out,
 *                                 const uint8_t *in, size_t bytes, uint8_t rounds);
 *     void narae_hchacha_avr(uint32_t state[16], unsigned rounds);
 *
 * A quarter round takes 52 or 54 cycles: 16 ADD or ADC, 16 EOR, and the rotations
 *
 *     <<< 16, <<< 8    renamed bytes                                        0
 *     <<< 12           renamed bytes; MUL by 16 for <<< 4              14 or 16
 *     <<< 7            renamed bytes; >>> 1                                 6
 *
 * where 14 requires a free word for the result.  Registers hold six words, two more than a
 * quarter round needs; the rest is on the stack after Y.  A diagonal has a word of each
 * column, so the order
 *
 *     columns 0, 1, 2, 3    diagonals 0, 1, 2, 3
 *
 * lets five words of each round stay in registers for the next: words 5, 10
 * and 15 for diagonal 0, 11 for diagonal 1, 7 for diagonal 2, and likewise for the next
 * columns.  Eleven of 16 are loaded and stored; with six words in registers no order has
 * fewer.
 *
 *   A round: 2 * 52 + 2 * 54 + 11 * 16 = 388 cycles, the loop 4 for two rounds.  A block:
 *   20 rounds 7800, words into and out of registers 80, the state on the stack 249, its
 *   addition and XOR 658, counter 28, pointers 60: 8880.  A call: saving and wiping 238
 *   and, around it in narae_chacha_crypt_message, checks, counter and nonce 290: 9412 cycles for 64
 *   bytes, 6297 with 12 rounds and 4737 with 8.
 *
 * With NARAE_SMALL all words are in memory, and there is one quarter round: 513 cycles a
 * round.
 *
 * Time depends on lengths, rounds and the carry of the counter alone. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file "chacha_avr.S"

#include <avr/io.h>

#ifdef NARAE_SMALL
#    define COPIED_AT_ONCE 1
#    define ADDED_AT_ONCE 1
#    define WIPED_AT_ONCE 1
#else
#    define COPIED_AT_ONCE 16
#    define ADDED_AT_ONCE 2
#    define WIPED_AT_ONCE 16
#endif

/* Six words; _N is the word rotated left by N bytes. */
#define A r2, r3, r4, r5
#define B r6, r7, r8, r9
#define B_2 r8, r9, r6, r7
#define B_3 r7, r8, r9, r6
#define C r10, r11, r12, r13
#define C_2 r12, r13, r10, r11
#define D r14, r15, r16, r17
#define D_2 r16, r17, r14, r15
#define D_3 r15, r16, r17, r14
#define E r18, r19, r20, r21
#define E_2 r20, r21, r18, r19
#define F r22, r23, r24, r25
#define F_2 r24, r25, r22, r23
#define F_3 r23, r24, r25, r22

#define sixteen r26
#define count r27
#define t0 r30
#define t1 r31

.macro load w, x0, x1, x2, x3
    ldd     \x0, Y + 4 * \w
    ldd     \x1, Y + 4 * \w + 1
    ldd     \x2, Y + 4 * \w + 2
    ldd     \x3, Y + 4 * \w + 3
.endm

.macro store w, x0, x1, x2, x3
    std     Y + 4 * \w, \x0
    std     Y + 4 * \w + 1, \x1
    std     Y + 4 * \w + 2, \x2
    std     Y + 4 * \w + 3, \x3
.endm

.macro add4 x0, x1, x2, x3, y0, y1, y2, y3
    add     \x0, \y0
    adc     \x1, \y1
    adc     \x2, \y2
    adc     \x3, \y3
.endm

.macro eor4 x0, x1, x2, x3, y0, y1, y2, y3
    eor     \x0, \y0
    eor     \x1, \y1
    eor     \x2, \y2
    eor     \x3, \y3
.endm

/* x <<<= 4 */
.macro rol4 x0, x1, x2, x3
    mul     \x1, sixteen
    movw    t0, r0
    mul     \x0, sixteen
    movw    \x0, r0
    eor     \x1, t0
    mul     \x3, sixteen
    mov     \x3, r0
    eor     \x0, r1
    mul     \x2, sixteen
    mov     \x2, r0
    eor     \x2, t1
    eor     \x3, r1
.endm

/* y = x <<< 4 */
.macro rol4_to y0, y1, y2, y3, x0, x1, x2, x3
    mul     \x0, sixteen
    movw    \y0, r0
    mul     \x2, sixteen
    movw    \y2, r0
    mul     \x1, sixteen
    eor     \y1, r0
    eor     \y2, r1
    mul     \x3, sixteen
    eor     \y3, r0
    eor     \y0, r1
.endm

.macro ror1 x0, x1, x2, x3
    bst     \x0, 0
    lsr     \x3
    ror     \x2
    ror     \x1
    ror     \x0
    bld     \x3, 7
.endm

.macro first_half a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    add4    \a0, \a1, \a2, \a3, \b0, \b1, \b2, \b3
    eor4    \d0, \d1, \d2, \d3, \a0, \a1, \a2, \a3
    add4    \c0, \c1, \c2, \c3, \d2, \d3, \d0, \d1
    eor4    \b0, \b1, \b2, \b3, \c0, \c1, \c2, \c3
.endm

.macro second_half a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    add4    \a0, \a1, \a2, \a3, \b3, \b0, \b1, \b2
    eor4    \d2, \d3, \d0, \d1, \a0, \a1, \a2, \a3
    add4    \c0, \c1, \c2, \c3, \d1, \d2, \d3, \d0
    eor4    \b3, \b0, \b1, \b2, \c0, \c1, \c2, \c3
    ror1    \b3, \b0, \b1, \b2
.endm

/* A quarter round.  Leaves b in b_2 and d in d_3. */
.macro quarter_round a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    first_half \a0, \a1, \a2, \a3, \b0, \b1, \b2, \b3, \c0, \c1, \c2, \c3, \d0, \d1, \d2, \d3
    rol4    \b0, \b1, \b2, \b3
    second_half \a0, \a1, \a2, \a3, \b0, \b1, \b2, \b3, \c0, \c1, \c2, \c3, \d0, \d1, \d2, \d3
.endm

/* The same, but leaves b in y_2, where y is a word that is free. */
.macro quarter_round_to y0, y1, y2, y3, a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    first_half \a0, \a1, \a2, \a3, \b0, \b1, \b2, \b3, \c0, \c1, \c2, \c3, \d0, \d1, \d2, \d3
    rol4_to \y0, \y1, \y2, \y3, \b0, \b1, \b2, \b3
    second_half \a0, \a1, \a2, \a3, \y0, \y1, \y2, \y3, \c0, \c1, \c2, \c3, \d0, \d1, \d2, \d3
.endm

.macro each_saved do
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    \do     \n
    .endr
.endm

.macro save n
    push    \n
.endm

.macro return
    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop     \n
    .endr
    clr     r1
    ret
.endm

.section .text.narae_chacha_avr, "ax", @progbits

#ifndef NARAE_SMALL

/* `count` double rounds on the words after Y */
.type permute, @function
permute:
    ldi     sixteen, 16
    load    4, B_2
    load    8, C
    load    9, E
    load    12, D_3
    load    14, F_3
1:  load    0, A
    quarter_round A, B_2, C, D_3
    store   0, A
    store   4, B
    store   8, C
    store   12, D_2

    load    1, A
    load    5, B
    load    13, D
    quarter_round_to C, A, B, E, D
    store   1, A
    store   9, E
    store   13, D_3

    load    2, A
    load    6, D
    load    10, B
    quarter_round_to E, A, D, B, F_3
    store   2, A
    store   6, E_2
    store   14, F_2

    load    3, A
    load    7, E
    load    11, F
    load    15, D
    quarter_round A, E, F, D
    store   3, A

    load    0, A
    quarter_round A, C_2, B, D_3
    store   0, A
    store   5, C
    store   10, B
    store   15, D_2

    load    1, A
    load    6, B
    load    12, D
    quarter_round_to C, A, B, F, D
    store   1, A
    store   6, C_2
    store   11, F

    load    2, A
    load    8, C
    load    13, B
    quarter_round_to F, A, E_2, C, B
    store   2, A
    store   7, F_2
    store   13, B_3

    load    3, A
    load    4, B
    load    9, E
    load    14, F
    quarter_round A, B, E, F
    store   3, A

    dec     count
    breq    2f
    rjmp    1b
2:  store   4, B_2
    store   8, C
    store   9, E
    store   12, D_3
    store   14, F_3
    ret
.size permute, . - permute

#else

/* The same, all words in memory. */
.type quarter, @function
quarter:
    quarter_round A, B, C, D
    ret
.size quarter, . - quarter

.macro quarter_in_memory a, b, c, d
    load    \a, A
    load    \b, B
    load    \c, C
    load    \d, D
    rcall   quarter
    store   \a, A
    store   \b, B_2
    store   \c, C
    store   \d, D_3
.endm

.type permute, @function
permute:
    ldi     sixteen, 16
1:  ldi     r18, 4
2:  quarter_in_memory 0, 4, 8, 12
    adiw    r28, 4
    dec     r18
    brne    2b
    sbiw    r28, 16
    quarter_in_memory 0, 5, 10, 15
    quarter_in_memory 1, 6, 11, 12
    quarter_in_memory 2, 7, 8, 13
    quarter_in_memory 3, 4, 9, 14
    dec     count
    breq    3f
    rjmp    1b
3:  ret
.size permute, . - permute

#endif

/* Pushes the n bytes before X. */
.macro push_bytes n
    .if \n > COPIED_AT_ONCE
    ldi     t0, \n / COPIED_AT_ONCE
    .endif
.Lpush\@:
    .rept COPIED_AT_ONCE
    ld      r0, -X
    push    r0
    .endr
    .if \n > COPIED_AT_ONCE
    dec     t0
    brne    .Lpush\@
    .endif
.endm

/* do \byte, operation for each byte of "expand 32-byte k", with the operations add, adc,
 * adc, adc */
.macro each_constant do
    .irp word, 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574
    \do     ((\word) & 0xff), add
    \do     ((\word) >> 8 & 0xff), adc
    \do     ((\word) >> 16 & 0xff), adc
    \do     ((\word) >> 24 & 0xff), adc
    .endr
.endm

/* out = in ^ (x + state): x comes from the stack. */
.macro finish_byte
    ld      r19, X+
    eor     r18, r19
    st      Y+, r18
.endm

.macro finish_constant byte, add
    pop     r18
    ldi     r19, \byte
    \add    r18, r19
    finish_byte
.endm

.macro finish_word
    .irp    add, add, adc, adc, adc
    pop     r18
    ld      r19, Z+
    \add    r18, r19
    finish_byte
    .endr
.endm

/* x += state: x is after Y. */
.macro add_constant byte, add
    ld      r18, Y
    ldi     r19, \byte
    \add    r18, r19
    st      Y+, r18
.endm

.macro add_word
    .irp    add, add, adc, adc, adc
    ld      r18, Y
    ld      r19, Z+
    \add    r18, r19
    st      Y+, r18
    .endr
.endm

/* For words 4..15: Z points to the key, then to the words at r22. */
.macro each_word do
    ldi     r20, 12 / ADDED_AT_ONCE
.Leach\@:
    .rept ADDED_AT_ONCE
    \do
    .endr
    dec     r20
    breq    .Ldone\@
    cpi     r20, 4 / ADDED_AT_ONCE
    brne    .Leach\@
    movw    r30, r22
    rjmp    .Leach\@
.Ldone\@:
.endm

/* Adds the carry; r20 is zero. */
.macro increment_word at
    .irp i, 0, 1, 2, 3
    ldd     r18, Z + \at + \i
    adc     r18, r20
    std     Z + \at + \i, r18
    .endr
.endm

.global narae_chacha_keyed_avr
.type narae_chacha_keyed_avr, @function
narae_chacha_keyed_avr:
    cp      r16, r1
    cpc     r17, r1
    brne    1f
    ret
1:  each_saved save

    /* Here and after each block the arguments are in their registers. */
2:  movw    r26, r22
    adiw    r26, 16
    push_bytes 16
    movw    r26, r24
    adiw    r26, 32
    push_bytes 32
    .irp word, 0x6b206574, 0x79622d32, 0x3320646e, 0x61707865
    .irp shift, 24, 16, 8, 0
    ldi     t0, (\word) >> \shift & 0xff
    push    t0
    .endr
    .endr
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    .irp n, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 14
    push    \n
    .endr
    adiw    r28, 1
    mov     count, r14
    lsr     count
    rcall   permute
    .irp n, 14, 16, 17, 26, 27, 28, 29, 22, 23, 30, 31
    pop     \n
    .endr
    movw    r24, r30
    tst     r17
    brne    3f
    cpi     r16, 64
    brsh    3f
    rjmp    5f

3:  each_constant finish_constant
    each_word finish_word
    sbiw    r30, 16
    sec
    increment_word 0
    brcc    4f
    increment_word 4
4:  movw    r18, r26
    movw    r20, r28
    subi    r16, 64
    sbci    r17, 0
    breq    1f
    rjmp    2b
1:  rjmp    8f

    /* The last block, of r16 bytes */
5:  movw    r2, r28
    in      r28, _SFR_IO_ADDR(SPL)
    in      r29, _SFR_IO_ADDR(SPH)
    adiw    r28, 1
    each_constant add_constant
    each_word add_word
    movw    r28, r2
    ldi     r20, 64
    sub     r20, r16
6:  pop     r18
    finish_byte
    dec     r16
    brne    6b
7:  pop     r18
    dec     r20
    brne    7b

    /* The state that the permutation left on the stack would reveal the key. */
8:  in      r26, _SFR_IO_ADDR(SPL)
    in      r27, _SFR_IO_ADDR(SPH)
    adiw    r26, 1
    ldi     r24, 64 / WIPED_AT_ONCE
9:  .rept WIPED_AT_ONCE
    st      -X, r24
    .endr
    dec     r24
    brne    9b
    return
.size narae_chacha_keyed_avr, . - narae_chacha_keyed_avr

.global narae_hchacha_avr
.type narae_hchacha_avr, @function
narae_hchacha_avr:
    each_saved save
    movw    r28, r24
    mov     count, r22
    lsr     count
    rcall   permute
    load    0, A
    load    1, B
    load    2, C
    load    3, D
    store   4, A
    store   5, B
    store   6, C
    store   7, D
    load    12, A
    load    13, B
    load    14, C
    load    15, D
    store   8, A
    store   9, B
    store   10, C
    store   11, D
    return
.size narae_hchacha_avr, . - narae_hchacha_avr

#endif
