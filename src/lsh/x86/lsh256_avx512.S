/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX-512 on vectors of four words.  KS X 3262.
 *
 * A rotation and the XOR with a constant are two shifts and a three-input XOR, a latency of two
 * cycles on Zen 4, where a rotation alone has two.  y is rotated by beta + gamma at once, in
 * addition to the rotation by beta that x needs; then its words are permuted as those of x.
 *
 * Latency is the limit: XOR, addition, shift, XOR, addition, rotation, addition, shuffle, 9 cycles,
 * 234 a block, 1.83 cycles/byte.  The 30 operations of a step take 7.5 on the four vector pipes of
 * Zen 4; 4 are shifts, for two of these, and 4 rotations, for the other two.  An optimal modulo
 * schedule takes 9, too.
 *
 * Measured on Zen 4, the median: 293, 1.25 of the count, with intrinsics and rotations 340.  Zen 4
 * assigns an operation to a pipe before it is known when its operands are ready, and both halves of
 * the state need their shifts at the same time, twice as many as there are pipes for them: a step
 * alone in a loop takes 11 cycles, and without the message expansion 10.3, 1.15 of the count, in
 * the best of some thousand orders.  The order here is that of the formulas; none that was tried is
 * faster, nor are vectors of eight words, 293 to 318.  Emerald Rapids has three pipes, 10 cycles a
 * step for the operations, 260 a block: 305 to 325, 1.17 to 1.25, with vectors of eight words 306
 * to 315.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh256_avx512.S"

#define STEPS_OF_BLOCKS narae_lsh256_steps_avx512

#define XOR3 $0x96

#define TURN_AND_XOR(alpha, at) \
    vpslld  $(alpha), X0, A0; \
    vpsrld  $(32-(alpha)), X0, X0; \
    vpslld  $(alpha), X1, A1; \
    vpsrld  $(32-(alpha)), X1, X1; \
    vpternlogd XOR3, at+16(CONSTANT), A1, X1; \
    vpternlogd XOR3, at(CONSTANT), A0, X0

#define TURN_AND_MOVE(beta) \
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

#include "lsh256_steps.inc"

    read_only_data
    .p2align 4
/* By beta and gamma. */
turn0_1:  .long 1, 9, 17, 25
turn1_1:  .long 25, 17, 9, 1
turn0_17: .long 17, 25, 1, 9
turn1_17: .long 9, 1, 25, 17

#endif
