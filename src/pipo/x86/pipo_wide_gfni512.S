/* SPDX-License-Identifier: MIT */
/* PIPO for x86-64 with GFNI and AVX-512: up to 192 blocks at a time.  Kim
 * et al., ICISC 2020.
 *
 * Each of 24 registers holds a row, a byte, of 64 blocks: the S-layer is bitwise logic, the
 * R-layer rotates bytes, which GFNI does with a matrix.  VPTERNLOG takes three inputs, any
 * of them inverted; with
 *
 *     x7 ^= x4, x5 ^= x7    as    x5 ^= x7 ^ x4    and x7 ^ x4 ^ x1 later
 *
 * the S-box is 21 of them.  The keys of rows 1, 2 and 7 are added in its last operations,
 * those of row 4 before its last one; all are rotated back beforehand.  A round is 21 + 7 +
 * 5 = 33 operations, 8.25 cycles for 64 blocks on Zen 5, and so is one of decryption.  Its
 * chain is 19 operations, so three groups of 64 blocks fill the pipes; the tail of one or
 * two groups has its own loops.
 *
 * Four interleaving steps of 8 operations transpose blocks to rows, three transpose back:
 * each rotates the seven bits of a byte's index in a lane of the group by one.
 *
 *   PIPO-64/128: 13 x 8.25 + 2 + 14 = 123 cycles for 512 bytes, 0.241
 *   cycles/byte, PIPO-64/256 0.305.  Measured: 0.30 and 0.38, backwards 0.32
 *   and 0.41.  A round of three groups takes 31 cycles instead of 25, and 33 in
 *   decryption; with XORs in place of the 21 GFNI instructions, which only two of
 *   the four pipes execute, it takes 25.  Moves, keys from memory and random orders
 *   (200 tried) make no difference.
 *
 * Zen 4 splits each operation in two: 0.481.  It starts only 1.65 consecutive three-input
 * operations a cycle instead of 2, which gives 0.54.  Measured: 0.58.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "pipo_wide_gfni512.S"

#include "core/x86/call.inc"

#define A0 %zmm0
#define A1 %zmm1
#define A2 %zmm2
#define A3 %zmm3
#define A4 %zmm4
#define A5 %zmm5
#define A6 %zmm6
#define A7 %zmm7
#define B0 %zmm8
#define B1 %zmm9
#define B2 %zmm10
#define B3 %zmm11
#define B4 %zmm12
#define B5 %zmm13
#define B6 %zmm14
#define B7 %zmm15
#define C0 %zmm16
#define C1 %zmm17
#define C2 %zmm18
#define C3 %zmm19
#define C4 %zmm20
#define C5 %zmm21
#define C6 %zmm22
#define C7 %zmm23

/* In the rounds: scratch, the key of row 0, and the matrices that rotate a byte left by 1
 * to 4; the others are in memory. */
#define T     %zmm24
#define U     %zmm25
#define W     %zmm26
#define KEY0  %zmm27
#define NUMBERS %zmm24
#define SOME  %k2
#define LEFT1 %zmm28
#define LEFT2 %zmm29
#define LEFT3 %zmm30
#define LEFT4 %zmm31
#define LEFT5 turn+40(%rip){1to8}
#define LEFT6 turn+48(%rip){1to8}
#define LEFT7 turn+56(%rip){1to8}

/* Between them: scratch. */
#define D0 %zmm24
#define D1 %zmm25
#define D2 %zmm26
#define D3 %zmm27
#define D4 %zmm28
#define D5 %zmm29
#define D6 %zmm30
#define D7 %zmm31

#define ROWS    %rdi
#define OUT     %rsi
#define IN      %rdx
#define NBLOCKS %rcx
#define ROUNDS  %r8d
#define LAST    %r8d
#define COUNTER %r9
#define KEY     %r10
#define KEY32   %r10d
#define ROUND   %eax
#define MASK    %ebx
#define LOW     %r11d
#define HIGH    %eax
#define BYTES   %rbp
#define BYTES32 %ebp

/* Logic with the result in z.  The input that is ready last should be z: its latency is two
 * cycles, that of the others three. */
#define XOR_AND(x, y, z)   vpternlogd $0x78, y, x, z /* z ^ (x & y) */
#define XOR_OR(x, y, z)    vpternlogd $0x1e, y, x, z /* z ^ (x | y) */
#define AND_XOR(y, x, z)   vpternlogd $0x6c, y, x, z /* x ^ (y & z) */
#define OR_XOR(y, x, z)    vpternlogd $0x36, y, x, z /* x ^ (y | z) */
#define XOR3(x, y, z)      vpternlogd $0x96, x, y, z
#define XNOR3(x, y, z)     vpternlogd $0x69, x, y, z
#define XNOR(x, z)         vpternlogd $0xc3, x, x, z
#define TURN(matrix, x, z) vgf2p8affineqb $0, matrix, x, z
#define KEY_OF(i)          4*(i)(KEY){1to16}

/* The S-layer up to the point where x6 needs x4 and x5 ... */
#define BEGIN(x0, x1, x2, x3, x4, x5, x6, x7) \
    XOR_AND(x7, x6, x5); \
    XOR_AND(x1, x0, x2); \
    vmovdqa64 x5, T; \
    AND_XOR(x3, x4, x5); \
    vpxord  x3, x6, x6; \
    vmovdqa64 x5, x4; \
    OR_XOR(T, x3, x4); \
    vmovdqa64 x5, x3; \
    XOR3(T, x7, x3); \
    XOR_OR(x2, x1, x0); \
    XOR_OR(x2, x0, x1); \
    XOR3(x1, x5, x7); \
    vmovdqa64 x3, T; \
    AND_XOR(x6, x5, T); \
    XNOR(x2, x4); \
    vpxord  x0, T, x5; \
    XOR_AND(x7, x3, x6)

/* ... and the rest, with the R-layer. */
#define END(x0, x1, x2, x3, x4, x5, x6, x7) \
    XOR3(KEY_OF(7), x5, x1); \
    vpxord  x3, x4, U; \
    vpxord  KEY_OF(4), x3, x3; \
    vpxord  x6, x7, T; \
    XOR3(KEY_OF(1), U, x0); \
    XNOR3(KEY_OF(2), T, x2); \
    XOR_AND(U, T, x1); \
    vmovdqa64 x5, W; \
    OR_XOR(x4, x6, W); \
    vmovdqa64 W, x6; \
    OR_XOR(x5, x3, W); \
    TURN(LEFT3, x6, x3); \
    TURN(LEFT1, x4, x6); \
    TURN(LEFT6, W, x4); \
    TURN(LEFT2, x1, T); \
    TURN(LEFT7, x0, x1); \
    vpxord  KEY0, x7, x0; \
    vmovdqa64 T, x7; \
    TURN(LEFT5, x5, x5); \
    TURN(LEFT4, x2, x2); \
    vpxord  KEY_OF(6), x6, x6; \
    vpxord  KEY_OF(3), x3, x3; \
    vpxord  KEY_OF(5), x5, x5

/* A round backwards. */
#define BACK(x0, x1, x2, x3, x4, x5, x6, x7) \
    vpxord  KEY_OF(6), x6, T; \
    vpxord  KEY_OF(3), x3, x3; \
    TURN(LEFT5, x3, x6); \
    TURN(LEFT7, T, x3); \
    vpxord  KEY_OF(5), x5, T; \
    TURN(LEFT2, x4, x5); \
    TURN(LEFT3, T, x4); \
    vpxord  KEY_OF(4), x5, x5; \
    vpxord  KEY0, x0, T; \
    TURN(LEFT1, x1, x0); \
    TURN(LEFT6, x7, x1); \
    vmovdqa64 T, x7; \
    TURN(LEFT4, x2, x2); \
    XOR_OR(x6, x4, x5); \
    XOR_OR(x4, x3, x6); \
    vpxord  x5, x3, T; \
    vpxord  x6, x7, U; \
    XOR_AND(x7, x5, x6); \
    XOR3(KEY_OF(1), T, x0); \
    XNOR3(KEY_OF(2), U, x2); \
    XOR3(KEY_OF(7), x4, x1); \
    XOR_AND(T, U, x1); \
    XNOR(x2, x3); \
    vpxord  x0, x4, x4; \
    XOR_AND(x5, x6, x4); \
    XOR3(x7, x1, x5); \
    XOR3(x1, x4, x7); \
    XOR_OR(x2, x0, x1); \
    XOR_OR(x4, x5, x3); \
    XOR_OR(x2, x1, x0); \
    vpxord  x3, x6, x6; \
    XOR_AND(x3, x5, x4); \
    XOR_AND(x1, x0, x2); \
    XOR_AND(x7, x6, x5)

#define GROUP(what, g) what(g##0, g##1, g##2, g##3, g##4, g##5, g##6, g##7)
#define ONE(what)   GROUP(what, A)
#define TWO(what)   ONE(what); GROUP(what, B)
#define THREE(what) TWO(what); GROUP(what, C)

/* Adds the first key; its rows 1, 2, 4 and 7 are rotated in T, U, W and KEY0. */
#define ADD_KEY(x0, x1, x2, x3, x4, x5, x6, x7) \
    vpxord  KEY_OF(0), x0, x0; \
    vpxord  T, x1, x1; \
    vpxord  U, x2, x2; \
    vpxord  KEY_OF(3), x3, x3; \
    vpxord  W, x4, x4; \
    vpxord  KEY_OF(5), x5, x5; \
    vpxord  KEY_OF(6), x6, x6; \
    vpxord  KEY0, x7, x7

#define INTERLEAVE(x, y, low, high) \
    vpunpcklbw  y, x, low; \
    vpunpckhbw  y, x, high
#define STEP(x, y) \
    INTERLEAVE(x##0, x##4, y##0, y##1); \
    INTERLEAVE(x##1, x##5, y##2, y##3); \
    INTERLEAVE(x##2, x##6, y##4, y##5); \
    INTERLEAVE(x##3, x##7, y##6, y##7)

/* Transposes to rows and back; afterwards the groups are in D, A and B. */
#define STEPS3(x, y) STEP(x, y); STEP(y, x); STEP(x, y)
#define TO_ROWS(x) STEPS3(x, D); STEP(D, x)
#define ROWS1    TO_ROWS(A)
#define ROWS2    ROWS1; TO_ROWS(B)
#define ROWS3    ROWS2; TO_ROWS(C)
#define BLOCKS1  STEPS3(A, D)
#define BLOCKS2  BLOCKS1; STEPS3(B, A)
#define BLOCKS3  BLOCKS2; STEPS3(C, B)

/* The number of blocks of this run, 8 to `limit`, and the mask of the last 8. */
#define COUNT_BLOCKS(limit) \
    mov     $limit, BYTES32; \
    cmp     BYTES, NBLOCKS; \
    cmovb   NBLOCKS, BYTES; \
    mov     $0xff, ROUND; \
    bzhi    BYTES32, ROUND, ROUND; \
    kmovd   ROUND, SOME; \
    mov     $8, ROUND; \
    cmp     ROUND, BYTES32; \
    cmovb   ROUND, BYTES32
#define COUNT_BYTES(limit) \
    COUNT_BLOCKS(limit); \
    shl     $3, BYTES

/* Vectors 1, 2, ... take the blocks in order, eight each; vector 0 takes the last eight,
 * which may overlap the others. */
#define LOAD(x, at)       vmovdqu64 at, x
#define STORE(x, at)      vmovdqu64 x, at
#define XOR(x, at)        vpxorq at, x, x
#define LOAD_LAST(x, at)  vmovdqu64 at, x{SOME}{z}
#define STORE_LAST(x, at) vmovdqu64 x, at{SOME}
#define XOR_LAST(x, at)   vpxorq at, x, x{SOME}
#define VECTOR(what, x, i, memory) \
    cmp     $64*(i), BYTES; \
    jbe     4f; \
    what(x, 64*(i)-64(memory))
#define VECTORS7(what, x, i, memory) \
    VECTOR(what, x##1, i + 1, memory); \
    VECTOR(what, x##2, i + 2, memory); \
    VECTOR(what, x##3, i + 3, memory); \
    VECTOR(what, x##4, i + 4, memory); \
    VECTOR(what, x##5, i + 5, memory); \
    VECTOR(what, x##6, i + 6, memory); \
    VECTOR(what, x##7, i + 7, memory)
#define VECTORS8(what, x, i, memory) \
    VECTOR(what, x##0, i, memory); \
    VECTORS7(what, x, i, memory)
#define EACH1(what, x, y, z, memory) \
    what##_LAST(x##0, -64(memory,BYTES)); \
    VECTORS7(what, x, 0, memory); \
4:
#define EACH2(what, x, y, z, memory) \
    what##_LAST(x##0, -64(memory,BYTES)); \
    VECTORS7(what, x, 0, memory); \
    VECTORS8(what, y, 8, memory); \
4:
#define EACH3(what, x, y, z, memory) \
    what##_LAST(x##0, -64(memory,BYTES)); \
    VECTORS7(what, x, 0, memory); \
    VECTORS8(what, y, 8, memory); \
    VECTORS8(what, z, 16, memory); \
4:

    read_only_data
    .p2align 6
/* Rotates a byte left by i bits: the unit matrix has its rows rotated. */
turn:
    .quad   0x0102040810204080, 0x8001020408102040, 0x4080010204081020, 0x2040800102040810
    .quad   0x1020408001020408, 0x0810204080010204, 0x0408102040800102, 0x0204081020408001
/* Block 8 i + 2 l + j is byte 2 i + j of lane l.  For vector 0 the number of blocks is
 * added later. */
numbers:
.irp lane, 0, 2, 4, 6
.irp i, 0, 8, 16, 24, 32, 40, 48, 56
    .byte   \i + \lane, \i + \lane + 1
.endr
.endr

    .text

#define ENTER \
    save    %rbx, %rbp; \
    xor     MASK, MASK; \
    cmp     $13, ROUNDS; \
    setne   %bl; \
    lea     1(%rbx,%rbx), MASK; \
    imul    $0x01010101, ROUNDS, LAST

/* The key of the round, whose number is added to row 0. */
#define ROUND_KEY \
    mov     ROUND, KEY32; \
    and     MASK, KEY32; \
    shl     $5, KEY32; \
    add     ROWS, KEY; \
    vpbroadcastd ROUND, KEY0; \
    vpxord  KEY_OF(0), KEY0, KEY0

#define MATRICES \
    vpbroadcastq turn+8(%rip), LEFT1; \
    vpbroadcastq turn+16(%rip), LEFT2; \
    vpbroadcastq turn+24(%rip), LEFT3; \
    vpbroadcastq turn+32(%rip), LEFT4

#define FIRST_KEY(groups) \
    mov     ROWS, KEY; \
    vpbroadcastd 4*1(KEY), T; \
    vpbroadcastd 4*2(KEY), U; \
    vpbroadcastd 4*4(KEY), W; \
    vpbroadcastd 4*7(KEY), KEY0; \
    TURN(LEFT7, T, T); \
    TURN(LEFT4, U, U); \
    TURN(LEFT6, W, W); \
    TURN(LEFT2, KEY0, KEY0); \
    groups(ADD_KEY)

#define ENCRYPT(groups) \
    MATRICES; \
    FIRST_KEY(groups); \
    xor     ROUND, ROUND; \
5:  add     $0x01010101, ROUND; \
    ROUND_KEY; \
    groups(BEGIN); \
    groups(END); \
    cmp     LAST, ROUND; \
    jne     5b

#define DECRYPT(groups) \
    MATRICES; \
    mov     LAST, ROUND; \
5:  ROUND_KEY; \
    groups(BACK); \
    sub     $0x01010101, ROUND; \
    jnz     5b; \
    FIRST_KEY(groups)

#define BLOCKS_TO_BLOCKS(rounds, n, groups) \
    COUNT_BYTES(64*n); \
    EACH##n(LOAD, A, B, C, IN); \
    ROWS##n; \
    rounds(groups); \
    BLOCKS##n; \
    EACH##n(STORE, D, A, B, OUT)

/* Runs of 192 blocks, then as many groups as the tail needs. */
#define EACH_192(rounds, run) \
    ENTER; \
1:  cmp     $128, NBLOCKS; \
    jbe     2f; \
    run(rounds, 3, THREE); \
    add     BYTES, IN; \
    add     BYTES, OUT; \
    sub     $192, NBLOCKS; \
    ja      1b; \
    jmp     9f; \
2:  cmp     $64, NBLOCKS; \
    jbe     3f; \
    run(rounds, 2, TWO); \
    jmp     9f; \
3:  run(rounds, 1, ONE); \
9:  restore %rbp, %rbx; \
    vzeroupper; \
    ret

/* void narae_pipo_rows_encrypt_gfni512(const uint32_t rows[][8], uint8_t *out, const uint8_t *in,
 *                                      size_t nblocks, unsigned rounds), nblocks > 0 */
function SYMBOL(narae_pipo_rows_encrypt_gfni512)
    EACH_192(ENCRYPT, BLOCKS_TO_BLOCKS)
end_function SYMBOL(narae_pipo_rows_encrypt_gfni512)

function SYMBOL(narae_pipo_rows_decrypt_gfni512)
    EACH_192(DECRYPT, BLOCKS_TO_BLOCKS)
end_function SYMBOL(narae_pipo_rows_decrypt_gfni512)

/* Rows 4 to 7 are the counter.  Where its lowest byte wraps, the next number is in
 * the others.  The bytes are broadcast from below the stack pointer.  Vector 0 has the last
 * blocks, so LOW is 8 less than the first counter of the others. */
#define LOWS(i)  i-24(%rsp)
#define HIGHS(i) i-16(%rsp)
#define NEXTS(i) i-8(%rsp)
#define COUNT(x0, x1, x2, x3, x4, x5, x6, x7) \
    mov     LOW, LOWS(0); \
    mov     LOW, HIGH; \
    shr     $8, HIGH; \
    mov     HIGH, HIGHS(0); \
    add     $1, HIGH; \
    mov     HIGH, NEXTS(0); \
    add     $64, LOW; \
    vpbroadcastb LOWS(0), x7; \
    vpaddb  NUMBERS, x7, x7; \
    vpcmpub $1, NUMBERS, x7, %k1; \
    vpbroadcastb HIGHS(0), x6; \
    vpbroadcastb HIGHS(1), x5; \
    vpbroadcastb HIGHS(2), x4; \
    vpbroadcastb NEXTS(0), x6{%k1}; \
    vpbroadcastb NEXTS(1), x5{%k1}; \
    vpbroadcastb NEXTS(2), x4{%k1}; \
    vpbroadcastb 0(COUNTER), x0; \
    vpbroadcastb 1(COUNTER), x1; \
    vpbroadcastb 2(COUNTER), x2; \
    vpbroadcastb 3(COUNTER), x3; \
    vmovdqa64 numbers(%rip), NUMBERS

#define COUNTERS_TO_BLOCKS(rounds, n, groups) \
    COUNT_BLOCKS(64*n); \
    mov     $0x1111, ROUND; \
    kmovd   ROUND, %k1; \
    imul    $0x101, BYTES32, ROUND; \
    vpbroadcastd ROUND, NUMBERS{%k1}{z}; \
    vpaddb  numbers(%rip), NUMBERS, NUMBERS; \
    groups(COUNT); \
    rounds(groups); \
    BLOCKS##n; \
    shl     $3, BYTES; \
    EACH##n(XOR, D, A, B, IN); \
    EACH##n(STORE, D, A, B, OUT)

/* The same for counter mode, from the block at `counter` on. */
function SYMBOL(narae_pipo_rows_ctr_gfni512)
    mov     4(COUNTER), LOW
    bswap   LOW
    sub     $8, LOW
    EACH_192(ENCRYPT, COUNTERS_TO_BLOCKS)
end_function SYMBOL(narae_pipo_rows_ctr_gfni512)

#endif
