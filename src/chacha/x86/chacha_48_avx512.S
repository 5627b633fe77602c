/* SPDX-License-Identifier: MIT */
/* ChaCha for x86-64 with AVX-512 (F): 33 to 48 blocks at a time, in the time of 48.  RFC
 * 8439, 2.1 to 2.4.
 *
 * Eight chains of additions, XORs and rotations, all that fit into 32 registers,
 * issue 3.2 operations a cycle on Zen 5: chacha_32_avx512.S.  Twelve, of three groups
 * of 16 blocks, issue 3.7.  Of their 48 words 18 stay in memory: words 0 to 2 and 8
 * to 10, which are only added to.  The sum is computed in a register and stored; half a
 * round passes before it is loaded again, longer than the latency of store forwarding.
 *
 * Ideal on Zen 5, at four operations and one store a cycle: 20 rounds x 36 cycles +
 * 3 x (18 additions, 64 shuffles, 16 XORs) = 720 + 74 cycles for 3072 bytes, 0.258
 * cycles/byte.  Measured: 0.296, 39 cycles a round and 125 for the rest, in which two
 * shuffles of 128-bit lanes and one store start in a cycle.  16 KiB are four runs here and
 * two of 32 blocks: 0.305.  Zen 4, which splits each operation in two: 0.53; measured 0.56.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_48_avx512.S"

#include "wide_avx512.inc"

#define A3  %zmm0
#define A4  %zmm1
#define A5  %zmm2
#define A6  %zmm3
#define A7  %zmm4
#define A11 %zmm5
#define A12 %zmm6
#define A13 %zmm7
#define A14 %zmm8
#define A15 %zmm9
#define B3  %zmm10
#define B4  %zmm11
#define B5  %zmm12
#define B6  %zmm13
#define B7  %zmm14
#define B11 %zmm15
#define B12 %zmm16
#define B13 %zmm17
#define B14 %zmm18
#define B15 %zmm19
#define C3  %zmm20
#define C4  %zmm21
#define C5  %zmm22
#define C6  %zmm23
#define C7  %zmm24
#define C11 %zmm25
#define C12 %zmm26
#define C13 %zmm27
#define C14 %zmm28
#define C15 %zmm29
#define T0  %zmm30
#define T1  %zmm31

/* After the rounds the groups are finished one after the other.  The words of a group that
 * were in memory get registers: first those of the words of C that are spilled, then those
 * of the group before. */
#define A0  C3
#define A1  C4
#define A2  C5
#define A8  C6
#define A9  C7
#define A10 C11
#define B0  A3
#define B1  A4
#define B2  A5
#define B8  A6
#define B9  A7
#define B10 A11
#define C0  B3
#define C1  B4
#define C2  B5
#define C8  B6
#define C9  B7
#define C10 B11

/* In memory: these words of each group, and the spilled words of C. */
#define MEMORY(i) (i)*64(%rsp)
#define M0(g)  MEMORY(FIRST_##g)
#define M1(g)  MEMORY(FIRST_##g + 1)
#define M2(g)  MEMORY(FIRST_##g + 2)
#define M8(g)  MEMORY(FIRST_##g + 3)
#define M9(g)  MEMORY(FIRST_##g + 4)
#define M10(g) MEMORY(FIRST_##g + 5)
#define FIRST_A 0
#define FIRST_B 6
#define FIRST_C 12
#define SAVED(i) MEMORY(18 + i)
#define FRAME 26*64

/* Word i of a group, if it is in memory: that of the state until it is changed. */
#define FIRST(g, i) 4*i(STATE){1to16}
#define LATER(g, i) M##i(g)

/* x += y; z = rol(z ^ x) in two chains of 16 blocks, with x in memory, and in two
 * others, of which one has x in a register. */
#define ADD_TO(g, word, bits, x0, y0, z0, x1, y1, z1, x2, y2, z2, x3, y3, z3) \
    vpaddd  word(g, x0), g##y0, T0; \
    vpaddd  word(g, x1), g##y1, T1; \
    vpxord  T0, g##z0, g##z0; \
    vpxord  T1, g##z1, g##z1; \
    vmovdqa32 T0, M##x0(g); \
    vmovdqa32 T1, M##x1(g); \
    vprold  $bits, g##z0, g##z0; \
    vprold  $bits, g##z1, g##z1; \
    vpaddd  word(g, x2), g##y2, T0; \
    vpaddd  g##y3, g##x3, g##x3; \
    vpxord  T0, g##z2, g##z2; \
    vpxord  g##x3, g##z3, g##z3; \
    vmovdqa32 T0, M##x2(g); \
    vprold  $bits, g##z2, g##z2; \
    vprold  $bits, g##z3, g##z3

/* Words 0 to 3, or 8 to 11, each with the two words that it is combined with. */
#define ADD_TO_0(g, word, bits, y0, z0, y1, z1, y2, z2, y3, z3) \
    ADD_TO(g, word, bits, 0, y0, z0, 1, y1, z1, 2, y2, z2, 3, y3, z3)

#define ADD_TO_8(g, word, bits, y0, z0, y1, z1, y2, z2, y3, z3) \
    ADD_TO(g, word, bits, 8, y0, z0, 9, y1, z1, 10, y2, z2, 11, y3, z3)

#define STEP(add, ...) add(A, __VA_ARGS__); add(B, __VA_ARGS__); add(C, __VA_ARGS__)

#define LOAD(i) \
    BROADCAST(A##i, i); \
    vmovdqa32 A##i, B##i; \
    vmovdqa32 A##i, C##i

#define SAVE(x, i) vmovdqa32 x, SAVED(i)
#define RESTORE(x, i) vmovdqa32 SAVED(i), x

#define FETCH(g) \
    vmovdqa32 M0(g), g##0; \
    vmovdqa32 M1(g), g##1; \
    vmovdqa32 M2(g), g##2; \
    vmovdqa32 M8(g), g##8; \
    vmovdqa32 M9(g), g##9; \
    vmovdqa32 M10(g), g##10

/* void narae_chacha_48_avx512(uint32_t state[16], uint8_t *out,
 *                             const uint8_t *in, size_t nblocks, unsigned rounds)
 * for whole groups of 48 blocks and one more of 33 to 48. */
function SYMBOL(narae_chacha_48_avx512)
    enter_frame FRAME, 64

.Lnext:
    BROADCAST(T0, 12)
    BROADCAST(T1, 13)
    COUNT(A, 0, %k1, T0, T1)
    COUNT(B, 1, %k2, T0, T1)
    COUNT(C, 2, %k3, T0, T1)
    LOAD(3); LOAD(4); LOAD(5); LOAD(6); LOAD(7); LOAD(11); LOAD(14); LOAD(15)

    mov     ROUNDS, LEFT
    STEP(ADD_TO_0, FIRST, 16, 4, 12, 5, 13, 6, 14, 7, 15)
    STEP(ADD_TO_8, FIRST, 12, 12, 4, 13, 5, 14, 6, 15, 7)
    jmp     .Lafter_first
    .p2align 6
.Lrounds:
    STEP(ADD_TO_0, LATER, 16, 4, 12, 5, 13, 6, 14, 7, 15)
    STEP(ADD_TO_8, LATER, 12, 12, 4, 13, 5, 14, 6, 15, 7)
.Lafter_first:
    STEP(ADD_TO_0, LATER, 8, 4, 12, 5, 13, 6, 14, 7, 15)
    STEP(ADD_TO_8, LATER, 7, 12, 4, 13, 5, 14, 6, 15, 7)
    STEP(ADD_TO_0, LATER, 16, 5, 15, 6, 12, 7, 13, 4, 14)
    STEP(ADD_TO_8, LATER, 12, 13, 7, 14, 4, 15, 5, 12, 6)
    STEP(ADD_TO_0, LATER, 8, 5, 15, 6, 12, 7, 13, 4, 14)
    STEP(ADD_TO_8, LATER, 7, 13, 7, 14, 4, 15, 5, 12, 6)
    sub     $2, LEFT
    jnz     .Lrounds

    SAVE(C3, 0); SAVE(C4, 1); SAVE(C5, 2); SAVE(C6, 3)
    SAVE(C7, 4); SAVE(C11, 5); SAVE(C12, 6); SAVE(C13, 7)
    FETCH(A)
    ADD_INPUTS(A, 0, %k1)
    XOR_OUT(PUT, A, C12, C13, T0, T1, 0)
    FETCH(B)
    ADD_INPUTS(B, 1, %k2)
    XOR_OUT(PUT, B, A12, A13, A14, A15, 1024)
    RESTORE(C3, 0); RESTORE(C4, 1); RESTORE(C5, 2); RESTORE(C6, 3)
    RESTORE(C7, 4); RESTORE(C11, 5); RESTORE(C12, 6); RESTORE(C13, 7)
    FETCH(C)
    ADD_INPUTS(C, 2, %k3)
    lea     -32(NBLOCKS), OF_LAST
    XOR_OUT(PUT_LAST, C, B12, B13, B14, B15, 2048)

.Lput:
    mov     $48, LEFT
    cmp     $48, NBLOCKS
    cmovb   %ecx, LEFT
    add     LEFT, 48(STATE)
    adcl    $0, 52(STATE)
    add     $3072, IN
    add     $3072, OUT
    sub     $48, NBLOCKS
    ja      .Lnext

    vpxord  T0, T0, T0
.set i, 0
.rept FRAME / 64
    vmovdqa32 T0, MEMORY(i)
.set i, i + 1
.endr
    leave_frame
    vzeroupper
    ret
end_function SYMBOL(narae_chacha_48_avx512)

#endif
