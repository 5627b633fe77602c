/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512 on vectors of eight words, for CPUs whose vector operations take
 * one cycle.  KS X 3262.
 *
 *   void narae_lsh512_blocks_8_avx512(uint64_t chain[16], const uint8_t *in, size_t nblocks);
 *
 * As in lsh256_8_steps.inc, A holds words 8 to 11 and 4 to 7, B words 0 to 3 and 12 to 15, and added
 * words need not be in a fixed order.  Before an even step they are in that of columns 0, 4, 1, 5,
 * 2, 6, 3, 7: then each word of A stays in its place, and those of B exchange places with their
 * neighbours.  A blend and a shuffle within 128 bits, of one cycle, do that, and leave columns 1, 4,
 * 2, 7, 0, 6, 3, 5.  An odd step restores the order, with two shuffles of two sources; it takes the
 * message and the constants, which are another table, in its own.
 *
 * Latency is the limit: in an even step XOR, addition, rotation, XOR, addition, rotation, addition
 * and the shuffle of one cycle, 8 cycles; in an odd one 10, as a shuffle of two sources takes three.
 * That is 18 for two steps, 252 a block, 0.98 cycles/byte.  The 34 operations of two steps take 17
 * on the two pipes for 512 bits, 9 of them on the one that shuffles.
 *
 * Measured on Emerald Rapids, medians: 360 to 364, 1.43 of the count, where vectors of four words
 * take 404 to 409.  An operation is bound to a pipe when it is allocated, before it is known when its
 * operands are ready, and two that could run at once may be bound to the same one.  Of some thousand
 * orders of two steps this is the best; that of the formulas takes 380, and 311 without the message's
 * expansion and order.  No-operations change what is bound where: they took off 20 cycles, but only
 * where the loop had one address modulo 64.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh512_8_avx512.S"

#include "core/x86/call.inc"

#define CHAIN    %rdi
#define IN       %rsi
#define NBLOCKS  %rdx
#define CONSTANT %rax
#define STEPS    %r8d
#define UPPER    %k1 /* the words of columns 4 to 7 before an even step */

#define A %zmm0
#define B %zmm1

/* The message of an even step for A and B; that of an odd one, in the same order. */
#define MA %zmm2
#define MB %zmm3
#define NA %zmm4
#define NB %zmm5

#define T0 %zmm6
#define T1 %zmm7
#define T2 %zmm8
#define T3 %zmm9
#define T4 %zmm10
#define T5 %zmm11

#define EVEN    %zmm13
#define ODD     %zmm14
#define TAU     %zmm15
#define WORDS_A %zmm16
#define WORDS_B %zmm17

/* Words 0 to 7 and 8 to 15 as A and B before an even step. */
#define LOAD(at, base, a, b) \
    vpermq    at(base), EVEN, T0; \
    vpermq    at+64(base), EVEN, T1; \
    vpblendmq T0, T1, a{UPPER}; \
    vpblendmq T1, T0, b{UPPER}

    read_only_data
    .p2align 6
constants:
#include "lsh512_8_constants.inc"
/* The order of the columns; where those of an odd step are in it; where columns 0 to 7 are. */
even:    .quad 0, 4, 1, 5, 2, 6, 3, 7
odd:     .quad 2, 1, 4, 7, 0, 5, 6, 3
columns: .quad 0, 2, 4, 6, 1, 3, 5, 7
/* The permutation of the message. */
tau:     .quad 6, 7, 4, 1, 0, 3, 2, 5
/* Rotations by beta + gamma. */
turns_59: .quad 59, 3, 11, 19, 27, 35, 43, 51
turns_3:  .quad 19, 11, 35, 59, 3, 43, 51, 27
/* After an odd step, of the words after a rotation by beta, and by beta + gamma. */
words_a: .quad 2, 9, 4, 11, 0, 13, 6, 15
words_b: .quad 5, 12, 1, 14, 7, 10, 3, 8

    .text

function SYMBOL(narae_lsh512_blocks_8_avx512)
    test    NBLOCKS, NBLOCKS
    jz      9f
    mov     $0xaa, %eax
    kmovd   %eax, UPPER
    vmovdqa64 even(%rip), EVEN
    vmovdqa64 odd(%rip), ODD
    vmovdqa64 tau(%rip), TAU
    vmovdqa64 words_a(%rip), WORDS_A
    vmovdqa64 words_b(%rip), WORDS_B
    LOAD(0, CHAIN, A, B)
1:  LOAD(0, IN, MA, MB)
    LOAD(128, IN, NA, NB)
    lea     constants(%rip), CONSTANT
    mov     $14, STEPS
2:
    vpxorq  MB, B, T0
    vpxorq  MA, A, T1
    vpaddq  T1, T0, T2
    vprolq  $23, T2, T2
    vpblendmq T0, T1, T0{UPPER}
    vpxorq  0(CONSTANT), T2, T2
    vpaddq  T0, T2, T0
    vprolq  $59, T0, T1
    vprolvq turns_59(%rip), T0, T0
    vpaddq  T1, T2, T1
    vpblendmq T0, T1, T2{UPPER}
    vpalignr $8, T1, T0, T0
    vpermq  MA, TAU, T1
    vpermq  NA, ODD, T3
    vpermq  NB, ODD, T4
    vpxorq  T3, T2, T3
    vpermq  MB, TAU, T2
    vpxorq  T4, T0, T4
    vpermq  NA, TAU, T0
    vpaddq  T3, T4, T5
    vpblendmq T4, T3, T3{UPPER}
    vpermq  NB, TAU, T4
    vprolq  $7, T5, T5
    vpaddq  T1, NA, MA
    vpxorq  64(CONSTANT), T5, T5
    vpaddq  T3, T5, T3
    vpaddq  T2, NB, MB
    vprolq  $3, T3, T1
    vmovdqa64 WORDS_A, A
    vpaddq  T1, T5, B
    vprolvq turns_3(%rip), T3, T1
    vpermi2q T1, B, A
    vpermt2q T1, WORDS_B, B
    vpaddq  T0, MA, NA
    vpaddq  T4, MB, NB
    sub     $-128, CONSTANT
    dec     STEPS
    jnz     2b
    vpxorq  MA, A, A
    vpxorq  MB, B, B
    add     $256, IN
    dec     NBLOCKS
    jnz     1b
    vpblendmq A, B, T0{UPPER}
    vpblendmq B, A, T1{UPPER}
    vmovdqa64 columns(%rip), T2
    vpermq  T0, T2, T0
    vpermq  T1, T2, T1
    vmovdqu64 T0, (CHAIN)
    vmovdqu64 T1, 64(CHAIN)
    vzeroupper
9:  ret
end_function SYMBOL(narae_lsh512_blocks_8_avx512)

#endif
