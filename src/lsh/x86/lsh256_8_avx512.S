/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX-512 on vectors of eight words, for CPUs whose vector operations take
 * one cycle.  KS X 3262.
 *
 *   void narae_lsh256_steps_8_avx512(uint32_t chain[16], const uint8_t *in, size_t nblocks,
 *                                    const uint32_t constants[208]);
 *
 * A step adds word j to word 8 + j, and then takes both words of columns 0 to 3 from the first half
 * of the state, those of columns 4 to 7 from the second.  An addition does not care which of its
 * operands is which: A holds words 8 to 11 and 4 to 7, B words 0 to 3 and 12 to 15.  So every word
 * of A is already in the right half of a vector after a step, and a blend and a shuffle within
 * halves place it; only B needs a shuffle across halves, with a latency of three cycles.
 *
 * Latency is the limit: XOR, addition, rotation, XOR, addition, rotation, addition, shuffle, 10
 * cycles, 260 a block, 2.03 cycles/byte.  The 17 operations of a step take 5.7 on three pipes.
 *
 * Measured on Emerald Rapids, medians: 286 to 290, 1.10 to 1.12 of the count, where vectors of four
 * words take 333.  The eight operations of this chain alone take 260: the other nine are assigned to
 * its pipes before it is known when the chain needs them.  On Zen 4 a rotation takes two cycles and
 * the shuffle across halves four.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh256_8_avx512.S"

#include "core/x86/call.inc"

#define CHAIN     %rdi
#define IN        %rsi
#define NBLOCKS   %rdx
#define CONSTANTS %rcx
#define CONSTANT  %rax
#define STEPS     %r8d

#define A  %ymm0
#define B  %ymm1
#define X  %ymm2
#define Y  %ymm3
#define T0 %ymm8
#define T1 %ymm9

/* The message of a step for A and B; that of the next step. */
#define MA %ymm4
#define MB %ymm5
#define NA %ymm6
#define NB %ymm7

#define TURNS_1  %ymm10
#define TURNS_17 %ymm11
#define WORDS_B  %ymm12

/* Exchanges the first halves of p and q: from the order of the standard to this one, or back. */
#define EXCHANGE(p, q, a, b) \
    vpblendd $0xf0, p, q, a; \
    vpblendd $0xf0, q, p, b

#define LOAD(at, base, a, b) \
    vmovdqu at(base), X; \
    vmovdqu at+32(base), Y; \
    EXCHANGE(X, Y, a, b)

/* m is replaced by the message of the step after the next. */
#define STEP(m, n, at, alpha, beta) \
    vpxor    m##B, B, B; \
    vpxor    m##A, A, A; \
    vpshufb  bytes_message(%rip), m##B, m##B; \
    vpshufb  bytes_message(%rip), m##A, m##A; \
    vpaddd   n##A, m##A, m##A; \
    vpaddd   n##B, m##B, m##B; \
    vpblendd $0xf0, B, A, Y; \
    vpaddd   B, A, X; \
    vprold   $(alpha), X, X; \
    vpxor    at(CONSTANT), X, X; \
    vpaddd   X, Y, Y; \
    vprold   $(beta), Y, T0; \
    vprolvd  TURNS_##beta, Y, T1; \
    vpaddd   X, T0, B; \
    vpblendd $0xf0, T1, B, A; \
    vpermt2d T1, WORDS_B, B; \
    vpshufb  bytes_a(%rip), A, A

    read_only_data
    .p2align 5
/* Rotations by beta + gamma. */
turns_1:  .long 1, 9, 17, 25, 25, 17, 9, 1
turns_17: .long 17, 25, 1, 9, 9, 1, 25, 17
/* Of the words after a rotation by beta, and by beta + gamma. */
words_b:  .long 6, 4, 5, 7, 8, 11, 10, 9
bytes_a:
    .byte 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15
    .byte 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7
bytes_message:
    .byte 12, 13, 14, 15, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7
    .byte 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11

    .text

function SYMBOL(narae_lsh256_steps_8_avx512)
    test    NBLOCKS, NBLOCKS
    jz      9f
    vmovdqa turns_1(%rip), TURNS_1
    vmovdqa turns_17(%rip), TURNS_17
    vmovdqa words_b(%rip), WORDS_B
    LOAD(0, CHAIN, A, B)
1:  LOAD(0, IN, MA, MB)
    LOAD(64, IN, NA, NB)
    mov     CONSTANTS, CONSTANT
    mov     $13, STEPS
2:  STEP(M, N, 0, 29, 1)
    STEP(N, M, 32, 5, 17)
    add     $64, CONSTANT
    dec     STEPS
    jnz     2b
    vpxor   MA, A, A
    vpxor   MB, B, B
    sub     $-128, IN
    dec     NBLOCKS
    jnz     1b
    EXCHANGE(A, B, X, Y)
    vmovdqu X, (CHAIN)
    vmovdqu Y, 32(CHAIN)
    vzeroupper
9:  ret
end_function SYMBOL(narae_lsh256_steps_8_avx512)

#endif
