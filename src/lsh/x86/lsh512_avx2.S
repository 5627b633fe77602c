/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX2 on vectors of four words.  KS X 3262.
 *
 *   void narae_lsh512_steps_avx2(uint64_t chain[16], const uint8_t *in, size_t nblocks,
 *                                const uint64_t constants[224]);
 *
 * As lsh512_avx512.S, but a rotation is three operations, and the message is in memory.  A constant
 * is XORed to one of the two shifts of a rotation, which is independent of the other.  Then XOR,
 * addition, shift, two XORs, addition, rotation and addition have a latency of 9 cycles, and 13
 * with a lane-crossing shuffle: 22 for two steps, 308 a block, 1.20 cycles/byte.  The 85 operations
 * of two steps without the 8 stores take 21.3 cycles on the four vector pipes of Zen 4, A to D; 24
 * are shifts, for B and C, 17 shuffles, for B and D.  An optimal modulo schedule of two steps, with
 * 8 cycles from a store to its load, takes 24 cycles, 336 a block.
 *
 * Measured on Zen 4, the median: 464, 1.38 of the count; with intrinsics and all shuffles 540.
 * This order of two steps is the best of some thousand; that of the formulas takes 478.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lsh512_avx2.S"

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
#define M0 0(%rsp)
#define M1 32(%rsp)
#define M2 64(%rsp)
#define M3 96(%rsp)
#define N0 128(%rsp)
#define N1 160(%rsp)
#define N2 192(%rsp)
#define N3 224(%rsp)
#define FRAME 256

#define T0  %ymm4
#define T1  %ymm5
#define T2  %ymm6
#define T3  %ymm7
#define T4  %ymm8
#define T5  %ymm9
#define T6  %ymm10
#define T7  %ymm11
#define T8  %ymm12
#define T9  %ymm13
#define T10 %ymm14
#define T11 %ymm15

#define LOAD(at, word) \
    vmovdqu at(IN), T0; \
    vmovdqa T0, word

    read_only_data
    .p2align 5
/* Shift counts of the rotation by beta + gamma, in the order of the words: left, and right. */
up0_59:   .quad 59, 11, 27, 43
down0_59: .quad 5, 53, 37, 21
up1_59:   .quad 3, 19, 35, 51
down1_59: .quad 61, 45, 29, 13
up0_3:    .quad 19, 35, 3, 51
down0_3:  .quad 45, 29, 61, 13
up1_3:    .quad 11, 59, 43, 27
down1_3:  .quad 53, 5, 21, 37

    .text

function SYMBOL(narae_lsh512_steps_avx2)
    test    NBLOCKS, NBLOCKS
    jz      9f
    enter_frame FRAME, 32
    vmovdqu (CHAIN), X0
    vmovdqu 32(CHAIN), X1
    vmovdqu 64(CHAIN), Y0
    vmovdqu 96(CHAIN), Y1
1:  LOAD(0, M0)
    LOAD(32, M1)
    LOAD(64, M2)
    LOAD(96, M3)
    LOAD(128, N0)
    LOAD(160, N1)
    LOAD(192, N2)
    LOAD(224, N3)
    mov     CONSTANTS, CONSTANT
    mov     $14, STEPS
2:
    vpermq  $0x4b, M2, T0
    vpermq  $0x93, M1, T1
    vpermq  $0x4b, M0, T2
    vpxor   M3, Y1, T3
    vpxor   M0, X0, T4
    vpxor   M2, Y0, T5
    vpaddq  T5, T4, T4
    vpsllq  $23, T4, T6
    vpxor   M1, X1, T7
    vpermq  $0x93, M3, T8
    vpaddq  N1, T1, T1
    vpaddq  N0, T2, T2
    vpaddq  T3, T7, T7
    vmovdqa T1, M1
    vpermq  $0x6c, N3, T1
    vmovdqa T2, M0
    vpermq  $0x4b, N0, T2
    vpaddq  N2, T0, T0
    vpsrlq  $41, T4, T4
    vpsllq  $23, T7, T9
    vpxor   0(CONSTANT), T6, T6
    vpsrlq  $41, T7, T7
    vpxor   32(CONSTANT), T9, T9
    vpxor   T6, T4, T4
    vpaddq  T5, T4, T5
    vpxor   T9, T7, T6
    vmovdqa T0, M2
    vpaddq  T3, T6, T0
    vpsrlq  $5, T5, T3
    vpsllq  $59, T5, T7
    vpermq  $0x4b, N2, T9
    vpxor   T7, T3, T3
    vpsllq  $59, T0, T7
    vpsrlq  $5, T0, T10
    vpxor   T7, T10, T7
    vpsllvq up0_59(%rip), T5, T10
    vpsrlvq down0_59(%rip), T5, T5
    vpsllvq up1_59(%rip), T0, T11
    vpaddq  T3, T4, T3
    vpxor   T10, T5, T4
    vpaddq  N3, T8, T5
    vpaddq  M0, T2, T2
    vpsrlvq down1_59(%rip), T0, T0
    vpermq  $0xc9, N0, T8
    vmovdqa T5, M3
    vpermq  $0x6c, N1, T5
    vpaddq  T7, T6, T6
    vpermq  $0x93, N3, T7
    vmovdqa T2, N0
    vpermq  $0xc9, N2, T2
    vpxor   T2, T3, T2
    vpxor   T8, T6, T3
    vpxor   T11, T0, T0
    vpaddq  T2, T3, T3
    vpxor   T5, T0, T0
    vpaddq  M3, T7, T5
    vpermq  $0x93, N1, T6
    vpaddq  M1, T6, T6
    vpaddq  M2, T9, T7
    vmovdqa T5, N3
    vpxor   T1, T4, T1
    vpaddq  T1, T0, T0
    vmovdqa T7, N2
    vpermq  $0x6c, 96(CONSTANT), T4
    vpermq  $0xc9, 64(CONSTANT), T5
    vpsllq  $7, T3, T7
    vpxor   T5, T7, T5
    vpsrlq  $57, T3, T3
    vpsllq  $7, T0, T7
    vpxor   T5, T3, T3
    vpsrlq  $57, T0, T0
    vpaddq  T2, T3, T2
    vmovdqa T6, N1
    vpxor   T4, T7, T4
    vpxor   T4, T0, T0
    vpsllq  $3, T2, T4
    vpaddq  T1, T0, T1
    vpsrlq  $61, T2, T5
    vpsrlvq down0_3(%rip), T2, T6
    vpsllvq up0_3(%rip), T2, T2
    vpxor   T4, T5, T4
    vpxor   T2, T6, T2
    vpsrlq  $61, T1, T5
    vpsllq  $3, T1, T6
    vpxor   T6, T5, T5
    vpaddq  T4, T3, T3
    vpermq  $0x1e, T2, Y1
    vpaddq  T5, T0, T0
    vpermq  $0xc9, T3, Y0
    vpsrlvq down1_3(%rip), T1, T2
    vpermq  $0x72, T0, X0
    vpsllvq up1_3(%rip), T1, T0
    vpxor   T0, T2, X1
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
    vpxor   T0, T0, T0
    vmovdqa T0, M0
    vmovdqa T0, M1
    vmovdqa T0, M2
    vmovdqa T0, M3
    vmovdqa T0, N0
    vmovdqa T0, N1
    vmovdqa T0, N2
    vmovdqa T0, N3
    vzeroupper
    leave_frame
9:  ret
end_function SYMBOL(narae_lsh512_steps_avx2)

#endif
