/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64: rounds in general registers with BMI2, stitched with the schedule of two
 * blocks in vectors with AVX2 (sha512_avx2.c).  FIPS 180-4, 6.4.
 *
 * A round is 22 operations and two copies, which take no port; 6 are rotations, which two ports
 * execute.  The chain is 5 operations: three for SUM1 of e, one to add it, one to add d.
 * Shortening it to 4 takes additions that cost more than they gain.  With four ports Zen 4 needs
 * 5.5 cycles for a round and takes 5.65 in this order, which was found by a search.  With AVX2's
 * operations for two words of the schedule after every two rounds it takes 7.4; stitched, one after
 * every two operations of a round, 6.3.
 *
 * Two words of two blocks are 26 operations: vectors have no rotation.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "sha512_rounds_avx2.S"

#define FUNCTION_ROUNDS narae_sha512_rounds_avx2
#define FUNCTION_TWO    narae_sha512_two_avx2
#define WORD_BYTES 8
#define SIXTEENS   5

#define SUM0_0 34
#define SUM0_1 39
#define SUM0_2 28
#define SUM1_0 14
#define SUM1_1 18
#define SUM1_2 41

#define H0 %rax
#define H1 %rbx
#define H2 %rcx
#define H3 %rdx
#define H4 %r8
#define H5 %r9
#define H6 %r10
#define H7 %r11

/* XORs of two consecutive words, for Maj; f ^ g, which becomes e ^ f, for Ch. */
#define EVEN      %r15
#define ODD       %rdi
#define CH        %r14
#define S         %r12
#define U         %r13

#define X0 %ymm0
#define X1 %ymm1
#define X2 %ymm2
#define X3 %ymm3
#define X4 %ymm4
#define X5 %ymm5
#define X6 %ymm6
#define X7 %ymm7
#define A  %ymm8
#define B  %ymm9
#define T  %ymm10

/* Word i of the next 16 of a block; the bytes that those of both blocks take. */
#define WORD(i)     16*(i)-8*((i)%2)(WORDS)
#define WORDS_BYTES 256

#define READY(a, b, c, d, e, f, g, h, i, x0, x1, x4, x5, x7) \
    ROUND(a, b, c, d, e, f, g, h, i, EVEN, ODD, , , , , , , , , , , , ); \
    ROUND(h, a, b, c, d, e, f, g, (i) + 1, ODD, EVEN, , , , , , , , , , , , )

/* x0 holds words i and i + 1, which are replaced by i + 16 and i + 17; x1 to x7 hold the words
 * after them. */
#define SCHEDULE(a, b, c, d, e, f, g, h, i, x0, x1, x4, x5, x7) \
    ROUND(a, b, c, d, e, f, g, h, i, EVEN, ODD, \
          DO(vpalignr $8, x0, x1, A), \
          DO(vpalignr $8, x4, x5, B), \
          DO(vpaddq B, x0, x0), \
          DO(vpsrlq $7, A, T), \
          DO(vpsrlq $1, A, B), \
          DO(vpxor B, T, T), \
          DO(vpsllq $63, A, B), \
          DO(vpxor B, T, T), \
          DO(vpsrlq $8, A, B; vpxor B, T, T), \
          DO(vpsllq $56, A, B), \
          DO(vpxor B, T, T), \
          DO(vpaddq T, x0, x0)); \
    ROUND(h, a, b, c, d, e, f, g, (i) + 1, ODD, EVEN, \
          DO(vpsrlq $6, x7, T), \
          DO(vpsrlq $19, x7, B), \
          DO(vpxor B, T, T), \
          DO(vpsllq $45, x7, B), \
          DO(vpxor B, T, T), \
          DO(vpsrlq $61, x7, B), \
          DO(vpxor B, T, T), \
          DO(vpsllq $3, x7, B), \
          DO(vpxor B, T, T; vbroadcasti128 128+8*(i)(CONSTANTS), A), \
          DO(vpaddq T, x0, x0), \
          DO(vpaddq x0, A, A), \
          DO(vmovdqa A, WORDS_BYTES+16*(i)(WORDS)))

/* Of `in` and `next`. */
#define LOAD(i, x) \
    vmovdqu 16*(i)(%rcx), %xmm8; \
    vinserti128 $1, 16*(i)(%r8), A, x; \
    vpshufb T, x, x; \
    vbroadcasti128 16*(i)(CONSTANTS), A; \
    vpaddq  x, A, A; \
    vmovdqa A, 32*(i)(WORDS)
#define LOAD_WORDS \
    vbroadcasti128 swap(%rip), T; \
    LOAD(0, X0); \
    LOAD(1, X1); \
    LOAD(2, X2); \
    LOAD(3, X3); \
    LOAD(4, X4); \
    LOAD(5, X5); \
    LOAD(6, X6); \
    LOAD(7, X7)

#define SIXTEEN(two) \
    two(H0, H1, H2, H3, H4, H5, H6, H7, 0, X0, X1, X4, X5, X7); \
    two(H6, H7, H0, H1, H2, H3, H4, H5, 2, X1, X2, X5, X6, X0); \
    two(H4, H5, H6, H7, H0, H1, H2, H3, 4, X2, X3, X6, X7, X1); \
    two(H2, H3, H4, H5, H6, H7, H0, H1, 6, X3, X4, X7, X0, X2); \
    two(H0, H1, H2, H3, H4, H5, H6, H7, 8, X4, X5, X0, X1, X3); \
    two(H6, H7, H0, H1, H2, H3, H4, H5, 10, X5, X6, X1, X2, X4); \
    two(H4, H5, H6, H7, H0, H1, H2, H3, 12, X6, X7, X2, X3, X5); \
    two(H2, H3, H4, H5, H6, H7, H0, H1, 14, X7, X0, X3, X4, X6); \
    add     $WORDS_BYTES, WORDS

#include "rounds_avx2.inc"

    read_only_data
    .p2align 4
swap:   .quad 0x0001020304050607, 0x08090a0b0c0d0e0f

#endif
