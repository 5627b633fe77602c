/* SPDX-License-Identifier: MIT */
/* SHA-256 for x86-64: as sha512_rounds_avx2.S, with words of 32 bits.  FIPS 180-4, 6.2.
 *
 * A round is the same 22 operations, 5.5 cycles with four ports: 5.5 cycles/byte.  Four words of
 * the schedule of two blocks are 32 operations, not 52: sigma1 is computed on words that are
 * duplicated in 64 bits, where a shift rotates.
 *
 * Measured on Zen 4 with 16 KiB: 6.2.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "sha256_rounds_avx2.S"

#define FUNCTION_ROUNDS narae_sha256_rounds_avx2
#define FUNCTION_TWO    narae_sha256_two_avx2
#define WORD_BYTES 4
#define SIXTEENS   4

#define SUM0_0 2
#define SUM0_1 13
#define SUM0_2 22
#define SUM1_0 6
#define SUM1_1 11
#define SUM1_2 25

#define H0 %eax
#define H1 %ebx
#define H2 %ecx
#define H3 %edx
#define H4 %r8d
#define H5 %r9d
#define H6 %r10d
#define H7 %r11d

/* XORs of two consecutive words, for Maj; f ^ g, which becomes e ^ f, for Ch. */
#define EVEN      %r15d
#define ODD       %edi
#define CH        %r14d
#define S         %r12d
#define U         %r13d

#define X0 %ymm0
#define X1 %ymm1
#define X2 %ymm2
#define X3 %ymm3
#define A  %ymm4
#define B  %ymm5
#define T  %ymm6
#define LOWER  %ymm7
#define HIGHER %ymm8

/* Word i of the next 16 of a block; the bytes that those of both blocks take. */
#define WORD(i)     8*(i)-4*((i)%4)(WORDS)
#define WORDS_BYTES 128

#define READY(a, b, c, d, e, f, g, h, i, x0, x1, x2, x3) \
    ROUND(a, b, c, d, e, f, g, h, i, EVEN, ODD, , , , , , , , , , , , ); \
    ROUND(h, a, b, c, d, e, f, g, (i) + 1, ODD, EVEN, , , , , , , , , , , , ); \
    ROUND(g, h, a, b, c, d, e, f, (i) + 2, EVEN, ODD, , , , , , , , , , , , ); \
    ROUND(f, g, h, a, b, c, d, e, (i) + 3, ODD, EVEN, , , , , , , , , , , , )

/* x0 holds words i to i + 3, which are replaced by i + 16 to i + 19; x1 to x3 hold the words after
 * them. */
#define SCHEDULE(a, b, c, d, e, f, g, h, i, x0, x1, x2, x3) \
    ROUND(a, b, c, d, e, f, g, h, i, EVEN, ODD, \
          DO(vpalignr $4, x0, x1, A), \
          DO(vpalignr $4, x2, x3, B), \
          DO(vpaddd B, x0, x0), \
          DO(vpsrld $7, A, T), \
          , \
          DO(vpslld $25, A, B), \
          DO(vpxor B, T, T), \
          DO(vpsrld $18, A, B), \
          , \
          DO(vpxor B, T, T), \
          DO(vpslld $14, A, B), \
          ); \
    ROUND(h, a, b, c, d, e, f, g, (i) + 1, ODD, EVEN, \
          DO(vpxor B, T, T), \
          DO(vpsrld $3, A, B), \
          DO(vpxor B, T, T), \
          , \
          DO(vpaddd T, x0, x0), \
          DO(vpshufd $0xfa, x3, A), \
          DO(vpsrlq $17, A, T), \
          , \
          DO(vpsrlq $19, A, B), \
          DO(vpxor B, T, T), \
          DO(vpsrld $10, A, B), \
          ); \
    ROUND(g, h, a, b, c, d, e, f, (i) + 2, EVEN, ODD, \
          DO(vpxor B, T, T), \
          DO(vpshufb LOWER, T, T), \
          , \
          DO(vpaddd T, x0, x0), \
          , \
          DO(vpshufd $0x50, x0, A), \
          , \
          DO(vpsrlq $17, A, T), \
          DO(vpsrlq $19, A, B), \
          , \
          DO(vpxor B, T, T), \
          ); \
    ROUND(f, g, h, a, b, c, d, e, (i) + 3, ODD, EVEN, \
          DO(vpsrld $10, A, B), \
          DO(vpxor B, T, T), \
          , \
          DO(vpshufb HIGHER, T, T), \
          , \
          DO(vbroadcasti128 64+4*(i)(CONSTANTS), A), \
          DO(vpaddd T, x0, x0), \
          , \
          DO(vpaddd x0, A, A), \
          , \
          DO(vmovdqa A, WORDS_BYTES+8*(i)(WORDS)), \
          )

/* Of `in` and `next`. */
#define LOAD(i, x) \
    vmovdqu 16*(i)(%rcx), %xmm4; \
    vinserti128 $1, 16*(i)(%r8), A, x; \
    vpshufb T, x, x; \
    vbroadcasti128 16*(i)(CONSTANTS), A; \
    vpaddd  x, A, A; \
    vmovdqa A, 32*(i)(WORDS)
#define LOAD_WORDS \
    vbroadcasti128 swap(%rip), T; \
    LOAD(0, X0); \
    LOAD(1, X1); \
    LOAD(2, X2); \
    LOAD(3, X3); \
    vbroadcasti128 lower(%rip), LOWER; \
    vbroadcasti128 higher(%rip), HIGHER

#define SIXTEEN(four) \
    four(H0, H1, H2, H3, H4, H5, H6, H7, 0, X0, X1, X2, X3); \
    four(H4, H5, H6, H7, H0, H1, H2, H3, 4, X1, X2, X3, X0); \
    four(H0, H1, H2, H3, H4, H5, H6, H7, 8, X2, X3, X0, X1); \
    four(H4, H5, H6, H7, H0, H1, H2, H3, 12, X3, X0, X1, X2); \
    add     $WORDS_BYTES, WORDS

#include "rounds_avx2.inc"

    read_only_data
    .p2align 4
swap:   .quad 0x0405060700010203, 0x0c0d0e0f08090a0b
/* Shuffles of every other word to the lower half, or to the upper one. */
lower:  .quad 0x0b0a090803020100, 0x8080808080808080
higher: .quad 0x8080808080808080, 0x0b0a090803020100

#endif
