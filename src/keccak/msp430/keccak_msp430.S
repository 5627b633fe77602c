/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], MSP430.  FIPS 202, 3.2.
 *
 *     void narae_keccak_f1600_msp430(uint64_t state[25]);
 *
 * A lane is four words: bit 4 j + k is bit j of word k.  Then rotating a lane permutes its words and rotates
 * each alone, so a round makes one pass over the state: for each k and each row, a word of five lanes is loaded,
 * XORed with d, rotated, goes through chi and is stored.  The words are in the order in which the pass loads
 * them, with @from+.  Each pass reads one copy of the state and writes the other: one is on the stack, the other
 * replaces the caller's state.
 *
 * Chi takes 12 instructions, of which two copy: BIC is and-not, and the last use of a word may destroy it.  The
 * parities of the columns are in registers while the five rows of one k pass; the first row's words become them.
 *
 * Cycles of a round: loads 100 * 2, d 100 * 3, rotations 425 (one bit takes 2, eight take 1), chi 20 * 12,
 * parities 80 + 60, stores 100 * 4, d from the parities 170, constants 17, pointers and loop 20, five words of d
 * at the stack pointer itself less 5: 1907.  A lane is converted by exchanges of bits, 76 cycles, with its loads,
 * stores and loop 134 to bits and 116 back.  24 rounds, 25 lanes, registers and frame 129: 52,147.
 *
 * Time is constant, and every address is public. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file "keccak_msp430.S"

#include "core/msp430/call.inc"

/* The frame: d of column x and word k at D + 8 x + 2 k, a copy of the state, the parity of column x and word k
 * at PARITIES + 2 x + 10 k, the address of the round's constants and that of the caller's state. */
#define D 0
#define COPY 40
#define PARITIES 240
#define ROUND 280
#define STATE 282

/* A row, and the parities; x2 takes the place of an intermediate word. */
#define x0 r4
#define x1 r5
#define x2 r6
#define x3 r7
#define x4 r8
#define p0 r9
#define p1 r10
#define p2 r11
#define p3 r12
#define p4 r13
#define from r14
#define to r15

/* n_xy: lane (x, y) is rotated by n to the left. */
.macro rotations y, n0, n1, n2, n3, n4
    .set    n_0\y, \n0
    .set    n_1\y, \n1
    .set    n_2\y, \n2
    .set    n_3\y, \n3
    .set    n_4\y, \n4
.endm
    rotations 0, 0, 1, 62, 28, 27
    rotations 1, 36, 44, 6, 55, 20
    rotations 2, 3, 10, 43, 25, 39
    rotations 3, 41, 45, 15, 21, 8
    rotations 4, 18, 2, 61, 56, 14

/* w <<< n; bytes are exchanged if that leaves fewer single bits. */
.macro left_by n, w
    .if     \n > 4 && \n < 12
    swpb    \w
    left_by (\n - 8), \w
    .elseif \n > 4
    left_by (\n - 16), \w
    .elseif \n > 0
    rla     \w
    adc     \w
    left_by (\n - 1), \w
    .elseif \n < 0
    bit     #1, \w
    rrc     \w
    left_by (\n + 1), \w
    .endif
.endm

/* The next word in order, XORed with d and rotated: what becomes word k of a row from column x, row y */
.macro load k, x, y, w
    .set    word, (\k - n_\x\y) & 3
    mov     @from+, \w
    from_offset xor, D + 8 * \x + 2 * word, sp, \w
    left_by ((n_\x\y + word - \k) / 4 & 15), \w
.endm

/* Stores word k of lane (x, y) where the next pass takes it: in the row to which it goes then, at place 0, 1,
 * 4, 3 or 2, by the order of `row`. */
.macro store k, x, y, w
    .set    place, \y
    .if     \y > 1
    .set    place, 6 - \y
    .endif
    mov     \w, 10 * (5 * ((\k + n_\x\y) & 3) + (2 * \x + 3 * \y) % 5) + 2 * place(to)
.endm

/* Row y, from column c_i of row i for lane i.  y4, y3, y2, y1 and y0 are in t4, t3, a4, a3 and a2 when they are
 * stored. */
.macro row k, y, c0, c1, c2, c3, c4, a0, a1, a2, a3, a4, t3, t4
    load    \k, \c0, 0, \a0
    load    \k, \c1, 1, \a1
    load    \k, \c4, 4, \a4
    mov     \a1, \t4
    bic     \a0, \t4
    xor     \a4, \t4
    store   \k, 4, \y, \t4
    add_parity \y, \t4, p4
    mov     \a0, \t3
    bic     \a4, \t3
    load    \k, \c3, 3, \a3
    xor     \a3, \t3
    store   \k, 3, \y, \t3
    add_parity \y, \t3, p3
    load    \k, \c2, 2, \a2
    bic     \a3, \a4
    xor     \a2, \a4
    store   \k, 2, \y, \a4
    add_parity \y, \a4, p2
    bic     \a2, \a3
    xor     \a1, \a3
    store   \k, 1, \y, \a3
    add_parity \y, \a3, p1
    bic     \a1, \a2
    xor     \a0, \a2
    .if     \y == 0 && \k != 2
    mov     ROUND(sp), \a1
    .if     \k == 0
    xor     @\a1, \a2
    .elseif \k == 1
    xor     2(\a1), \a2
    .else
    xor     4(\a1), \a2
    .endif
    .endif
    store   \k, 0, \y, \a2
    add_parity \y, \a2, p0
.endm

/* Words of row 0 are in the parities' registers. */
.macro add_parity y, w, p
    .if     \y
    xor     \w, \p
    .endif
.endm

.macro next_row k, y, c0, c1, c2, c3, c4
    row     \k, \y, \c0, \c1, \c2, \c3, \c4, x0, x1, x2, x3, x4, x2, x2
.endm

.macro rows k
    row     \k, 0, 0, 1, 2, 3, 4, x0, x1, p0, p1, p2, p3, p4
    next_row \k, 1, 3, 4, 0, 1, 2
    next_row \k, 2, 1, 2, 3, 4, 0
    next_row \k, 3, 4, 0, 1, 2, 3
    next_row \k, 4, 2, 3, 4, 0, 1
    .if     \k < 3
    mov     p0, PARITIES + 10 * \k(sp)
    mov     p1, PARITIES + 10 * \k + 2(sp)
    mov     p2, PARITIES + 10 * \k + 4(sp)
    mov     p3, PARITIES + 10 * \k + 6(sp)
    mov     p4, PARITIES + 10 * \k + 8(sp)
    .endif
.endm

.macro load_parities k, a0, a1, a2, a3, a4
    mov     PARITIES + 10 * \k(sp), \a0
    mov     PARITIES + 10 * \k + 2(sp), \a1
    mov     PARITIES + 10 * \k + 4(sp), \a2
    mov     PARITIES + 10 * \k + 6(sp), \a3
    mov     PARITIES + 10 * \k + 8(sp), \a4
.endm

/* d of words k, from the parities a of the words and b of those before them, which are clobbered */
.macro all_d k, a0, a1, a2, a3, a4, b0, b1, b2, b3, b4
    d_of    \k, 0, \a4, \b1
    d_of    \k, 1, \a0, \b2
    d_of    \k, 2, \a1, \b3
    d_of    \k, 3, \a2, \b4
    d_of    \k, 4, \a3, \b0
.endm

.macro d_of k, x, a, b
    xor     \a, \b
    mov     \b, D + 8 * \x + 2 * \k(sp)
.endm

.macro last_d x, a, b
    mov     PARITIES + 20 + 2 * \b(sp), x0
    xor     \a, x0
    mov     x0, D + 8 * \x + 6(sp)
.endm

/* Exchanges the bits of b whose places have 0 as the binary digit 2^n with those of a that have 1. */
.macro exchange n, mask, a, b, t
    mov     \a, \t
    .rept   \n
    rra     \t
    .endr
    xor     \b, \t
    and     #\mask, \t
    xor     \t, \b
    .rept   \n
    rla     \t
    .endr
    xor     \t, \a
.endm

/* The same for bytes */
.macro exchange8 a, b, t
    mov     \a, \t
    swpb    \t
    xor.b   \b, \t
    xor     \t, \b
    swpb    \t
    xor     \t, \a
.endm

    .section .text.narae_keccak_f1600_msp430, "ax", @progbits
    .balign 2
/* Words 0, 1 and 3 of each round's constant; word 2 is 0. */
constants:
    .short  0x0001, 0x0000, 0x0000, 0x0000, 0x0001, 0x000a, 0x0000, 0x0001, 0x800b
    .short  0x0000, 0x0000, 0x8088, 0x0001, 0x0001, 0x000b, 0x0001, 0x0000, 0x0080
    .short  0x0001, 0x0000, 0x808a, 0x0001, 0x0000, 0x8009, 0x0000, 0x0001, 0x0003
    .short  0x0000, 0x0000, 0x0003, 0x0001, 0x0000, 0x0089, 0x0000, 0x0001, 0x0081
    .short  0x0001, 0x0001, 0x008b, 0x0001, 0x0001, 0x8003, 0x0001, 0x0000, 0x800b
    .short  0x0001, 0x0001, 0x8008, 0x0000, 0x0001, 0x8008, 0x0000, 0x0000, 0x8002
    .short  0x0000, 0x0001, 0x0009, 0x0000, 0x0001, 0x8081, 0x0001, 0x0000, 0x808a
    .short  0x0000, 0x0000, 0x800a, 0x0001, 0x0000, 0x0080, 0x0000, 0x0000, 0x8089
end_of_constants:

/* The place of each word of the caller's state, in bytes */
places:
    .byte   0, 50, 100, 150, 70, 120, 170, 20, 140, 190, 40, 90, 10, 60, 110, 160, 180, 30, 80, 130
    .byte   32, 82, 132, 182, 2, 52, 102, 152, 122, 172, 22, 72, 192, 42, 92, 142, 12, 62, 112, 162
    .byte   168, 18, 68, 118, 138, 188, 38, 88, 158, 8, 58, 108, 78, 128, 178, 28, 198, 48, 98, 148
    .byte   96, 146, 196, 46, 66, 116, 166, 16, 186, 36, 86, 136, 56, 106, 156, 6, 26, 76, 126, 176
    .byte   124, 174, 24, 74, 144, 194, 44, 94, 64, 114, 164, 14, 34, 84, 134, 184, 104, 154, 4, 54

function narae_keccak_f1600_msp430
    save_registers
    push    r12
    push    #constants
    .rept   20
    push    #0
    .endr
    sub     #PARITIES, sp

    /* To words of bits k modulo 4: a bit's place is six binary digits, which are rotated by two, with exchanges
     * of those that are the word and others.  The parities are at x4, p1 counts rows, p2 lanes. */
#define state r12
#define place p0
    mov     sp, to
    add     #COPY, to
    mov     #places, place
    mov     #5, p1
1:  mov     sp, x4
    add     #PARITIES, x4
    mov     #5, p2
2:  mov     @state+, x0
    mov     @state+, x1
    mov     @state+, x2
    mov     @state+, x3
    exchange 4, 0x0f0f, x0, x1, from
    exchange 4, 0x0f0f, x2, x3, from
    exchange8 x0, x2, from
    exchange8 x1, x3, from
    exchange 1, 0x5555, x0, x1, from
    exchange 1, 0x5555, x2, x3, from
    exchange 2, 0x3333, x0, x2, from
    exchange 2, 0x3333, x1, x3, from
    .set    k, 0
    .irp    word, x0, x1, x2, x3
    xor     \word, 10 * k(x4)
    mov.b   @place+, from
    add     to, from
    mov     \word, 0(from)
    .set    k, k + 1
    .endr
    incd    x4
    dec     p2
    jne     2b
    dec     p1
    jne     1b

    mov     to, from
    mov     STATE(sp), to
    load_parities 3, p0, p1, p2, p3, p4

    /* d of column x is the parity of column x - 1, and that of x + 1 rotated by one: its word before. */
3:  last_d  0, p4, 1
    last_d  1, p0, 2
    last_d  2, p1, 3
    last_d  3, p2, 4
    last_d  4, p3, 0
    .irp    p, p0, p1, p2, p3, p4
    left_by 1, \p
    .endr
    load_parities 0, x0, x1, x2, x3, x4
    all_d   0, x0, x1, x2, x3, x4, p0, p1, p2, p3, p4
    load_parities 1, p0, p1, p2, p3, p4
    all_d   1, p0, p1, p2, p3, p4, x0, x1, x2, x3, x4
    load_parities 2, x0, x1, x2, x3, x4
    all_d   2, x0, x1, x2, x3, x4, p0, p1, p2, p3, p4

    rows    0
    rows    1
    rows    2
    rows    3

    mov     from, x0
    sub     #200, x0
    mov     to, from
    mov     x0, to
    add     #6, ROUND(sp)
    cmp     #end_of_constants, ROUND(sp)
    jeq     4f
    br      #3b

    /* And back, from the copy on the stack */
4:  mov     STATE(sp), state
    mov     #places, place
    mov     #25, p1
5:  .irp    word, x0, x1, x2, x3
    mov.b   @place+, to
    add     from, to
    mov     @to, \word
    .endr
    exchange 2, 0x3333, x0, x2, to
    exchange 2, 0x3333, x1, x3, to
    exchange 1, 0x5555, x0, x1, to
    exchange 1, 0x5555, x2, x3, to
    exchange8 x0, x2, to
    exchange8 x1, x3, to
    exchange 4, 0x0f0f, x0, x1, to
    exchange 4, 0x0f0f, x2, x3, to
    mov     x0, 0(state)
    mov     x1, 2(state)
    mov     x2, 4(state)
    mov     x3, 6(state)
    add     #8, state
    dec     p1
    jne     5b

    add     #STATE + 2, sp
    restore_registers
    ret
end_function narae_keccak_f1600_msp430

#endif
