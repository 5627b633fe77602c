/* ChaCha for x86-64 with AVX-512 (F): 32 blocks at a time, or from 17 in the
 * same time.  RFC 8439, 2.1 to 2.4.
 *
 * Each of the 32 registers holds one word of 16 blocks: A0..A15 the state of
 * the first 16, B0..B15 that of the others.  A round is then 12 operations
 * for each of eight chains, all in place.  The input words are added from
 * memory.  Then words become blocks, in 4 x 4 transpositions, first of words
 * within 128 bits, then of 128-bit lanes: what they need as scratch, B0..B3,
 * waits in memory.
 *
 * Ideal on Zen 5, at four operations a cycle: 20 rounds x 24 cycles + 2 x (16
 * additions, 64 shuffles, 16 XORs) = 480 + 48 cycles for 2048 bytes, 0.258
 * cycles/byte.  Measured: 0.323, 30 cycles a round.  With two cycles of latency
 * eight chains of addition, XOR, rotation issue 3.0 operations a cycle, even
 * if they never meet; 12 chains 3.8, for which there are no registers.  Some
 * thousand other orders, and rotations by shuffles, which have a unit of their
 * own, were not faster.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_wide_avx512.S"

#include "core/x86_call.inc"

#define A0  %zmm0
#define A1  %zmm1
#define A2  %zmm2
#define A3  %zmm3
#define A4  %zmm4
#define A5  %zmm5
#define A6  %zmm6
#define A7  %zmm7
#define A8  %zmm8
#define A9  %zmm9
#define A10 %zmm10
#define A11 %zmm11
#define A12 %zmm12
#define A13 %zmm13
#define A14 %zmm14
#define A15 %zmm15
#define B0  %zmm16
#define B1  %zmm17
#define B2  %zmm18
#define B3  %zmm19
#define B4  %zmm20
#define B5  %zmm21
#define B6  %zmm22
#define B7  %zmm23
#define B8  %zmm24
#define B9  %zmm25
#define B10 %zmm26
#define B11 %zmm27
#define B12 %zmm28
#define B13 %zmm29
#define B14 %zmm30
#define B15 %zmm31

#define STATE   %rdi
#define OUT     %rsi
#define IN      %rdx
#define NBLOCKS %rcx
#define ROUNDS  %r8d
#define LEFT    %eax
#define OF_B    %r9

/* In memory: the counters of A and B (words 12 and 13), and B0..B3. */
#define COUNTER_A 0*64(%rsp)
#define CARRIED_A 1*64(%rsp)
#define COUNTER_B 2*64(%rsp)
#define CARRIED_B 3*64(%rsp)
#define SAVED(i)  (4 + i)*64(%rsp)
#define FRAME     8*64

#define BROADCAST(x, i) vpbroadcastd 4*i(STATE), x

/* a += b; d = rol(d ^ a) in two quarter rounds of 16 blocks. */
#define STEP(g, a, b, d, e, f, h, bits) \
    vpaddd  g##b, g##a, g##a; \
    vpaddd  g##f, g##e, g##e; \
    vpxord  g##a, g##d, g##d; \
    vpxord  g##e, g##h, g##h; \
    vprold  $bits, g##d, g##d; \
    vprold  $bits, g##h, g##h

#define TWO_QUARTERS(g, a, b, c, d, e, f, h, i) \
    STEP(g, a, b, d, e, f, i, 16); \
    STEP(g, c, d, b, h, i, f, 12); \
    STEP(g, a, b, d, e, f, i, 8); \
    STEP(g, c, d, b, h, i, f, 7)

#define ROUND(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3) \
    TWO_QUARTERS(A, 0, b0, c0, d0, 1, b1, c1, d1); \
    TWO_QUARTERS(A, 2, b2, c2, d2, 3, b3, c3, d3); \
    TWO_QUARTERS(B, 0, b0, c0, d0, 1, b1, c1, d1); \
    TWO_QUARTERS(B, 2, b2, c2, d2, 3, b3, c3, d3)

#define ADD_INPUT(g, i) vpaddd 4*i(STATE){1to16}, g##i, g##i

#define ADD_INPUTS(g) \
    ADD_INPUT(g, 0); ADD_INPUT(g, 1); ADD_INPUT(g, 2); ADD_INPUT(g, 3); \
    ADD_INPUT(g, 4); ADD_INPUT(g, 5); ADD_INPUT(g, 6); ADD_INPUT(g, 7); \
    ADD_INPUT(g, 8); ADD_INPUT(g, 9); ADD_INPUT(g, 10); ADD_INPUT(g, 11); \
    vpaddd  COUNTER_##g, g##12, g##12; \
    vpaddd  CARRIED_##g, g##13, g##13; \
    ADD_INPUT(g, 14); ADD_INPUT(g, 15)

/* Four words of 16 blocks become 16 quarters of a block: in x_i, those of
 * blocks 4 i to 4 i + 3, because counters are dealt out in this order. */
#define WORDS(x0, x1, x2, x3, t0, t1, t2, t3) \
    vpunpckldq  x1, x0, t0; \
    vpunpckhdq  x1, x0, t1; \
    vpunpckldq  x3, x2, t2; \
    vpunpckhdq  x3, x2, t3; \
    vpunpcklqdq t2, t0, x0; \
    vpunpckhqdq t2, t0, x1; \
    vpunpcklqdq t3, t1, x2; \
    vpunpckhqdq t3, t1, x3

/* The four quarters of four blocks become the blocks; out = in ^ block. */
#define BLOCKS(PUT, x0, x1, x2, x3, t0, t1, t2, t3, at) \
    vshufi32x4 $0x44, x1, x0, t0; \
    vshufi32x4 $0xee, x1, x0, t1; \
    vshufi32x4 $0x44, x3, x2, t2; \
    vshufi32x4 $0xee, x3, x2, t3; \
    vshufi32x4 $0x88, t2, t0, x0; \
    vshufi32x4 $0xdd, t2, t0, x1; \
    vshufi32x4 $0x88, t3, t1, x2; \
    vshufi32x4 $0xdd, t3, t1, x3; \
    PUT(x0, at); \
    PUT(x1, at + 64); \
    PUT(x2, at + 128); \
    PUT(x3, at + 192)

#define PUT_A(x, at) \
    vpxord      at(IN), x, x; \
    vmovdqu32   x, at(OUT)

/* B may have fewer blocks than 16. */
#define PUT_B(x, at) \
    sub         $1, OF_B; \
    jb          .Lput; \
    PUT_A(x, at)

#define XOR_OUT(g, t0, t1, t2, t3, at) \
    WORDS(g##0, g##1, g##2, g##3, t0, t1, t2, t3); \
    WORDS(g##4, g##5, g##6, g##7, t0, t1, t2, t3); \
    WORDS(g##8, g##9, g##10, g##11, t0, t1, t2, t3); \
    WORDS(g##12, g##13, g##14, g##15, t0, t1, t2, t3); \
    BLOCKS(PUT_##g, g##0, g##4, g##8, g##12, t0, t1, t2, t3, at); \
    BLOCKS(PUT_##g, g##1, g##5, g##9, g##13, t0, t1, t2, t3, at + 256); \
    BLOCKS(PUT_##g, g##2, g##6, g##10, g##14, t0, t1, t2, t3, at + 512); \
    BLOCKS(PUT_##g, g##3, g##7, g##11, g##15, t0, t1, t2, t3, at + 768)

#if defined(__ELF__)
    .section .rodata
#else
    .data
#endif
    .p2align 6
/* Which block each lane counts: see WORDS. */
order:
    .long   0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15
    .long   16, 20, 24, 28, 17, 21, 25, 29, 18, 22, 26, 30, 19, 23, 27, 31
one:
    .long   1

    .text

/* void narae_chacha_32_avx512(uint32_t state[16], uint8_t *out,
 *                             const uint8_t *in, size_t nblocks, unsigned rounds)
 * for whole groups of 32 blocks and one more of 17 to 32. */
function SYMBOL(narae_chacha_32_avx512)
    push    %rbp
    mov     %rsp, %rbp
    sub     $FRAME, %rsp
    and     $-64, %rsp

.Lnext:
    /* Word 13 is the high half of the counter: carry into it. */
    BROADCAST(B12, 12)
    BROADCAST(A13, 13)
    vpaddd  order(%rip), B12, A12
    vpcmpud $1, B12, A12, %k1
    vpaddd  order+64(%rip), B12, B12
    vpcmpud $1, A12, B12, %k2
    korw    %k1, %k2, %k2
    vmovdqa32 A13, B13
    vpaddd  one(%rip){1to16}, A13, A13{%k1}
    vpaddd  one(%rip){1to16}, B13, B13{%k2}
    vmovdqa32 A12, COUNTER_A
    vmovdqa32 A13, CARRIED_A
    vmovdqa32 B12, COUNTER_B
    vmovdqa32 B13, CARRIED_B
    mov     $32, LEFT
    cmp     $32, NBLOCKS
    cmovb   %ecx, LEFT
    add     LEFT, 48(STATE)
    adcl    $0, 52(STATE)

#define LOAD(i) BROADCAST(A##i, i); vmovdqa32 A##i, B##i
    LOAD(0); LOAD(1); LOAD(2); LOAD(3); LOAD(4); LOAD(5); LOAD(6); LOAD(7)
    LOAD(8); LOAD(9); LOAD(10); LOAD(11); LOAD(14); LOAD(15)

    mov     ROUNDS, LEFT
.Lrounds:
    ROUND(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    ROUND(5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14)
    sub     $2, LEFT
    jnz     .Lrounds

    vmovdqa32 B0, SAVED(0)
    vmovdqa32 B1, SAVED(1)
    vmovdqa32 B2, SAVED(2)
    vmovdqa32 B3, SAVED(3)
    ADD_INPUTS(A)
    XOR_OUT(A, B0, B1, B2, B3, 0)
    vmovdqa32 SAVED(0), B0
    vmovdqa32 SAVED(1), B1
    vmovdqa32 SAVED(2), B2
    vmovdqa32 SAVED(3), B3
    ADD_INPUTS(B)
    lea     -16(NBLOCKS), OF_B
    XOR_OUT(B, A0, A1, A2, A3, 1024)

.Lput:
    add     $2048, IN
    add     $2048, OUT
    sub     $32, NBLOCKS
    ja      .Lnext

    vpxord  A0, A0, A0
    vmovdqa32 A0, SAVED(0)
    vmovdqa32 A0, SAVED(1)
    vmovdqa32 A0, SAVED(2)
    vmovdqa32 A0, SAVED(3)
    mov     %rbp, %rsp
    pop     %rbp
    vzeroupper
    ret
end_function SYMBOL(narae_chacha_32_avx512)

#endif
