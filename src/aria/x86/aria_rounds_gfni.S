/* SPDX-License-Identifier: MIT */
/* The rounds of ARIA for x86-64 with GFNI and AVX2, on 32 blocks.  RFC 5794; KS X
 * 1213.
 *
 * Vector i in memory holds byte i of the blocks, as in the square of
 * wide_gfni512.inc; in even rounds it holds the byte with which the diffusion exchanged it.
 * To each vector are added its key and the sums of its row and column; it goes through its
 * S-box, is stored, and is added to the new sums.  Sixteen registers hold the old and the
 * new sums, and two vectors at a time.  The sum of the column is added last, because it
 * depends on all rows of the round before.
 *
 * A round is 24 GFNI instructions, 32 XORs for the sums, 24 to make them and 16 for
 * the keys: 96 operations, of which Zen 5 executes four a cycle, and 48 loads, two a cycle.
 * ARIA-128 is 12 of them and two transpositions of 64 in aria/vector.inc:
 *
 *   12 x 24 + 2 x 16 = 320 cycles for 512 bytes, 0.625 cycles/byte.  Measured: 0.80
 *   to 0.84.  A round takes 29 cycles instead of 24 (27.5 without loads and stores), the
 *   transpositions 60 instead of 32.
 *
 * Time depends on the number of rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "aria_rounds_gfni.S"

#include "core/x86/call.inc"

#include "gfni.inc"

/* Sums of columns, of this round and the next alternately, and of rows. */
#define A0   %ymm0
#define A1   %ymm1
#define A2   %ymm2
#define A3   %ymm3
#define B0   %ymm4
#define B1   %ymm5
#define B2   %ymm6
#define B3   %ymm7
#define R0   %ymm8
#define R1   %ymm9
#define R2   %ymm10
#define R3   %ymm11
#define SUM  %ymm12
#define X    %ymm13
#define KEY  %ymm14
#define UNIT %ymm15

#define STATE  %rdi
#define KEYS   %rsi
#define ROUNDS %edx

/* The S-boxes in the order of an odd round; an even one has 2, 3, 0, 1. */
#define BOX0(x) vgf2p8affineinvqb $0x63, s1(%rip), x, x
#define BOX1(x) vgf2p8affineinvqb $0xe2, s2(%rip), x, x
#define BOX2(x) \
    vgf2p8affineqb $0x05, undo1(%rip), x, x; \
    vgf2p8affineinvqb $0, UNIT, x, x
#define BOX3(x) \
    vgf2p8affineqb $0x2c, undo2(%rip), x, x; \
    vgf2p8affineinvqb $0, UNIT, x, x

/* Vector i through its S-box, with byte k of the round key. */
#define ENCRYPT(x, i, k, box, row, column) \
    vpbroadcastd 4*(k)(KEYS), x; \
    vpxor   row, x, x; \
    vpxor   32*(i)(STATE), x, x; \
    vpxor   column, x, x; \
    box(x); \
    vmovdqa x, 32*(i)(STATE)
#define DECRYPT(x, i, k, box, row, column) \
    vpxor   32*(i)(STATE), row, x; \
    vpxor   column, x, x; \
    vpbroadcastd 4*(k)(KEYS), KEY; \
    box(x); \
    vpxor   KEY, x, x; \
    vmovdqa x, 32*(i)(STATE)

#define ADD(x, sum) vpxor x, sum, sum

/* A row of vectors i, bytes k; the first one begins the new sums. */
#define FIRST_ROW(what, r, c, n, key, i0, k0, b0, i1, k1, b1, i2, k2, b2, i3, k3, b3) \
    what(n##0, i0, key + k0, b0, r, c##0); \
    vmovdqa n##0, SUM; \
    what(n##1, i1, key + k1, b1, r, c##1); \
    ADD(n##1, SUM); \
    what(n##2, i2, key + k2, b2, r, c##2); \
    ADD(n##2, SUM); \
    what(n##3, i3, key + k3, b3, r, c##3); \
    ADD(n##3, SUM); \
    vmovdqa SUM, r
#define ROW(what, r, c, n, key, i0, k0, b0, i1, k1, b1, i2, k2, b2, i3, k3, b3) \
    what(X, i0, key + k0, b0, r, c##0); \
    ADD(X, n##0); \
    vmovdqa X, SUM; \
    what(X, i1, key + k1, b1, r, c##1); \
    ADD(X, n##1); \
    ADD(X, SUM); \
    what(X, i2, key + k2, b2, r, c##2); \
    ADD(X, n##2); \
    ADD(X, SUM); \
    what(X, i3, key + k3, b3, r, c##3); \
    ADD(X, n##3); \
    ADD(X, SUM); \
    vmovdqa SUM, r

#define ODD(what, key, c, n) \
    FIRST_ROW(what, R0, c, n, key, 3, 3, BOX3, 4, 4, BOX0, 9, 9, BOX1, 14, 14, BOX2); \
    ROW(what, R1, c, n, key, 8, 8, BOX0, 15, 15, BOX3, 2, 2, BOX2, 5, 5, BOX1); \
    ROW(what, R2, c, n, key, 6, 6, BOX2, 1, 1, BOX1, 12, 12, BOX0, 11, 11, BOX3); \
    ROW(what, R3, c, n, key, 13, 13, BOX1, 10, 10, BOX2, 7, 7, BOX3, 0, 0, BOX0)
#define EVEN(what, key, c, n) \
    FIRST_ROW(what, R0, c, n, key, 3, 0, BOX2, 4, 5, BOX3, 9, 11, BOX1, 14, 14, BOX0); \
    ROW(what, R1, c, n, key, 8, 10, BOX0, 15, 15, BOX1, 2, 1, BOX3, 5, 4, BOX2); \
    ROW(what, R2, c, n, key, 6, 7, BOX1, 1, 2, BOX0, 12, 12, BOX2, 11, 9, BOX3); \
    ROW(what, R3, c, n, key, 13, 13, BOX3, 10, 8, BOX2, 7, 6, BOX0, 0, 3, BOX1)

#define CLEAR(x) vpxor x, x, x
#define START \
    vmovdqa unit(%rip), UNIT; \
    CLEAR(A0); CLEAR(A1); CLEAR(A2); CLEAR(A3); \
    CLEAR(R0); CLEAR(R1); CLEAR(R2); CLEAR(R3)

    read_only_data
    .p2align 5
s1:     .quad S1_MATRIX, S1_MATRIX, S1_MATRIX, S1_MATRIX
s2:     .quad S2_MATRIX, S2_MATRIX, S2_MATRIX, S2_MATRIX
undo1:  .quad S1_UNDO, S1_UNDO, S1_UNDO, S1_UNDO
undo2:  .quad S2_UNDO, S2_UNDO, S2_UNDO, S2_UNDO
unit:   .quad IDENTITY, IDENTITY, IDENTITY, IDENTITY

    .text

/* void narae_aria_encrypt_rounds_gfni(uint8_t state[16][32], const uint32_t *keys, unsigned rounds)
 * from the first key to the last round's S-boxes. */
function SYMBOL(narae_aria_encrypt_rounds_gfni)
    START
1:  ODD(ENCRYPT, 0, A, B)
    EVEN(ENCRYPT, 16, B, A)
    add     $128, KEYS
    sub     $2, ROUNDS
    jnz     1b
    vzeroupper
    ret
end_function SYMBOL(narae_aria_encrypt_rounds_gfni)

/* The same backwards, from the S-boxes of the last round to the first key; `keys`
 * is that of the last round. */
function SYMBOL(narae_aria_decrypt_rounds_gfni)
    START
1:  ODD(DECRYPT, 0, A, B)
    EVEN(DECRYPT, -16, B, A)
    sub     $128, KEYS
    sub     $2, ROUNDS
    jnz     1b
    vzeroupper
    ret
end_function SYMBOL(narae_aria_decrypt_rounds_gfni)

#endif
