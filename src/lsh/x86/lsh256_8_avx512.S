/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX-512 on vectors of eight words, for CPUs whose vector operations take
 * one cycle.  KS X 3262.
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

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh256_8_avx512.S"

#define STEPS_OF_BLOCKS narae_lsh256_steps_8_avx512

#define T0       %ymm8
#define T1       %ymm9
#define TURNS_1  %ymm10
#define TURNS_17 %ymm11
#define WORDS_B  %ymm12

#define LOAD_ORDERS \
    vmovdqa turns_1(%rip), TURNS_1; \
    vmovdqa turns_17(%rip), TURNS_17; \
    vmovdqa words_b(%rip), WORDS_B

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

#include "lsh256_8_steps.inc"

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

#endif
