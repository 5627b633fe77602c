/* SPDX-License-Identifier: MIT */
/* ChaCha, MSP430.  RFC 8439, 2.1 to 2.4.
 *
 *     void narae_chacha_blocks_msp430(uint32_t state[16], uint8_t *out, const uint8_t *in,
 *                                     size_t nblocks, unsigned rounds);
 *
 * A quarter round takes 43 cycles: 8 ADD or ADDC, 8 XOR, and the rotations
 *
 *     <<< 16    names                           0
 *     <<< 12    names; >>> 4                    12
 *     <<< 8     SWPB, and bytes exchanged       6
 *     <<< 7     <<< 8, then >>> 1               9
 *
 * Registers hold five words.  A diagonal has a word of each column, so three words of each round stay in
 * registers for the next: 10, 15 and 11 for diagonals 0, 0 and 1; 4, 8 and 9 for columns 0, 0 and 1.  The other
 * 13 are loaded in sequence, with @from+, from one of two areas: columns read the first and store for the
 * diagonals to the second, which do the reverse.
 *
 * A round: 4 * 43, loads 13 * 4, stores 13 * 8: 328 cycles; the loop takes 7 for two.  A block: 20 rounds 6630,
 * the state to the stack 174, the last words there 24, key stream and text 16 * 28 (16 * 46 if an address is
 * odd), counter and pointers 54: 7330.  A call takes 54 more.
 *
 * Time depends on the number of blocks and rounds and on whether addresses are odd. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file "chacha_msp430.S"

#include "core/msp430/call.inc"

/* The frame: the areas, three words at the end, rounds left, arguments. */
#define COLUMNS 0
#define DIAGONALS 52
#define LAST 104
#define LEFT 116
#define STATE 118
#define OUT 120
#define IN 122
#define NBLOCKS 124
#define ROUNDS 142

#define from r14
#define t r15

/* Words of a quarter round, lower half first; _16 is the word rotated by 16.  Of C and E, one is used by the
 * quarter round, and the other one is kept or free. */
#define A r4, r5
#define B r6, r7
#define B_16 r7, r6
#define C r8, r9
#define D r10, r11
#define D_16 r11, r10
#define E r12, r13

.macro take w0, w1
    mov     @from+, \w0
    mov     @from+, \w1
.endm

/* Word i of an area */
.macro give w0, w1, area, i
    mov     \w0, \area + 4 * \i(sp)
    mov     \w1, \area + 4 * \i + 2(sp)
.endm

.macro add_xor x0, x1, y0, y1, z0, z1
    add     \y0, \x0
    addc    \y1, \x1
    xor     \x0, \z0
    xor     \x1, \z1
.endm

/* b and d are rotated by 16 at the end. */
.macro quarter_round a0, a1, b0, b1, c0, c1, d0, d1
    add_xor \a0, \a1, \b0, \b1, \d0, \d1
    add_xor \c0, \c1, \d1, \d0, \b0, \b1
    .rept   4
    ror1    \b1, \b0
    .endr
    add_xor \a0, \a1, \b1, \b0, \d1, \d0
    rol8    \d1, \d0, t
    add_xor \c0, \c1, \d1, \d0, \b1, \b0
    rol8    \b1, \b0, t
    ror1    \b1, \b0
.endm

/* After the rounds */
#define sum0 r4
#define sum1 r5
#define out r9
#define in r10
#define state r11
#define place r12

/* The next word of the key stream: the state after the rounds and before them */
.macro sum
    mov.b   @place+, t
    add     sp, t
    mov     @t+, sum0
    mov     @t, sum1
    add     @state+, sum0
    addc    @state+, sum1
.endm

.macro xor_byte word, i
    mov.b   @in+, t
    xor.b   \word, t
    mov.b   t, \i(out)
.endm

    .section .text.narae_chacha_blocks_msp430, "ax", @progbits
/* Where words 0 to 15 are after the rounds, in bytes from the stack pointer */
places:
    .byte   0, 12, 24, 40, LAST, 8, 20, 36, LAST + 4, LAST + 8, 32, 48, 4, 16, 28, 44

function narae_chacha_blocks_msp430
    tst     r15
    jne     1f
    ret
1:  save_registers
    push    r15
    push    r14
    push    r13
    push    r12
    sub     #STATE, sp

2:  mov     ROUNDS(sp), LEFT(sp)
    mov     STATE(sp), from
    .irp    i, 0, 3, 6, 10
    take    A
    give    A, COLUMNS, \i
    .endr
    take    B_16
    .irp    i, 2, 5, 9
    take    A
    give    A, COLUMNS, \i
    .endr
    take    E
    take    C
    .irp    i, 8, 12, 1, 4, 7, 11
    take    A
    give    A, COLUMNS, \i
    .endr

    /* Columns: words 0 and 12; 5, 1 and 13; 6, 2, 14 and 10; 7, 3, 15 and 11. */
3:  mov     sp, from
    take    A
    take    D
    quarter_round A, B_16, E, D
    give    A, DIAGONALS, 1
    give    B, DIAGONALS, 9
    give    E, DIAGONALS, 8
    give    D_16, DIAGONALS, 4

    take    B
    take    A
    take    D
    quarter_round A, B, C, D
    give    A, DIAGONALS, 3
    give    B_16, DIAGONALS, 0
    give    C, DIAGONALS, 12
    give    D_16, DIAGONALS, 7

    take    B
    take    A
    take    D
    take    C
    quarter_round A, B, C, D
    give    A, DIAGONALS, 6
    give    B_16, DIAGONALS, 2
    give    D_16, DIAGONALS, 11

    take    B
    take    A
    take    D
    take    E
    quarter_round A, B, E, D
    give    A, DIAGONALS, 10
    give    B_16, DIAGONALS, 5

    /* Diagonals: words 5 and 0; 6, 1 and 12; 7, 2, 13 and 8; 4, 3, 14 and 9. */
    take    B
    take    A
    quarter_round A, B, C, D_16
    give    A, COLUMNS, 0
    give    B_16, COLUMNS, 2
    give    C, COLUMNS, 8
    give    D, COLUMNS, 11

    take    B
    take    A
    take    D
    quarter_round A, B, E, D
    give    A, COLUMNS, 3
    give    B_16, COLUMNS, 5
    give    E, COLUMNS, 12
    give    D_16, COLUMNS, 1

    take    B
    take    A
    take    D
    take    E
    quarter_round A, B, E, D
    give    A, COLUMNS, 6
    give    B_16, COLUMNS, 9
    give    D_16, COLUMNS, 4

    take    B
    take    A
    take    D
    take    C
    quarter_round A, B, C, D
    give    A, COLUMNS, 10
    give    D_16, COLUMNS, 7
    decd    LEFT(sp)
    jne     3b
    give    B_16, LAST, 0
    give    E, LAST, 1
    give    C, LAST, 2

    /* Key stream to the text, by halves of words if both addresses are even */
    mov     OUT(sp), out
    mov     IN(sp), in
    mov     STATE(sp), state
    mov     #places, place
    mov     out, t
    bis     in, t
    bit     #1, t
    jne     6f
5:  sum
    xor     @in+, sum0
    xor     @in+, sum1
    mov     sum0, 0(out)
    mov     sum1, 2(out)
    add     #4, out
    cmp     #places + 16, place
    jne     5b
    jmp     7f

6:  sum
    xor_byte sum0, 0
    swpb    sum0
    xor_byte sum0, 1
    xor_byte sum1, 2
    swpb    sum1
    xor_byte sum1, 3
    add     #4, out
    cmp     #places + 16, place
    jne     6b

7:  mov     out, OUT(sp)
    mov     in, IN(sp)
    inc     -16(state)
    adc     -14(state)
    adc     -12(state)
    adc     -10(state)
    dec     NBLOCKS(sp)
    jeq     8f
    br      #2b
8:  add     #NBLOCKS + 2, sp
    restore_registers
    ret
end_function narae_chacha_blocks_msp430

#endif
