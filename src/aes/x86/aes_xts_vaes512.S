/* SPDX-License-Identifier: MIT */
/* AES-XTS for x86-64 with VAES and AVX-512: runs of 32 blocks, eight vectors, whose tweaks
 * are added with the first key and with the last one.  IEEE 1619-2018, clause 5.
 *
 * On Zen 4 a product in GF(2^128) takes a cycle of both pipes that execute AES rounds, and these
 * are always busy.  So the tweaks of a run take two products, not eight.  Let the upper four bytes
 * of a tweak t be spread to words of 16 bits; the product of each with x^7 + x^2 + x + 1 is two
 * bytes, low and high.  Then for n = 1 to 4
 *
 *     t x^(8 n) = t moved up n bytes, the low bytes of the upper n products below
 *               ^ the high bytes, a byte further up
 *
 * which is three operations on other pipes.  A run multiplies its first two vectors of tweaks by
 * x^32, and derives from these the other six of the next run, interleaved with its rounds.
 *
 *     AES-128: 80 rounds and 2 products on the pair of pipes, 82 cycles; measured 86.
 *
 * Before the first run the tweak of the unit is encrypted, a latency of 11 x 4 cycles that nothing
 * hides, then stored, loaded, and expanded to eight vectors: 4 KiB of AES-128 are 8 x 86 and some
 * 90 cycles.  Time on Zen 4 over that of counter mode with as many bytes, for AES-128 and AES-256.
 * Both were measured alternately, in windows of 16 calls because the clock counts in steps of 36
 * cycles; each is the least of 2500 windows:
 *
 *     4 KiB, a unit           1.08   1.06
 *     32 KiB, eight sectors   1.04   1.02
 *     16 KiB, a unit          1.01   0.99
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "aes_xts_vaes512.S"

#include "core/x86/call.inc"

/* narae_xts_fn, for a multiple of 32 blocks, not 0. */
#define SCHEDULE %rdi
#define OUT      %rsi
#define IN       %rdx
#define NBLOCKS  %rcx
#define TWEAK    %r8
#define DECRYPT  %r9d
#define ROUNDS   %r10d
#define KEYS     %rdi
#define LAST     %r11
#define LEFT     %rcx

/* Blocks; tweaks of a run, T0 and T1 for its first eight blocks; tweaks of the next run. */
#define X0 %zmm0
#define X1 %zmm1
#define X2 %zmm2
#define X3 %zmm3
#define X4 %zmm4
#define X5 %zmm5
#define X6 %zmm6
#define X7 %zmm7
#define T0 %zmm8
#define T1 %zmm9
#define T2 %zmm10
#define T3 %zmm11
#define T4 %zmm12
#define T5 %zmm13
#define T6 %zmm14
#define T7 %zmm15
#define N0 %zmm16
#define N1 %zmm17
#define N2 %zmm18
#define N3 %zmm19
#define N4 %zmm20
#define N5 %zmm21
#define N6 %zmm22
#define N7 %zmm23
#define PRODUCT0 %zmm24
#define PRODUCT1 %zmm25
#define LOW0     %zmm26
#define LOW1     %zmm27
#define KEY      %zmm28
#define A        %zmm29
#define B        %zmm30
#define POLYNOMIAL %zmm31

#define XOR3 $0x96

/* to = from x^(8 n); needs the products of its upper bytes, and their low bytes at the top. */
#define TIMES(n, from, product, low, to) \
    vpalignr $16-(n), low, from, to; \
    vpshufb higher+64*((n)-1)(%rip), product, A; \
    vpxord  A, to, to

#define PRODUCTS(from, product) \
    vpshufb apart(%rip), from, product; \
    vpclmulqdq $0, POLYNOMIAL, product, product
#define LOWS(product, low) \
    vpshufb lower(%rip), product, low

#define ROUND(turn, i) \
    vbroadcasti32x4 16*(i)(LAST), KEY; \
    turn    KEY, X0, X0; \
    turn    KEY, X1, X1; \
    turn    KEY, X2, X2; \
    turn    KEY, X3, X3; \
    turn    KEY, X4, X4; \
    turn    KEY, X5, X5; \
    turn    KEY, X6, X6; \
    turn    KEY, X7, X7

#define FIRST(x, t, i) \
    vmovdqu64 64*(i)(IN), x; \
    vpternlogd XOR3, t, KEY, x
#define LAST_ONE(last, x, t, i) \
    vpxord  t, KEY, A; \
    last    A, x, x; \
    vmovdqu64 x, 64*(i)(OUT)

#define RUNS(turn, last) \
1:  vbroadcasti32x4 (KEYS), KEY; \
    FIRST(X0, T0, 0); \
    FIRST(X1, T1, 1); \
    FIRST(X2, T2, 2); \
    FIRST(X3, T3, 3); \
    FIRST(X4, T4, 4); \
    FIRST(X5, T5, 5); \
    FIRST(X6, T6, 6); \
    FIRST(X7, T7, 7); \
    cmp     $12, ROUNDS; \
    jb      3f; \
    je      2f; \
    ROUND(turn, -13); \
    ROUND(turn, -12); \
2:  ROUND(turn, -11); \
    ROUND(turn, -10); \
3:  ROUND(turn, -9); \
    TIMES(4, T0, PRODUCT0, LOW0, N0); \
    PRODUCTS(N0, PRODUCT0); \
    ROUND(turn, -8); \
    TIMES(4, T1, PRODUCT1, LOW1, N1); \
    PRODUCTS(N1, PRODUCT1); \
    ROUND(turn, -7); \
    LOWS(PRODUCT0, LOW0); \
    LOWS(PRODUCT1, LOW1); \
    ROUND(turn, -6); \
    TIMES(1, N0, PRODUCT0, LOW0, N2); \
    ROUND(turn, -5); \
    TIMES(1, N1, PRODUCT1, LOW1, N3); \
    ROUND(turn, -4); \
    TIMES(2, N0, PRODUCT0, LOW0, N4); \
    ROUND(turn, -3); \
    TIMES(2, N1, PRODUCT1, LOW1, N5); \
    ROUND(turn, -2); \
    TIMES(3, N0, PRODUCT0, LOW0, N6); \
    ROUND(turn, -1); \
    TIMES(3, N1, PRODUCT1, LOW1, N7); \
    vbroadcasti32x4 (LAST), KEY; \
    LAST_ONE(last, X0, T0, 0); \
    LAST_ONE(last, X1, T1, 1); \
    LAST_ONE(last, X2, T2, 2); \
    LAST_ONE(last, X3, T3, 3); \
    LAST_ONE(last, X4, T4, 4); \
    LAST_ONE(last, X5, T5, 5); \
    LAST_ONE(last, X6, T6, 6); \
    LAST_ONE(last, X7, T7, 7); \
    add     $512, IN; \
    add     $512, OUT; \
    vmovdqa64 N0, T0; \
    vmovdqa64 N1, T1; \
    vmovdqa64 N2, T2; \
    vmovdqa64 N3, T3; \
    vmovdqa64 N4, T4; \
    vmovdqa64 N5, T5; \
    vmovdqa64 N6, T6; \
    vmovdqa64 N7, T7; \
    dec     LEFT; \
    jnz     1b

/* t = A x^(4 i), ..., A x^(4 i + 3), where each block of A is the first tweak. */
#define START(i, t) \
    vpsrlvq right+64*(i)(%rip), A, B; \
    vpsllvq left+64*(i)(%rip), A, t; \
    vpclmulqdq $1, POLYNOMIAL, B, KEY; \
    vpslldq $8, B, B; \
    vpternlogd XOR3, KEY, B, t

    read_only_data
    .p2align 6
left:
    .quad   0, 0, 1, 1, 2, 2, 3, 3
    .quad   4, 4, 5, 5, 6, 6, 7, 7
right:
    .quad   64, 64, 63, 63, 62, 62, 61, 61
    .quad   60, 60, 59, 59, 58, 58, 57, 57
polynomial:
    .quad   0x87, 0, 0x87, 0, 0x87, 0, 0x87, 0
apart:
.rept 4
    .quad   0x800f800e800d800c, 0x8080808080808080
.endr
lower:
.rept 4
    .quad   0x8080808080808080, 0x0604020080808080
.endr
higher:
.irp order, 0x8080808080800780, 0x8080808080070580, 0x8080808007050380, 0x8080800705030180
.rept 4
    .quad   \order, 0x8080808080808080
.endr
.endr

    .text

function SYMBOL(narae_aes_xts_vaes512)
    vbroadcasti32x4 (TWEAK), A
    vmovdqa64 polynomial(%rip), POLYNOMIAL
    START(0, T0)
    START(1, T1)
    PRODUCTS(T0, PRODUCT0)
    PRODUCTS(T1, PRODUCT1)
    LOWS(PRODUCT0, LOW0)
    LOWS(PRODUCT1, LOW1)
    TIMES(1, T0, PRODUCT0, LOW0, T2)
    TIMES(1, T1, PRODUCT1, LOW1, T3)
    TIMES(2, T0, PRODUCT0, LOW0, T4)
    TIMES(2, T1, PRODUCT1, LOW1, T5)
    TIMES(3, T0, PRODUCT0, LOW0, T6)
    TIMES(3, T1, PRODUCT1, LOW1, T7)
    mov     (SCHEDULE), ROUNDS
    add     $4, KEYS
    mov     ROUNDS, %r11d
    shl     $4, %r11
    shr     $5, LEFT
    test    DECRYPT, DECRYPT
    jnz     5f
    add     KEYS, LAST
    RUNS(vaesenc, vaesenclast)
    jmp     8f
5:  lea     16(KEYS,LAST), KEYS
    add     KEYS, LAST
    RUNS(vaesdec, vaesdeclast)
8:  vmovdqu64 %xmm8, (TWEAK)
    vzeroupper
    ret
end_function SYMBOL(narae_aes_xts_vaes512)

#endif
