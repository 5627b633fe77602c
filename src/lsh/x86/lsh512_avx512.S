/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512 on vectors of four words.  KS X 3262.
 *
 *   void narae_lsh512_steps_avx512(uint64_t chain[16], const uint8_t *in, size_t nblocks,
 *                                  const uint64_t constants[224]);
 *
 * As lsh256_avx512.S, but here words cross the halves of a vector, a shuffle with a latency of four
 * cycles on Zen 4, so as few as possible are shuffled.  Before an even step columns i and 4 + i are
 * in the same place, and its results stay there: columns 0 to 3 are then in the order 1, 2, 0, 3,
 * columns 4 to 7 in the order 0, 3, 2, 1.  An odd step takes the message and the constants in these
 * orders, off the critical path, and restores the order of the columns.  Two steps have three
 * shuffles of the state instead of eight, but four of the message and two of the constants more.
 *
 * Latency is the limit: in an even step XOR, addition, shift, XOR, addition, rotation and addition,
 * 8 cycles, 7 for the words that are rotated and not added; in an odd one 4 more for the shuffle.
 * That is 20 for two steps, 280 a block, 1.09 cycles/byte.  The 65 operations of two steps take
 * 16.3 cycles on the four vector pipes of Zen 4, A to D: 8 are shifts, for B and C, 8 rotations,
 * for A and D, and 17 shuffles, for B and D.  An optimal modulo schedule takes 20, too.
 *
 * Measured on Zen 4, medians of several runs: 391 to 415, 1.40 to 1.48 of the count; with all
 * shuffles and intrinsics 484, with VBMI's byte shuffles 444.  An operation is assigned to a pipe
 * before it is known when its operands are ready, so operations on the critical path queue behind
 * others.  Of some thousand orders of two steps this is the best; that of the formulas takes 412
 * where this one takes 391.  With the constants permuted beforehand and without message expansion
 * it takes 319, still 1.14 of the count.  On Emerald Rapids, whose three pipes take 21.7 cycles for
 * the operations, 303 a block, it takes 404 to 409; lsh512_8_avx512.S is for such CPUs.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh512_avx512.S"

#include "core/x86/call.inc"

#define CHAIN     %rdi
#define IN        %rsi
#define NBLOCKS   %rdx
#define CONSTANTS %rcx
#define CONSTANT  %rax
#define STEPS     %r8d

/* Words 0 to 3, 4 to 7, 8 to 11 and 12 to 15. */
#define X0 %ymm0
#define X1 %ymm1
#define Y0 %ymm2
#define Y1 %ymm3

/* The message of an even step for X0, X1, Y0 and Y1; that of an odd one. */
#define M0 %ymm4
#define M1 %ymm5
#define M2 %ymm6
#define M3 %ymm7
#define N0 %ymm8
#define N1 %ymm9
#define N2 %ymm10
#define N3 %ymm11

#define T0  %ymm12
#define T1  %ymm13
#define T2  %ymm14
#define T3  %ymm15
#define T4  %ymm16
#define T5  %ymm17
#define T6  %ymm18
#define T7  %ymm19
#define T8  %ymm20
#define T9  %ymm21
#define T10 %ymm22
#define T11 %ymm23

#define XOR3 $0x96

    read_only_data
    .p2align 5
/* Rotations by beta + gamma, in the order of the words. */
turn0_59: .quad 59, 11, 27, 43
turn1_59: .quad 3, 19, 35, 51
turn0_3:  .quad 19, 35, 3, 51
turn1_3:  .quad 11, 59, 43, 27

    .text

function SYMBOL(narae_lsh512_steps_avx512)
    test    NBLOCKS, NBLOCKS
    jz      9f
    vmovdqu (CHAIN), X0
    vmovdqu 32(CHAIN), X1
    vmovdqu 64(CHAIN), Y0
    vmovdqu 96(CHAIN), Y1
1:  vmovdqu (IN), M0
    vmovdqu 32(IN), M1
    vmovdqu 64(IN), M2
    vmovdqu 96(IN), M3
    vmovdqu 128(IN), N0
    vmovdqu 160(IN), N1
    vmovdqu 192(IN), N2
    vmovdqu 224(IN), N3
    mov     CONSTANTS, CONSTANT
    mov     $14, STEPS
2:
    vpermq  $0x4b, N2, T0
    vpermq  $0x4b, M0, T1
    vpermq  $0x93, M3, T2
    vpxor   M0, X0, T3
    vpermq  $0x93, M1, T4
    vpermq  $0x93, N3, T5
    vpxorq  M2, Y0, T6
    vpxorq  M1, X1, T7
    vpermq  $0x4b, M2, T8
    vpxorq  M3, Y1, T9
    vpaddq  T9, T7, T7
    vpaddq  T4, N1, M1
    vpaddq  T6, T3, T3
    vpermq  $0x6c, N1, T4
    vpaddq  T2, N3, M3
    vpsllq  $23, T7, T2
    vpsrlq  $41, T7, T7
    vpsllq  $23, T3, T10
    vpsrlq  $41, T3, T3
    vpternlogq XOR3, 0(CONSTANT), T10, T3
    vpaddq  T6, T3, T6
    vprolq  $59, T6, T10
    vpermq  $0xc9, N0, T11
    vpternlogq XOR3, 32(CONSTANT), T2, T7
    vpaddq  T8, N2, M2
    vpermq  $0xc9, N2, T2
    vpaddq  T9, T7, T8
    vprolq  $59, T8, T9
    vpaddq  T1, N0, M0
    vprolvq turn1_59(%rip), T8, T1
    vpaddq  T10, T3, T3
    vprolvq turn0_59(%rip), T6, T6
    vpaddq  T9, T7, T7
    vpermq  $0xc9, 64(CONSTANT), T8
    vpxorq  T4, T1, T1
    vpermq  $0x6c, N3, T4
    vpxorq  T4, T6, T4
    vpxor   T2, T3, T2
    vpaddq  T5, M3, N3
    vpxorq  T11, T7, T3
    vpermq  $0x4b, N0, T5
    vpaddq  T2, T3, T3
    vpaddq  T4, T1, T1
    vpaddq  T0, M2, N2
    vpermq  $0x93, N1, T0
    vpermq  $0x6c, 96(CONSTANT), T6
    vpaddq  T0, M1, N1
    vpaddq  T5, M0, N0
    vpsrlq  $57, T3, T0
    vpsllq  $7, T3, T3
    vpsllq  $7, T1, T5
    vpsrlq  $57, T1, T1
    vpternlogq XOR3, T8, T3, T0
    vpaddq  T2, T0, T2
    vpternlogq XOR3, T6, T5, T1
    vprolvq turn0_3(%rip), T2, T3
    vpaddq  T4, T1, T4
    vprolq  $3, T4, T5
    vpaddq  T5, T1, T1
    vpermq  $0x72, T1, X0
    vprolq  $3, T2, T1
    vprolvq turn1_3(%rip), T4, X1
    vpermq  $0x1e, T3, Y1
    vpaddq  T1, T0, T0
    vpermq  $0xc9, T0, Y0
    sub     $-128, CONSTANT
    dec     STEPS
    jnz     2b
    vpxor   M0, X0, X0
    vpxor   M1, X1, X1
    vpxor   M2, Y0, Y0
    vpxor   M3, Y1, Y1
    add     $256, IN
    dec     NBLOCKS
    jnz     1b
    vmovdqu X0, (CHAIN)
    vmovdqu X1, 32(CHAIN)
    vmovdqu Y0, 64(CHAIN)
    vmovdqu Y1, 96(CHAIN)
    vzeroupper
9:  ret
end_function SYMBOL(narae_lsh512_steps_avx512)

#endif
