/* ChaCha for x86-64 with AVX2, eight blocks at a time.  RFC 8439, 2.1 to 2.4.
 *
 *   void narae_chacha_8_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in,
 *                            size_t nblocks, unsigned rounds, uint8_t *last);
 *
 * nblocks is a multiple of eight, or 7 more.  The low word of the counter does not
 * wrap.  If `last` is not null, the last block is there, in place, and not in `out`.
 *
 * A register holds one word of eight blocks.  Twelve words have one of their own; of the
 * words 8 to 11 two are in registers and two in memory, in turns, and two registers
 * are left for rotations.  A column round ends with words 10 and 11, with which the
 * diagonal one begins, so they change places twice in two rounds.
 *
 * A quarter round is 16 operations, 128 in two rounds, which at four a cycle take
 * 32 cycles: 320 for 512 bytes of ChaCha20, 0.625 cycles/byte.  Zen 3 takes 461,
 * 2.8 operations a cycle, also if four quarter rounds are interleaved, without the
 * exchange of words, or with shuffles replaced by XORs.
 *
 * Then words become blocks: 32 shuffles of words and 16 of halves of registers, and the
 * state is added to whole rows, not word by word.  All together takes 497 cycles, 0.97
 * cycles/byte.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_8_avx2.S"

#include "core/x86/call.inc"

#define STATE   %rdi
#define OUT     %rsi
#define IN      %rdx
#define NBLOCKS %rcx
#define ROUNDS  %r8d
#define LAST    %r9
#define LEFT    %eax

/* The last two of eight blocks. */
#define OUT6    %r10
#define IN6     %r11
#define OUT7    %rbx
#define IN7     %rbp

/* The stack: words 8 to 11, a block that nobody wants, and what is no secret. */
#define WORD(i)  32*(i-8)(%rsp)
#define UNWANTED 128(%rsp)
#define CALLER   192(%rsp)
#define FRAME    224

#define BY16    by16(%rip)
#define BY8     by8(%rip)

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
    vmovdqa C, WORD(i); \
    vmovdqa D, WORD(j); \
    vmovdqa WORD(k), C; \
    vmovdqa WORD(l), D

/* Four words of eight blocks become quarters of blocks, in x0, t, x2 and x3: of block i
 * in the low half, of block i + 4 in the high one. */
#define QUARTERS(x0, x1, x2, x3, t, u) \
    vpunpckldq  x1, x0, t; \
    vpunpckhdq  x1, x0, x1; \
    vpunpckldq  x3, x2, u; \
    vpunpckhdq  x3, x2, x3; \
    vpunpcklqdq u, t, x0; \
    vpunpckhqdq u, t, t; \
    vpunpcklqdq x3, x1, x2; \
    vpunpckhqdq x3, x1, x3

/* Two quarters of two blocks become halves of them, to which words of the state are
 * added.  low_y is the low half of register y. */
#define PUT(x, y, low_y, words, t, out_low, in_low, out_high, in_high) \
    vperm2i128  $0x31, y, x, t; \
    vinserti128 $1, low_y, x, x; \
    vpaddd      words, x, x; \
    vpaddd      words, t, t; \
    vpxor       in_low, x, x; \
    vpxor       in_high, t, t; \
    vmovdqu     x, out_low; \
    vmovdqu     t, out_high

/* Blocks i and i + 4, in X13 what is added. */
#define PUT_HALVES(i, x, y, low_y, half) \
    PUT(x, y, low_y, X13, U, 64*i+half(OUT), 64*i+half(IN), 64*(i+4)+half(OUT), 64*(i+4)+half(IN))
#define PUT_HALVES_AT(i, x, y, low_y, half, out_high, in_high) \
    PUT(x, y, low_y, X13, U, 64*i+half(OUT), 64*i+half(IN), half(out_high), half(in_high))

#define BROADCAST(i, x) vpbroadcastd 4*i(STATE), x
#define LOAD(i) BROADCAST(i, X##i)
#define EACH(do) \
    do(0); do(1); do(2); do(3); do(4); do(5); do(6); do(7); do(12); do(13); do(14); do(15)

function SYMBOL(narae_chacha_8_avx2)
    push    %rbx
    push    %rbp
    mov     %rsp, %rax
    sub     $FRAME, %rsp
    and     $-64, %rsp
    mov     %rax, CALLER

1:  BROADCAST(10, T)
    BROADCAST(11, U)
    vmovdqa T, WORD(10)
    vmovdqa U, WORD(11)
    EACH(LOAD)
    vpaddd  numbers(%rip), X12, X12
    BROADCAST(8, C)
    BROADCAST(9, D)
    lea     64*6(OUT), OUT6
    lea     64*6(IN), IN6
    lea     64*7(OUT), OUT7
    lea     64*7(IN), IN7
    cmp     $8, NBLOCKS
    jbe     4f
2:  mov     ROUNDS, LEFT
3:  TWO_QUARTERS(X0, X4, X12, X1, X5, X13)
    CHANGE(8, 9, 10, 11)
    TWO_QUARTERS(X2, X6, X14, X3, X7, X15)
    TWO_QUARTERS(X0, X5, X15, X1, X6, X12)
    CHANGE(10, 11, 8, 9)
    TWO_QUARTERS(X2, X7, X13, X3, X4, X14)
    sub     $2, LEFT
    jnz     3b

    vpaddd  numbers(%rip), X12, X12
    QUARTERS(X0, X1, X2, X3, T, U)
    QUARTERS(X4, X5, X6, X7, X1, U)
    QUARTERS(X12, X13, X14, X15, X5, U)
    vmovdqu (STATE), X13
    PUT_HALVES(0, X0, X4, %xmm4, 0)
    PUT_HALVES(1, T, X1, %xmm1, 0)
    PUT_HALVES_AT(2, X2, X6, %xmm6, 0, OUT6, IN6)
    PUT_HALVES_AT(3, X3, X7, %xmm7, 0, OUT7, IN7)
    vmovdqa WORD(10), X0
    vmovdqa WORD(11), X1
    vmovdqu 32(STATE), X13
    QUARTERS(C, D, X0, X1, X2, X3)
    PUT_HALVES(0, C, X12, %xmm12, 32)
    PUT_HALVES(1, X2, X5, %xmm5, 32)
    PUT_HALVES_AT(2, X0, X14, %xmm14, 32, OUT6, IN6)
    PUT_HALVES_AT(3, X1, X15, %xmm15, 32, OUT7, IN7)

    add     $512, OUT
    add     $512, IN
    cmp     $8, NBLOCKS
    jbe     5f
    addl    $8, 4*12(STATE)
    sub     $8, NBLOCKS
    jmp     1b

/* The last eight or seven blocks: of seven the last is the seventh. */
4:  lea     UNWANTED, %rax
    cmp     $8, NBLOCKS
    cmovb   %rax, OUT7
    cmovb   %rax, IN7
    test    LAST, LAST
    jz      2b
    cmp     $8, NBLOCKS
    cmove   LAST, OUT7
    cmove   LAST, IN7
    cmovb   LAST, OUT6
    cmovb   LAST, IN6
    jmp     2b

/* All four words at once, as another kernel may load them. */
5:  vmovd   %ecx, %xmm0
    vpaddd  4*12(STATE), %xmm0, %xmm0
    vmovdqu %xmm0, 4*12(STATE)

    vpxor   %xmm0, %xmm0, %xmm0
    vmovdqa X0, WORD(8)
    vmovdqa X0, WORD(9)
    vmovdqa X0, WORD(10)
    vmovdqa X0, WORD(11)
    vmovdqa X0, UNWANTED
    vmovdqa X0, 32+UNWANTED
    vzeroupper
    mov     CALLER, %rsp
    pop     %rbp
    pop     %rbx
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
