/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX2 on vectors of four words.  KS X 3262.
 *
 * The steps of lsh256.inc, with the message expanded in vectors of eight words: a latency of 10
 * cycles a step, 260 a block, 2.03 cycles/byte.  The 32 operations of a step take 8 cycles on the
 * four vector pipes of Zen 4; 7 are shifts, which only two pipes execute, 2 are byte shuffles, on
 * one of these and a third.  An optimal modulo schedule of two steps takes 21 cycles instead of 20,
 * 273 a block.
 *
 * Measured on Zen 4, the median: 341, 1.25 of the count, with SSSE3 372.  XORing a constant to one
 * of the two shifts of a rotation, not to the XOR of both, saves 14.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh256_avx2.S"

#define STEPS_OF_BLOCKS narae_lsh256_steps_avx2

#define TURN_AND_XOR(alpha, at) \
    vpslld  $(alpha), X0, A0; \
    vpslld  $(alpha), X1, A1; \
    vpsrld  $(32-(alpha)), X0, X0; \
    vpsrld  $(32-(alpha)), X1, X1; \
    vpxor   at(CONSTANT), A0, A0; \
    vpxor   at+16(CONSTANT), A1, A1; \
    vpxor   A0, X0, X0; \
    vpxor   A1, X1, X1

/* Rotates by beta; an addition, which any pipe executes, replaces a shift. */
#define UP_1(x, to)  vpaddd x, x, to
#define UP_17(x, to) vpslld $17, x, to

/* Gamma is a rotation by whole bytes, in one shuffle with the permutation of words. */
#define TURN_AND_MOVE(beta) \
    UP_##beta(Y0, A0); \
    UP_##beta(Y1, A1); \
    vpsrld  $(32-(beta)), Y0, B0; \
    vpsrld  $(32-(beta)), Y1, B1; \
    vpxor   B0, A0, A0; \
    vpxor   B1, A1, A1; \
    vpaddd  A0, X0, B0; \
    vpaddd  A1, X1, B1; \
    vpshufd $0xd2, B1, X0; \
    vpshufd $0xd2, B0, Y0; \
    vpshufb bytes1(%rip), A1, X1; \
    vpshufb bytes0(%rip), A0, Y1

#include "lsh256_steps.inc"

    read_only_data
    .p2align 4
bytes0: .byte 0, 1, 2, 3, 13, 14, 15, 12, 10, 11, 8, 9, 7, 4, 5, 6
bytes1: .byte 1, 2, 3, 0, 12, 13, 14, 15, 11, 8, 9, 10, 6, 7, 4, 5

#endif
