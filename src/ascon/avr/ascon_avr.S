/* SPDX-License-Identifier: MIT */
/* The Ascon permutation, AVR with MUL.  SP 800-232, 3.
 *
 *     void narae_ascon_permute_avr(uint8_t state[40], uint8_t rounds);
 *
 * The state is in memory as five little-endian words; x2 and x4 live in
 * registers, and so does one of the others at a time.
 *
 * S-box, a byte of all five words at a time, with a = ~(x0 ^ x4),
 * b = ~(x2 ^ x1), c = x1, d = x3, e = x4 ^ x3:
 *
 *     t0 = a ^ (c | b)                y0 = t0 ^ y4
 *     y1 = t0 ^ c ^ (b & d)           y2 = t2 ^ d
 *     t2 = b ^ (d | e)                y3 = t2 ^ (e | a)
 *     y4 = e ^ (a & c)
 *
 * x1 and x3 are in adjacent registers, so two MOVW make the four copies: 20
 * instructions.  x0 arrives in registers, and y3 leaves in the same ones; x1
 * and x3 are loaded, y0 and y1 stored.
 *
 * Linear layer.  Rotations by whole bytes are renaming; >>> 1 of a word takes
 * ten instructions, so there are as few as possible.  Cycles:
 *
 *     x3 ^ x3>>>10 ^ x3>>>17    u = x3>>>1, then u>>>1              40
 *     x1 ^ x1>>>61 ^ x1>>>39    u = x1<<<1, then u<<<2              50
 *     x4 ^ x4>>>7  ^ x4>>>41    u = x4<<<1, v = x4>>>1              44
 *     x2 ^ x2>>>1  ^ x2>>>6     u = x2>>>1; MUL by 4 for <<<2       55
 *     x0 ^ x0>>>19 ^ x0>>>28    u = x0>>>3, then u>>>1              60
 *
 * in this order, because y3 is in registers after the S-box, and x0 stays there
 * for the next round.  Two more words, besides x2, x4 and the pointer Y, would
 * need 34 registers: bytes 6 and 7 of x2 are in memory during the linear layer.
 *
 * A round: S-box 8 * (20 + 8), linear layer 249, memory 64 for x3, x1, x0 and
 * 16 for the two bytes of x2, constant and loop 10: 563 cycles.  Twelve rounds
 * with call and return: 12 * 563 + 189.
 *
 * Time depends on the number of rounds alone. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file "ascon_avr.S"

#include "words.inc"

#define X0 0
#define X1 8
#define X2 16
#define X3 24
#define X4 32
/* x4 lives in registers, so its place is free. */
#define CONSTANT X4

/* Words: the registers of bytes 0 to 7. */
#define x2 r2, r3, r4, r5, r6, r7, r8, r9
#define x4 r10, r11, r12, r13, r14, r15, r16, r17
#define w r18, r19, r20, r21, r22, r23, r24, r25
#ifdef NARAE_SMALL
#    define u r10, r11, r12, r13, r14, r15, r16, r17
#else
#    define u r26, r27, r30, r31, r0, r1, r8, r9
#endif

#define c r26
#define d r27
#define t0 r30
#define t1 r31
#define a_and_c r0
#define d_or_e r1

/* The S-box on a byte of each word: a is from x0, b from x2, e from x4. */
.macro sbox a, b, e
    eor     \a, \e
    com     \a
    eor     \e, d
    eor     \b, c
    com     \b
    movw    t0, c
    movw    a_and_c, c
    or      t0, \b
    eor     t0, \a
    and     t1, \b
    eor     c, t1
    and     a_and_c, \a
    or      d_or_e, \e
    eor     \b, d_or_e
    or      \a, \e
    eor     \e, a_and_c
    eor     \a, \b
    eor     \b, d
    eor     c, t0
    eor     t0, \e
.endm

#ifndef NARAE_SMALL

/* The S-box on byte i; a, b and e are the registers of x0, x2 and x4. */
.macro substitute i, a, b, e
    ldd     c, Y + X1 + \i
    ldd     d, Y + X3 + \i
    sbox    \a, \b, \e
    std     Y + X1 + \i, c
    std     Y + X0 + \i, t0
.endm

.section .text.narae_ascon_permute_avr, "ax", @progbits
.global narae_ascon_permute_avr
.type narae_ascon_permute_avr, @function
narae_ascon_permute_avr:
    save    r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r28, r29
    movw    r28, r24
    load_word X2, x2
    load_word X4, x4
    std     Y + X2 + 6, r8
    std     Y + X2 + 7, r9

    first_constant r26, r22
    load_word X0, w

1:  std     Y + CONSTANT, r26
    eor     r2, r26
    substitute 0, r18, r2, r10
    substitute 1, r19, r3, r11
    substitute 2, r20, r4, r12
    substitute 3, r21, r5, r13
    substitute 4, r22, r6, r14
    substitute 5, r23, r7, r15
    ldd     r8, Y + X2 + 6
    substitute 6, r24, r8, r16
    std     Y + X2 + 6, r8
    ldd     r9, Y + X2 + 7
    substitute 7, r25, r9, r17
    std     Y + X2 + 7, r9

    /* x3 */
    copy    u, w
    ror1    u
    xor     2, w, u
    ror1    u
    xor     1, w, u
    store_word X3, w

    /* x1 */
    load_word X1, w
    copy    u, w
    rol1    u
    xor     5, w, u
    rol1    u
    rol1    u
    xor     0, w, u
    store_word X1, w

    /* x4 */
    copy    u, x4
    copy    w, x4
    rol1    u
    xor     1, x4, u
    ror1    w
    xor     5, x4, w

    /* x2 */
    ldd     r8, Y + X2 + 6
    ldd     r9, Y + X2 + 7
    copy    w, x2
    ldi     r26, 4
    .macro  rol2_xor z, low, high
    mul     \z, r26
    eor     \low, r0
    eor     \high, r1
    .endm
    rol2_xor r18, r9, r2
    rol2_xor r19, r2, r3
    rol2_xor r20, r3, r4
    rol2_xor r21, r4, r5
    rol2_xor r22, r5, r6
    rol2_xor r23, r6, r7
    rol2_xor r24, r7, r8
    rol2_xor r25, r8, r9
    ror1    w
    xor     0, x2, w
    std     Y + X2 + 6, r8
    std     Y + X2 + 7, r9

    /* x0 */
    load_word X0, w
    copy    u, w
    .rept 3
    ror1    u
    .endr
    xor     2, w, u
    ror1    u
    xor     3, w, u

    ldd     r26, Y + CONSTANT
    subi    r26, 0x0f
    cpi     r26, 0x3c
    breq    2f
    rjmp    1b

2:  store_word X0, w
    ldd     r8, Y + X2 + 6
    ldd     r9, Y + X2 + 7
    store_word X2, x2
    store_word X4, x4
    restore r29, r28, r17, r16, r15, r14, r13, r12, r11, r10, r9, r8, r7, r6, r5, r4, r3, r2
    clr     r1
    ret
.size narae_ascon_permute_avr, . - narae_ascon_permute_avr

#else

/* For NARAE_SMALL: all words in memory, rotations in subroutines; 442 bytes,
 * 964 cycles a round. */

.section .text.narae_ascon_permute_avr, "ax", @progbits

/* A word from memory to w and u */
.type next_word, @function
next_word:
    load_word 0, w
    copy    u, w
    ret
.size next_word, . - next_word

/* w to memory, and on to the next word */
.type end_word, @function
end_word:
    .irp r, w
    st      Y+, \r
    .endr
    ret
.size end_word, . - end_word

.type turn_right, @function
turn_right:
    ror1    u
    ret
.size turn_right, . - turn_right

.type turn_left, @function
turn_left:
    rol1    u
    ret
.size turn_left, . - turn_left

.global narae_ascon_permute_avr
.type narae_ascon_permute_avr, @function
narae_ascon_permute_avr:
    save    r10, r11, r12, r13, r14, r15, r16, r17, r28, r29
    movw    r28, r24
    first_constant r25, r22

1:  ldd     r18, Y + X2
    eor     r18, r25
    std     Y + X2, r18
    push    r25

    ldi     r21, 8
2:  ldd     r18, Y + X0
    ldd     c, Y + X1
    ldd     r19, Y + X2
    ldd     d, Y + X3
    ldd     r20, Y + X4
    sbox    r18, r19, r20
    std     Y + X1, c
    std     Y + X2, r19
    std     Y + X3, r18
    std     Y + X4, r20
    st      Y+, t0
    dec     r21
    brne    2b
    sbiw    r28, 8

    rcall   next_word
    rcall   turn_right
    rcall   turn_right
    rcall   turn_right
    xor     2, w, u
    rcall   turn_right
    xor     3, w, u
    rcall   end_word

    rcall   next_word
    rcall   turn_left
    xor     5, w, u
    rcall   turn_left
    rcall   turn_left
    xor     0, w, u
    rcall   end_word

    rcall   next_word
    rcall   turn_right
    xor     0, w, u
    rcall   turn_left
    rcall   turn_left
    rcall   turn_left
    xor     1, w, u
    rcall   end_word

    rcall   next_word
    rcall   turn_right
    xor     2, w, u
    rcall   turn_right
    xor     1, w, u
    rcall   end_word

    rcall   next_word
    rcall   turn_left
    xor     1, w, u
    rcall   turn_right
    rcall   turn_right
    xor     5, w, u
    rcall   end_word

    sbiw    r28, 40
    pop     r25
    subi    r25, 0x0f
    cpi     r25, 0x3c
    breq    3f
    rjmp    1b

3:  clr     r1
    restore r29, r28, r17, r16, r15, r14, r13, r12, r11, r10
    ret
.size narae_ascon_permute_avr, . - narae_ascon_permute_avr

#endif
#endif
