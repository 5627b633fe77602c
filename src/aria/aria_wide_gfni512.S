/* ARIA for x86-64 with GFNI and AVX-512: 64 blocks at a time.  RFC 5794; KS X
 * 1213.
 *
 * Register i holds byte i of the 64 blocks.  In this square
 *
 *      3  4  9 14
 *      8 15  2  5
 *      6  1 12 11
 *     13 10  7  0
 *
 * the diffusion A adds to each byte the sum of its row and that of its column,
 * and then exchanges bytes: 0 and 3, 1 and 2, 4 and 5, 6 and 7, 8 and 10, 9 and
 * 11.  The exchange maps rows to columns: nothing has to move if in even rounds
 * a register is called by the byte that it took over, and after two rounds the
 * names are back.
 *
 * A round is 24 GFNI instructions (aria_gfni.h), of which Zen 5 does two a cycle,
 * and 48 others (a sum of three is one): 16 for the sums of rows and columns, 16
 * to add them and 16 keys.  At four a cycle in all that is 18 cycles; the last
 * round is without diffusion, and two transpositions are 64 each.
 *
 *   ARIA-128: 16 + 11 x 72 + 24 + 16 + 2 x 64 = 976 operations, 244 cycles for
 *   1024 bytes, 0.238 cycles/byte.  Measured: 0.28; decryption 0.31, where a key
 *   comes between S-box and diffusion and is waited for.
 *
 * In counter mode the blocks differ in the last four bytes only.  What the others
 * make of the first round is computed once; a byte of the square is then the sum
 * of it and of two of the four.  Only the way out is transposed:
 *
 *   30 + 24 + 10 x 72 + 16 + 64 + 16 = 870, 0.212.  Measured: 0.267.
 *
 * Zen 4 takes two turns for each operation: 0.425 in counter mode, measured 0.50.
 *
 * The order of the instructions matters, for a byte's way through a round takes
 * 15 cycles: each row goes on to the next S-boxes as soon as it has its sums.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "aria_wide_gfni512.S"

#include "core/x86_call.inc"

#include "aria_gfni.h"

#define X0  %zmm0
#define X1  %zmm1
#define X2  %zmm2
#define X3  %zmm3
#define X4  %zmm4
#define X5  %zmm5
#define X6  %zmm6
#define X7  %zmm7
#define X8  %zmm8
#define X9  %zmm9
#define X10 %zmm10
#define X11 %zmm11
#define X12 %zmm12
#define X13 %zmm13
#define X14 %zmm14
#define X15 %zmm15
/* Sums of rows and columns. */
#define R0  %zmm16
#define R1  %zmm17
#define R2  %zmm18
#define R3  %zmm19
#define C0  %zmm20
#define C1  %zmm21
#define C2  %zmm22
#define C3  %zmm23
/* Matrices: of S1 and S2, what undoes them, and the unit. */
#define S1    %zmm24
#define S2    %zmm25
#define UNDO1 %zmm26
#define UNDO2 %zmm27
#define UNIT  %zmm28
/* In counter mode the blocks' numbers. */
#define NUMBERS %zmm29

#define KEYS    %rdi
#define OUT     %rsi
#define IN      %rdx
#define NBLOCKS %rcx
#define ROUNDS  %r8d
#define FIRST   %r9
#define KEY     %r10
#define LEFT    %eax
#define LEFT64  %rax
#define NEXT    %r11d
#define BYTES   %r11

#define XOR3 $0x96

/* The S-boxes in the order of an odd round; an even one has 2, 3, 0, 1. */
#define BOX0(x) vgf2p8affineinvqb $0x63, S1, x, x
#define BOX1(x) vgf2p8affineinvqb $0xe2, S2, x, x
#define BOX2(x) \
    vgf2p8affineqb $0x05, UNDO1, x, x; \
    vgf2p8affineinvqb $0, UNIT, x, x
#define BOX3(x) \
    vgf2p8affineqb $0x2c, UNDO2, x, x; \
    vgf2p8affineinvqb $0, UNIT, x, x

#define ADD_KEY(x, k) vpxord 4*(k)(KEY){1to16}, x, x

/* what(x, j) for each register of a row, with the byte it is called by. */
#define ODD_ROW0(what, k)  what(X3, k + 3);   what(X4, k + 4);   what(X9, k + 9);   what(X14, k + 14)
#define ODD_ROW1(what, k)  what(X8, k + 8);   what(X15, k + 15); what(X2, k + 2);   what(X5, k + 5)
#define ODD_ROW2(what, k)  what(X6, k + 6);   what(X1, k + 1);   what(X12, k + 12); what(X11, k + 11)
#define ODD_ROW3(what, k)  what(X13, k + 13); what(X10, k + 10); what(X7, k + 7);   what(X0, k)
#define EVEN_ROW0(what, k) what(X3, k);       what(X4, k + 5);   what(X9, k + 11);  what(X14, k + 14)
#define EVEN_ROW1(what, k) what(X8, k + 10);  what(X15, k + 15); what(X2, k + 1);   what(X5, k + 4)
#define EVEN_ROW2(what, k) what(X6, k + 7);   what(X1, k + 2);   what(X12, k + 12); what(X11, k + 9)
#define EVEN_ROW3(what, k) what(X13, k + 13); what(X10, k + 8);  what(X7, k + 6);   what(X0, k + 3)

#define ODD_BOXES0  BOX3(X3);  BOX2(X14); BOX0(X4);  BOX1(X9)
#define ODD_BOXES1  BOX3(X15); BOX2(X2);  BOX0(X8);  BOX1(X5)
#define ODD_BOXES2  BOX3(X11); BOX2(X6);  BOX0(X12); BOX1(X1)
#define ODD_BOXES3  BOX3(X7);  BOX2(X10); BOX0(X0);  BOX1(X13)
#define EVEN_BOXES0 BOX3(X4);  BOX2(X3);  BOX0(X14); BOX1(X9)
#define EVEN_BOXES1 BOX3(X2);  BOX2(X5);  BOX0(X8);  BOX1(X15)
#define EVEN_BOXES2 BOX3(X11); BOX2(X12); BOX0(X1);  BOX1(X6)
#define EVEN_BOXES3 BOX3(X13); BOX2(X10); BOX0(X7);  BOX1(X0)

#define SUBSTITUTE(n)   n##_BOXES0; n##_BOXES1; n##_BOXES2; n##_BOXES3
#define ADD_KEYS(n, k)  n##_ROW0(ADD_KEY, k); n##_ROW1(ADD_KEY, k); n##_ROW2(ADD_KEY, k); n##_ROW3(ADD_KEY, k)

#define SUM2(a, b, sum)    vpxord b, a, sum
#define ADD2(a, b, sum)    vpternlogd XOR3, b, a, sum
#define SUMS \
    SUM2(X3, X8, C0); \
    SUM2(X4, X15, C1); \
    SUM2(X9, X2, C2); \
    SUM2(X14, X5, C3); \
    ADD2(X13, X6, C0); \
    ADD2(X10, X1, C1); \
    ADD2(X7, X12, C2); \
    ADD2(X0, X11, C3); \
    SUM2(X3, X4, R0); \
    ADD2(X9, X14, R0); \
    SUM2(X8, X15, R1); \
    ADD2(X2, X5, R1); \
    SUM2(X6, X1, R2); \
    ADD2(X12, X11, R2); \
    SUM2(X13, X10, R3); \
    ADD2(X7, X0, R3)

/* The sums are added, and the S-boxes follow. */
#define ADD_TO_ROW(a, b, c, d, row) \
    ADD2(row, C0, a); \
    ADD2(row, C1, b); \
    ADD2(row, C2, c); \
    ADD2(row, C3, d)
#define ADD_SUMS(n) \
    ADD_TO_ROW(X3, X4, X9, X14, R0); \
    n##_BOXES0; \
    ADD_TO_ROW(X8, X15, X2, X5, R1); \
    n##_BOXES1; \
    ADD_TO_ROW(X6, X1, X12, X11, R2); \
    n##_BOXES2; \
    ADD_TO_ROW(X13, X10, X7, X0, R3); \
    n##_BOXES3

/* From one layer of S-boxes, n, to the next, m: encryption adds the key behind the
 * diffusion, decryption before it. */
#define ENCRYPT(n, m, k) SUMS; ADD_KEYS(m, k); ADD_SUMS(m)
#define DECRYPT(n, m, k) ADD_KEYS(n, k); SUMS; ADD_SUMS(m)

/* Interleaving the bytes of each lane of x_i and x_(8+i) turns the eight bits of
 * a byte's place, number of the vector and in the lane, by one. */
#define INTERLEAVE(a, b, low, high) \
    vpunpcklbw  b, a, low; \
    vpunpckhbw  b, a, high
#define TURN(x, y) \
    INTERLEAVE(x##0, x##8, y##0, y##1); \
    INTERLEAVE(x##1, x##9, y##2, y##3); \
    INTERLEAVE(x##2, x##10, y##4, y##5); \
    INTERLEAVE(x##3, x##11, y##6, y##7); \
    INTERLEAVE(x##4, x##12, y##8, y##9); \
    INTERLEAVE(x##5, x##13, y##10, y##11); \
    INTERLEAVE(x##6, x##14, y##12, y##13); \
    INTERLEAVE(x##7, x##15, y##14, y##15)
#define TRANSPOSE(x) TURN(x, Y); TURN(Y, X); TURN(X, Y); TURN(Y, X)

#define Y0  %zmm16
#define Y1  %zmm17
#define Y2  %zmm18
#define Y3  %zmm19
#define Y4  %zmm20
#define Y5  %zmm21
#define Y6  %zmm22
#define Y7  %zmm23
#define Y8  %zmm24
#define Y9  %zmm25
#define Y10 %zmm26
#define Y11 %zmm27
#define Y12 %zmm28
#define Y13 %zmm29
#define Y14 %zmm30
#define Y15 %zmm31

/* The bytes after an even round. */
#define E0  X3
#define E1  X2
#define E2  X1
#define E3  X0
#define E4  X5
#define E5  X4
#define E6  X7
#define E7  X6
#define E8  X10
#define E9  X11
#define E10 X8
#define E11 X9
#define E12 X12
#define E13 X13
#define E14 X14
#define E15 X15

/* How many blocks there are now, up to 64. */
#define COUNT_BLOCKS(n) \
    mov     $64, n; \
    cmp     n, NBLOCKS; \
    cmovb   NBLOCKS, n
#define COUNT_BYTES \
    COUNT_BLOCKS(BYTES); \
    shl     $4, BYTES

/* X1, X2, ... are for the blocks from the first on, four each, and X0 is for the
 * last four, of which some may have been there. */
#define LOAD(x, at)  vmovdqu64 at, x
#define STORE(x, at) vmovdqu64 x, at
#define SOME(what, i, memory) \
    cmp     $64*(i), BYTES; \
    jbe     3f; \
    what(X##i, 64*(i)-64(memory))
#define ALL(what, memory) \
    what(X0, -64(memory,BYTES)); \
    SOME(what, 1, memory); \
    SOME(what, 2, memory); \
    SOME(what, 3, memory); \
    SOME(what, 4, memory); \
    SOME(what, 5, memory); \
    SOME(what, 6, memory); \
    SOME(what, 7, memory); \
    SOME(what, 8, memory); \
    SOME(what, 9, memory); \
    SOME(what, 10, memory); \
    SOME(what, 11, memory); \
    SOME(what, 12, memory); \
    SOME(what, 13, memory); \
    SOME(what, 14, memory); \
    SOME(what, 15, memory); \
3:
#define XOR(x, at)   vpxord at, x, x

/* For the next blocks: until there are none. */
#define NEXT_BLOCKS \
    add     BYTES, IN; \
    add     BYTES, OUT; \
    sub     $64, NBLOCKS; \
    ja      1b; \
    vzeroupper; \
    ret

#define MATRICES \
    vpbroadcastq s1(%rip), S1; \
    vpbroadcastq s2(%rip), S2; \
    vpbroadcastq undo1(%rip), UNDO1; \
    vpbroadcastq undo2(%rip), UNDO2; \
    vpbroadcastq unit(%rip), UNIT

#if defined(__ELF__)
    .section .rodata
#else
    .data
#endif
    .p2align 6
/* Vector i is byte i of each lane: but for the blocks of vector 0, for which their
 * number is missing, these are the numbers of the blocks. */
numbers:
.irp lane, 0, 1, 2, 3
    .byte   \lane - 4, \lane, 4 + \lane, 8 + \lane, 12 + \lane, 16 + \lane, 20 + \lane, 24 + \lane
    .byte   28 + \lane, 32 + \lane, 36 + \lane, 40 + \lane, 44 + \lane, 48 + \lane, 52 + \lane, 56 + \lane
.endr
s1:     .quad S1_MATRIX
s2:     .quad S2_MATRIX
undo1:  .quad S1_UNDO
undo2:  .quad S2_UNDO
unit:   .quad IDENTITY

    .text

/* All blocks with the keys from KEYS on, up or down. */
#define BLOCKS(round, up) \
1:  COUNT_BYTES; \
    ALL(LOAD, IN); \
    TRANSPOSE(X); \
    MATRICES; \
    mov     KEYS, KEY; \
    lea     -2(ROUNDS), LEFT; \
    ADD_KEYS(ODD, 0); \
    SUBSTITUTE(ODD); \
2:  round(ODD, EVEN, up 16); \
    round(EVEN, ODD, up 32); \
    lea     up 128(KEY), KEY; \
    sub     $2, LEFT; \
    jnz     2b; \
    round(ODD, EVEN, up 16); \
    ADD_KEYS(EVEN, up 32); \
    TRANSPOSE(E); \
    ALL(STORE, OUT); \
    NEXT_BLOCKS

/* void narae_aria_64_encrypt_gfni512(const uint32_t *keys, uint8_t *out,
 *                                    const uint8_t *in, size_t nblocks, unsigned rounds)
 * for four blocks or more, four or more of them behind the last 64. */
function SYMBOL(narae_aria_64_encrypt_gfni512)
    BLOCKS(ENCRYPT, +)
end_function SYMBOL(narae_aria_64_encrypt_gfni512)

function SYMBOL(narae_aria_64_decrypt_gfni512)
    mov     ROUNDS, LEFT
    shl     $6, LEFT64
    add     LEFT64, KEYS
    BLOCKS(DECRYPT, -)
end_function SYMBOL(narae_aria_64_decrypt_gfni512)

/* The next byte of the counters, and of those whose lowest byte wrapped. */
#define COUNT(x) \
    vpbroadcastb LEFT, x; \
    vpbroadcastb NEXT, x{%k1}; \
    shr     $8, LEFT; \
    shr     $8, NEXT

/* A byte of the square after the first round. */
#define FIXED(x, j, row, column) \
    vpbroadcastd 4*(j)(FIRST), x; \
    ADD2(row, column, x)

/* As narae_aria_64_encrypt_gfni512, for counter mode.  first->fixed[] are the
 * bytes, each four times, that the second round's S-boxes take if bytes 12 to 15
 * come out of those of the first as 0; first->low is the counter. */
function SYMBOL(narae_aria_64_ctr_gfni512)
    mov     $0x1111, LEFT
    kmovd   LEFT, %k2
1:  MATRICES
    mov     KEYS, KEY
    COUNT_BLOCKS(LEFT64)
    vpbroadcastd LEFT, NUMBERS{%k2}{z}
    vpaddb  numbers(%rip), NUMBERS, NUMBERS
    mov     64(FIRST), LEFT
    addl    $64, 64(FIRST)
    vpbroadcastb LEFT, X15
    vpaddb  NUMBERS, X15, X15
    vpcmpub $1, NUMBERS, X15, %k1
    shr     $8, LEFT
    lea     1(LEFT64), NEXT
    COUNT(X14)
    COUNT(X13)
    COUNT(X12)
    ADD_KEY(X12, 12)
    ADD_KEY(X13, 13)
    ADD_KEY(X14, 14)
    ADD_KEY(X15, 15)
    BOX0(X12)
    BOX1(X13)
    BOX2(X14)
    BOX3(X15)
    FIXED(X3, 0, X14, X13)
    FIXED(X4, 5, X14, X15)
    FIXED(X9, 11, X14, X12)
    FIXED(X8, 10, X15, X13)
    FIXED(X2, 1, X15, X12)
    FIXED(X5, 4, X15, X14)
    FIXED(X6, 7, X12, X13)
    FIXED(X1, 2, X12, X15)
    FIXED(X11, 9, X12, X14)
    FIXED(X10, 8, X13, X15)
    FIXED(X7, 6, X13, X12)
    FIXED(X0, 3, X13, X14)
    vpxord  4*12(FIRST){1to16}, X12, X12
    vpxord  4*13(FIRST){1to16}, X13, X13
    vpxord  4*14(FIRST){1to16}, X14, X14
    vpxord  4*15(FIRST){1to16}, X15, X15
    SUBSTITUTE(EVEN)
    lea     -2(ROUNDS), LEFT
2:  ENCRYPT(EVEN, ODD, 32)
    ENCRYPT(ODD, EVEN, 48)
    add     $128, KEY
    sub     $2, LEFT
    jnz     2b
    ADD_KEYS(EVEN, 32)
    TRANSPOSE(E)
    COUNT_BYTES
    ALL(XOR, IN)
    ALL(STORE, OUT)
    NEXT_BLOCKS
end_function SYMBOL(narae_aria_64_ctr_gfni512)

#endif
