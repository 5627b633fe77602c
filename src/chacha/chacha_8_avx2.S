/* ChaCha's rounds for x86-64 with AVX2, on eight blocks.  RFC 8439, 2.1 to 2.3.
 *
 *   void narae_chacha_8_avx2(uint32_t words[16][8], const uint32_t state[16],
 *                            unsigned rounds);
 *
 * The low word of the counter does not wrap within eight blocks.
 *
 * A register holds one word of all blocks.  Twelve have one of their own; of the
 * words 8 to 11 two are in registers and two in memory, in turns, and two registers
 * are left for rotations.  A column round ends with words 10 and 11, with which the
 * diagonal one begins, so they change places twice in two rounds.
 *
 * A quarter round is 16 operations, 128 in two rounds, which at four a cycle take
 * 32 cycles: 320 for 512 bytes of ChaCha20, 0.625 cycles/byte.  Zen 3 takes 461,
 * 2.8 operations a cycle, also if four quarter rounds are interleaved, without the
 * exchange of words, or with shuffles replaced by XORs.
 *
 * Time depends on the number of rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_8_avx2.S"

#include "core/x86_call.inc"

#define WORDS   %rdi
#define STATE   %rsi
#define ROUNDS  %edx
#define BY16    by16(%rip)
#define BY8     by8(%rip)
#define WORD(i) 32*i(WORDS)

#define X0  %ymm0
#define X1  %ymm1
#define X2  %ymm2
#define X3  %ymm3
#define X4  %ymm4
#define X5  %ymm5
#define X6  %ymm6
#define X7  %ymm7
#define C   %ymm8
#define D   %ymm9
#define T   %ymm10
#define U   %ymm11
#define X12 %ymm12
#define X13 %ymm13
#define X14 %ymm14
#define X15 %ymm15

/* a += b; d ^= a, in two quarter rounds */
#define ADD(a, b, d, e, f, h) \
    vpaddd  b, a, a; \
    vpaddd  f, e, e; \
    vpxor   a, d, d; \
    vpxor   e, h, h

#define TURN_BYTES(d, h, by) \
    vpshufb by, d, d; \
    vpshufb by, h, h

#define TURN(b, f, bits) \
    vpslld  $bits, b, T; \
    vpslld  $bits, f, U; \
    vpsrld  $32 - bits, b, b; \
    vpsrld  $32 - bits, f, f; \
    vpor    T, b, b; \
    vpor    U, f, f

#define TWO_QUARTERS(a, b, d, e, f, h) \
    ADD(a, b, d, e, f, h); \
    TURN_BYTES(d, h, BY16); \
    ADD(C, d, b, D, h, f); \
    TURN(b, f, 12); \
    ADD(a, b, d, e, f, h); \
    TURN_BYTES(d, h, BY8); \
    ADD(C, d, b, D, h, f); \
    TURN(b, f, 7)

#define CHANGE(i, j, k, l) \
    vmovdqu C, WORD(i); \
    vmovdqu D, WORD(j); \
    vmovdqu WORD(k), C; \
    vmovdqu WORD(l), D

#define BROADCAST(i, x) vpbroadcastd 4*i(STATE), x
#define LOAD(i) BROADCAST(i, X##i)
#define STORE(i) vmovdqu X##i, WORD(i)
#define EACH(do) \
    do(0); do(1); do(2); do(3); do(4); do(5); do(6); do(7); do(12); do(13); do(14); do(15)

function SYMBOL(narae_chacha_8_avx2)
    EACH(LOAD)
    vpaddd  numbers(%rip), X12, X12
    BROADCAST(8, C)
    BROADCAST(9, D)
    BROADCAST(10, T)
    BROADCAST(11, U)
    vmovdqu T, WORD(10)
    vmovdqu U, WORD(11)
1:  TWO_QUARTERS(X0, X4, X12, X1, X5, X13)
    CHANGE(8, 9, 10, 11)
    TWO_QUARTERS(X2, X6, X14, X3, X7, X15)
    TWO_QUARTERS(X0, X5, X15, X1, X6, X12)
    CHANGE(10, 11, 8, 9)
    TWO_QUARTERS(X2, X7, X13, X3, X4, X14)
    sub     $2, ROUNDS
    jnz     1b
    EACH(STORE)
    vmovdqu C, WORD(8)
    vmovdqu D, WORD(9)
    vzeroupper
    ret
end_function SYMBOL(narae_chacha_8_avx2)

#if defined(__ELF__)
    .section .rodata
#else
    .data
#endif
    .p2align 5
numbers:
    .long   0, 1, 2, 3, 4, 5, 6, 7
by16:
.rept 2
    .byte   2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
.endr
by8:
.rept 2
    .byte   3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
.endr

    .text

#endif
