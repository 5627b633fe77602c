/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX2 on vectors of eight words, for CPUs whose vector operations take one
 * cycle.  KS X 3262.
 *
 * Latency is the limit: XOR, addition, shift, XOR, addition, shift, XOR, addition, blend, shuffle,
 * 12 cycles, 312 a block, 2.44 cycles/byte.  The 22 operations of a step take 7.3 on three pipes.
 *
 * Measured on Emerald Rapids, medians: 368 to 390, 1.18 to 1.25 of the count, where vectors of four
 * words take 407 to 414; of one block alone 350 to 365, where they take 419 to 425.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh256_8_avx2.S"

#define STEPS_OF_BLOCKS narae_lsh256_steps_8_avx2

#define T       %ymm8
#define WORDS_B %ymm9

#define LOAD_ORDERS vmovdqa words_b(%rip), WORDS_B

/* An addition, which any pipe executes, replaces a shift. */
#define UP_1(x, to)  vpaddd x, x, to
#define UP_17(x, to) vpslld $17, x, to

/* Gamma is a rotation by whole bytes. */
#define STEP(m, n, at, alpha, beta) \
    vpxor    m##B, B, B; \
    vpxor    m##A, A, A; \
    vpaddd   B, A, X; \
    vpshufb  bytes_message(%rip), m##B, m##B; \
    vpslld   $(alpha), X, T; \
    vpshufb  bytes_message(%rip), m##A, m##A; \
    vpxor    at(CONSTANT), T, T; \
    vpsrld   $(32-(alpha)), X, X; \
    vpblendd $0xf0, B, A, Y; \
    vpxor    T, X, X; \
    vpaddd   X, Y, Y; \
    UP_##beta(Y, T); \
    vpaddd   n##A, m##A, m##A; \
    vpsrld   $(32-(beta)), Y, Y; \
    vpxor    T, Y, Y; \
    vpaddd   X, Y, X; \
    vpblendd $0xf0, Y, X, A; \
    vpshufb  bytes_gamma(%rip), Y, Y; \
    vpblendd $0xf0, X, Y, B; \
    vpermd   B, WORDS_B, B; \
    vpaddd   n##B, m##B, m##B; \
    vpshufb  bytes_a(%rip), A, A

#include "lsh256_8_steps.inc"

    read_only_data
    .p2align 5
words_b: .long 6, 4, 5, 7, 0, 3, 2, 1
/* Gamma of columns 0 to 3; of columns 4 to 7, with the order of words. */
bytes_gamma:
    .byte 0, 1, 2, 3, 7, 4, 5, 6, 10, 11, 8, 9, 13, 14, 15, 12
    .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
bytes_a:
    .byte 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15
    .byte 1, 2, 3, 0, 12, 13, 14, 15, 11, 8, 9, 10, 6, 7, 4, 5

#endif
