/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX-512 on vectors of four words.  KS X 3262.
 *
 *   void narae_lsh256_steps_avx512(uint32_t chain[16], const uint8_t *in, size_t nblocks,
 *                                  const uint32_t constants[208]);
 *
 * As lsh256.inc, with three differences.  A rotation and the XOR with a constant are two shifts
 * and a sum of three, two cycles on Zen 4, where a rotation takes two by itself.  The rotation of y
 * by beta and gamma is one, besides that by beta which x waits for; then its words move as those of
 * x do.  The message's expansion is on vectors of eight words, whose upper halves go through
 * memory, which takes none of the four pipes.
 *
 * Each step waits for the one before: XOR, addition, shift, sum, addition, rotation, addition,
 * shuffle, 9 cycles, 234 a block, 1.83 cycles/byte.  The 30 operations of a step take 7.5 on four
 * pipes, and the 8 shifts and rotations among them 4 on two.
 *
 * Measured on Zen 4, the median: 293, 1.25 of the count, with intrinsics and rotations 340.  Both
 * halves of the state want their shifts at once, which is twice as many as there are pipes for
 * them: a step in a loop of its own takes 11 cycles, and without the message's expansion 10.3 in the
 * best of some thousand orders.  This is the order of the formulas; none that was tried is faster.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh256_avx512.S"

#include "core/x86/call.inc"

#define CHAIN     %rdi
#define IN        %rsi
#define NBLOCKS   %rdx
#define CONSTANTS %rcx
#define CONSTANT  %rax
#define STEPS     %r8d

/* Words 0 to 3, 4 to 7, 8 to 11 and 12 to 15. */
#define X0 %xmm0
#define X1 %xmm1
#define Y0 %xmm2
#define Y1 %xmm3
#define A0 %xmm8
#define A1 %xmm9
#define B0 %xmm10
#define B1 %xmm11

/* What a step adds to X0 and Y0, and to X1 and Y1; what the step after adds. */
#define M0 %ymm4
#define M1 %ymm5
#define N0 %ymm6
#define N1 %ymm7
#define M0_LOW %xmm4
#define M1_LOW %xmm5
#define N0_LOW %xmm6
#define N1_LOW %xmm7
#define M0_AT 0(%rsp)
#define M1_AT 32(%rsp)
#define N0_AT 64(%rsp)
#define N1_AT 96(%rsp)
#define FRAME 128
#define MOVED0 %ymm12
#define MOVED1 %ymm13

#define XOR3 $0x96

#define ADD_MESSAGE(m) \
    vpxor   16+m##0_AT, Y0, Y0; \
    vpxor   m##0_LOW, X0, X0; \
    vpxor   m##1_LOW, X1, X1; \
    vpxor   16+m##1_AT, Y1, Y1

/* m becomes what the step after the next adds. */
#define EXPAND(m, n) \
    vpshufd $0x4b, m##0, MOVED0; \
    vpshufd $0x93, m##1, MOVED1; \
    vpaddd  MOVED1, n##1, m##1; \
    vpaddd  MOVED0, n##0, m##0; \
    vmovdqa m##0, m##0_AT; \
    vmovdqa m##1, m##1_AT

#define STEP(m, n, at, alpha, beta) \
    ADD_MESSAGE(m); \
    EXPAND(m, n); \
    vpaddd  Y1, X1, X1; \
    vpaddd  Y0, X0, X0; \
    vpslld  $(alpha), X0, A0; \
    vpsrld  $(32-(alpha)), X0, X0; \
    vpslld  $(alpha), X1, A1; \
    vpsrld  $(32-(alpha)), X1, X1; \
    vpternlogd XOR3, at+16(CONSTANT), A1, X1; \
    vpternlogd XOR3, at(CONSTANT), A0, X0; \
    vpaddd  X0, Y0, Y0; \
    vpaddd  X1, Y1, Y1; \
    vprold  $(beta), Y0, A0; \
    vprold  $(beta), Y1, A1; \
    vpaddd  A1, X1, A1; \
    vpaddd  A0, X0, A0; \
    vprolvd turn0_##beta(%rip), Y0, B0; \
    vprolvd turn1_##beta(%rip), Y1, B1; \
    vpshufd $0xd2, A0, Y0; \
    vpshufd $0xd2, A1, X0; \
    vpshufd $0x6c, B1, X1; \
    vpshufd $0x6c, B0, Y1

/* Sixteen bytes for X and as many for Y. */
#define LOAD(at, m) \
    vmovdqu at(IN), m##_LOW; \
    vinserti128 $1, at+32(IN), m, m; \
    vmovdqa m, m##_AT

#if defined(__ELF__)
    .section .rodata
#else
    .data
#endif
    .p2align 4
/* By beta and gamma. */
turn0_1:  .long 1, 9, 17, 25
turn1_1:  .long 25, 17, 9, 1
turn0_17: .long 17, 25, 1, 9
turn1_17: .long 9, 1, 25, 17

    .text

function SYMBOL(narae_lsh256_steps_avx512)
    test    NBLOCKS, NBLOCKS
    jz      9f
    push    %rbp
    mov     %rsp, %rbp
    sub     $FRAME, %rsp
    and     $-32, %rsp
    vmovdqu (CHAIN), X0
    vmovdqu 16(CHAIN), X1
    vmovdqu 32(CHAIN), Y0
    vmovdqu 48(CHAIN), Y1
1:  LOAD(0, M0)
    LOAD(16, M1)
    LOAD(64, N0)
    LOAD(80, N1)
    mov     CONSTANTS, CONSTANT
    mov     $13, STEPS
2:  STEP(M, N, 0, 29, 1)
    STEP(N, M, 32, 5, 17)
    add     $64, CONSTANT
    dec     STEPS
    jnz     2b
    ADD_MESSAGE(M)
    add     $128, IN
    dec     NBLOCKS
    jnz     1b
    vmovdqu X0, (CHAIN)
    vmovdqu X1, 16(CHAIN)
    vmovdqu Y0, 32(CHAIN)
    vmovdqu Y1, 48(CHAIN)
    vpxor   M0_LOW, M0_LOW, M0_LOW
    vmovdqa M0, M0_AT
    vmovdqa M0, M1_AT
    vmovdqa M0, N0_AT
    vmovdqa M0, N1_AT
    vzeroupper
    leave
9:  ret
end_function SYMBOL(narae_lsh256_steps_avx512)

#endif
