/* SPDX-License-Identifier: MIT */
/* ChaCha for x86-64 with AVX-512 (F): 17 to 32 blocks at a time, in the time of 32.  RFC
 * 8439, 2.1 to 2.4.
 *
 * Each of the 32 registers holds one word of 16 blocks: A0..A15 the state of
 * the first 16, B0..B15 that of the others.  A round is then 12 operations
 * for each of eight chains, all in place.  The input words are added from
 * memory.  Then words are transposed to blocks, in 4 x 4 transpositions, first of words
 * within 128 bits, then of 128-bit lanes.  B0..B3 are spilled, because these need scratch
 * registers.
 *
 * Ideal on Zen 5, at four operations a cycle: 20 rounds x 24 cycles + 2 x (16
 * additions, 64 shuffles, 16 XORs) = 480 + 48 cycles for 2048 bytes, 0.258
 * cycles/byte.  Measured: 0.323, 30 cycles a round.  With a latency of two cycles eight
 * chains of addition, XOR, rotation issue 3.0 operations a cycle, even if they are
 * independent; 12 chains issue more: chacha_48_avx512.S.  Some thousand other orders, and
 * rotations by shuffles, which have their own port, were not faster.  Emerald Rapids, with
 * two operations a cycle and a latency of one: 1056 cycles, measured 1078, 0.526.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_32_avx512.S"

#include "wide_avx512.inc"

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

/* In memory: B0..B3. */
#define SAVED(i)  i*64(%rsp)
#define FRAME     4*64

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

/* void narae_chacha_32_avx512(uint32_t state[16], uint8_t *out,
 *                             const uint8_t *in, size_t nblocks, unsigned rounds)
 * for whole groups of 32 blocks and one more of 17 to 32. */
function SYMBOL(narae_chacha_32_avx512)
    enter_frame FRAME, 64

.Lnext:
    BROADCAST(A14, 12)
    BROADCAST(A15, 13)
    COUNT(A, 0, %k1, A14, A15)
    COUNT(B, 1, %k2, A14, A15)

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
    ADD_INPUTS(A, 0, %k1)
    XOR_OUT(PUT, A, B0, B1, B2, B3, 0)
    vmovdqa32 SAVED(0), B0
    vmovdqa32 SAVED(1), B1
    vmovdqa32 SAVED(2), B2
    vmovdqa32 SAVED(3), B3
    ADD_INPUTS(B, 1, %k2)
    lea     -16(NBLOCKS), OF_LAST
    XOR_OUT(PUT_LAST, B, A0, A1, A2, A3, 1024)

.Lput:
    mov     $32, LEFT
    cmp     $32, NBLOCKS
    cmovb   %ecx, LEFT
    add     LEFT, 48(STATE)
    adcl    $0, 52(STATE)
    add     $2048, IN
    add     $2048, OUT
    sub     $32, NBLOCKS
    ja      .Lnext

    vpxord  A0, A0, A0
    vmovdqa32 A0, SAVED(0)
    vmovdqa32 A0, SAVED(1)
    vmovdqa32 A0, SAVED(2)
    vmovdqa32 A0, SAVED(3)
    leave_frame
    vzeroupper
    ret
end_function SYMBOL(narae_chacha_32_avx512)

#endif
