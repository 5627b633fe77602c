/* PIPO for x86-64 with GFNI and AVX-512: 192 blocks at a time.  Kim et al.,
 * ICISC 2020.
 *
 * Each of 24 registers holds a row, a byte, of 64 blocks: the S-layer is bitwise
 * logic, the R-layer turns bytes, which GFNI does with a matrix.  An operation
 * takes three inputs, and any of them inverted; by
 *
 *     x7 ^= x4, x5 ^= x7    as    x5 ^= x7 ^ x4    and x7 ^ x4 ^ x1 later
 *
 * the S-box is 21 of them.  Rows 1, 2 and 7 have a place for their keys in its
 * last operations, those of row 4 come in before its last one, all turned back
 * beforehand.  A round is 21 + 7 + 5 = 33 operations, 8.25 cycles for 64 blocks on
 * Zen 5.  It is a chain of 19, so that three groups of 64 fill them.
 *
 * Blocks become rows in four interleaving steps of 8 and come back in three:
 * each turns the seven bits of a byte's place in a lane of the group by one.
 *
 *   PIPO-64/128: 13 x 8.25 + 2 + 14 = 123 cycles for 512 bytes, 0.241
 *   cycles/byte, PIPO-64/256 0.305.  Measured: 0.30 and 0.38.  A round of three
 *   groups takes 29 cycles instead of 25, in this order of halves; with each group
 *   to its end 32.  Sixty orders were tried.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "pipo_wide_gfni512.S"

#include "core/x86_call.inc"

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

/* In the rounds: scratch, the key of row 0, and the matrices that turn a byte
 * left by 1 to 4; the others are in memory. */
#define T     %zmm24
#define U     %zmm25
#define W     %zmm26
#define KEY0  %zmm27
#define LEFT1 %zmm28
#define LEFT2 %zmm29
#define LEFT3 %zmm30
#define LEFT4 %zmm31
#define LEFT5 turn+40(%rip){1to8}
#define LEFT6 turn+48(%rip){1to8}
#define LEFT7 turn+56(%rip){1to8}

/* Between them: scratch. */
#define T0 %zmm24
#define T1 %zmm25
#define T2 %zmm26
#define T3 %zmm27
#define T4 %zmm28
#define T5 %zmm29
#define T6 %zmm30
#define T7 %zmm31

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

/* Logic with the result in z; the input that comes last should be z, for it costs
 * two cycles and the others three. */
#define XOR_AND(x, y, z)   vpternlogd $0x78, y, x, z /* z ^ (x & y) */
#define XOR_OR(x, y, z)    vpternlogd $0x1e, y, x, z /* z ^ (x | y) */
#define AND_XOR(y, x, z)   vpternlogd $0x6c, y, x, z /* x ^ (y & z) */
#define OR_XOR(y, x, z)    vpternlogd $0x36, y, x, z /* x ^ (y | z) */
#define XOR3(x, y, z)      vpternlogd $0x96, x, y, z
#define XNOR3(x, y, z)     vpternlogd $0x69, x, y, z
#define XNOR(x, z)         vpternlogd $0xc3, x, x, z
#define TURN(matrix, x, z) vgf2p8affineqb $0, matrix, x, z
#define KEY_OF(i)          4*(i)(KEY){1to16}

/* The S-layer until x6 waits for x4 and x5 ... */
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

#define GROUP(what, g) what(g##0, g##1, g##2, g##3, g##4, g##5, g##6, g##7)
#define TWO(what) GROUP(what, A); GROUP(what, B)
#define THREE(what) GROUP(what, A); GROUP(what, B); GROUP(what, C)

/* The first key, whose rows 1, 2, 4 and 7 wait turned in T, U, W and KEY0. */
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

#define EACH(what, x, at) \
    what(x##0, at); \
    what(x##1, at + 64); \
    what(x##2, at + 128); \
    what(x##3, at + 192); \
    what(x##4, at + 256); \
    what(x##5, at + 320); \
    what(x##6, at + 384); \
    what(x##7, at + 448)
#define LOAD(x, at)  vmovdqu64 at(IN), x
#define STORE(x, at) vmovdqu64 x, at(OUT)
#define XOR(x, at)   vpxord at(IN), x, x

#define TO_ROWS(g, at) EACH(LOAD, g, at); STEP(g, T); STEP(T, g); STEP(g, T); STEP(T, g)
#define FROM_ROWS(g)   STEP(g, T); STEP(T, g); STEP(g, T)

#if defined(__ELF__)
    .section .rodata
#else
    .data
#endif
    .p2align 6
/* Turns a byte left by i bits: the unit matrix has its rows turned. */
turn:
    .quad   0x0102040810204080, 0x8001020408102040, 0x4080010204081020, 0x2040800102040810
    .quad   0x1020408001020408, 0x0810204080010204, 0x0408102040800102, 0x0204081020408001
/* Block 8 i + 2 l + j is byte 2 i + j of lane l. */
numbers:
.irp lane, 0, 2, 4, 6
.irp i, 0, 8, 16, 24, 32, 40, 48, 56
    .byte   \i + \lane, \i + \lane + 1
.endr
.endr

    .text

#define ENTER \
    push    %rbx; \
    xor     MASK, MASK; \
    cmp     $13, ROUNDS; \
    setne   %bl; \
    lea     1(%rbx,%rbx), MASK; \
    imul    $0x01010101, ROUNDS, LAST

#define LEAVE \
    pop     %rbx; \
    vzeroupper; \
    ret

/* The key of the next round; its number is added to row 0. */
#define NEXT_KEY \
    add     $0x01010101, ROUND; \
    mov     ROUND, KEY32; \
    and     MASK, KEY32; \
    shl     $5, KEY32; \
    add     ROWS, KEY; \
    vpbroadcastd ROUND, KEY0; \
    vpxord  KEY_OF(0), KEY0, KEY0

#define START(groups) \
    vpbroadcastq turn+8(%rip), LEFT1; \
    vpbroadcastq turn+16(%rip), LEFT2; \
    vpbroadcastq turn+24(%rip), LEFT3; \
    vpbroadcastq turn+32(%rip), LEFT4; \
    mov     ROWS, KEY; \
    vpbroadcastd 4*1(KEY), T; \
    vpbroadcastd 4*2(KEY), U; \
    vpbroadcastd 4*4(KEY), W; \
    vpbroadcastd 4*7(KEY), KEY0; \
    TURN(LEFT7, T, T); \
    TURN(LEFT4, U, U); \
    TURN(LEFT6, W, W); \
    TURN(LEFT2, KEY0, KEY0); \
    groups(ADD_KEY); \
    xor     ROUND, ROUND

#define ENCRYPT(groups) \
    START(groups); \
2:  NEXT_KEY; \
    groups(BEGIN); \
    groups(END); \
    cmp     LAST, ROUND; \
    jne     2b

/* void narae_pipo_192_encrypt_gfni512(const uint32_t rows[][8], uint8_t *out, const uint8_t *in,
 *                                     size_t nblocks, unsigned rounds)
 * for a positive multiple of 192 blocks. */
function SYMBOL(narae_pipo_192_encrypt_gfni512)
    ENTER
1:  TO_ROWS(A, 0)
    TO_ROWS(B, 512)
    TO_ROWS(C, 1024)
    ENCRYPT(THREE)
    FROM_ROWS(A)
    EACH(STORE, T, 0)
    FROM_ROWS(B)
    EACH(STORE, T, 512)
    FROM_ROWS(C)
    EACH(STORE, T, 1024)
    add     $1536, IN
    add     $1536, OUT
    sub     $192, NBLOCKS
    jnz     1b
    LEAVE
end_function SYMBOL(narae_pipo_192_encrypt_gfni512)

/* 128 blocks. */
function SYMBOL(narae_pipo_128_encrypt_gfni512)
    ENTER
    TO_ROWS(A, 0)
    TO_ROWS(B, 512)
    ENCRYPT(TWO)
    FROM_ROWS(A)
    EACH(STORE, T, 0)
    FROM_ROWS(B)
    EACH(STORE, T, 512)
    LEAVE
end_function SYMBOL(narae_pipo_128_encrypt_gfni512)

/* Rows 4 to 7 are the counter.  Where its lowest byte wraps, the next number is in
 * the others.  The bytes are broadcast from below the stack. */
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
    vpaddb  numbers(%rip), x7, x7; \
    vpcmpub $1, numbers(%rip), x7, %k1; \
    vpbroadcastb HIGHS(0), x6; \
    vpbroadcastb HIGHS(1), x5; \
    vpbroadcastb HIGHS(2), x4; \
    vpbroadcastb NEXTS(0), x6{%k1}; \
    vpbroadcastb NEXTS(1), x5{%k1}; \
    vpbroadcastb NEXTS(2), x4{%k1}; \
    vpbroadcastb 0(COUNTER), x0; \
    vpbroadcastb 1(COUNTER), x1; \
    vpbroadcastb 2(COUNTER), x2; \
    vpbroadcastb 3(COUNTER), x3

/* The same for counter mode, from the block at `counter` on. */
function SYMBOL(narae_pipo_192_ctr_gfni512)
    ENTER
    mov     4(COUNTER), LOW
    bswap   LOW
1:  THREE(COUNT)
    ENCRYPT(THREE)
    FROM_ROWS(A)
    EACH(XOR, T, 0)
    EACH(STORE, T, 0)
    FROM_ROWS(B)
    EACH(XOR, T, 512)
    EACH(STORE, T, 512)
    FROM_ROWS(C)
    EACH(XOR, T, 1024)
    EACH(STORE, T, 1024)
    add     $1536, IN
    add     $1536, OUT
    sub     $192, NBLOCKS
    jnz     1b
    LEAVE
end_function SYMBOL(narae_pipo_192_ctr_gfni512)

function SYMBOL(narae_pipo_128_ctr_gfni512)
    ENTER
    mov     4(COUNTER), LOW
    bswap   LOW
    TWO(COUNT)
    ENCRYPT(TWO)
    FROM_ROWS(A)
    EACH(XOR, T, 0)
    EACH(STORE, T, 0)
    FROM_ROWS(B)
    EACH(XOR, T, 512)
    EACH(STORE, T, 512)
    LEAVE
end_function SYMBOL(narae_pipo_128_ctr_gfni512)

#endif
