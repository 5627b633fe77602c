/* SPDX-License-Identifier: MIT */
/* ChaCha for any x86-64, one block in general registers.  RFC 8439, 2.1 to 2.4.
 *
 *   void narae_chacha_1_x86(uint32_t state[16], uint8_t out[64],
 *                           const uint8_t in[64], unsigned rounds);
 *
 * A round is 48 operations with a chain of 12; at four a cycle both latency and throughput
 * are 12 cycles.  The four quarter rounds are interleaved step by step; in pairs they take
 * 17, even with out-of-order execution.
 *
 * With 15 registers word 11 shares one with word 3 in column rounds and with word 1 in
 * diagonal ones: after a step has added one of them, the other is needed.  That is two
 * moves a step, which take no execution port.
 *
 *   ChaCha20: 20 x 12 and 15 for loads and stores, 255 cycles.  Measured on Zen 4:
 *   280, in the best of 300 orders of quarter rounds and moves, 290 in that of the
 *   formulas.  gcc 12's code for portable C takes 400, a vector for each row 350.
 *
 * Time depends on the number of rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_1_x86.S"

#include "core/x86/call.inc"

#define X0  %eax
#define X1  %ebx
#define X2  %ecx
#define X3  %edx
#define X4  %esi
#define X5  %edi
#define X6  %ebp
#define X7  %r8d
#define X8  %r9d
#define X9  %r10d
#define X10 %r11d
#define X12 %r12d
#define X13 %r13d
#define X14 %r14d
#define X15 %r15d

#define WORD(i) 4*i(%rsp)
#define ROUNDS  (%rsp)
#define STATE   48(%rsp)
#define OUT     56(%rsp)
#define IN      64(%rsp)
#define FRAME   72

/* Saves word i, which is in register x, and loads word j into it. */
#define CHANGE(x, i, j) \
    mov     x, WORD(i); \
    mov     WORD(j), x

/* a += b; d = rol(d ^ a, bits), in four quarter rounds; in register x word j takes the
 * place of word i. */
#define STEP(a0, a1, a2, a3, b0, b1, b2, b3, d0, d1, d2, d3, bits, x, i, j) \
    add     b0, a0; add b1, a1; add b2, a2; add b3, a3; \
    xor     a0, d0; xor a1, d1; xor a2, d2; xor a3, d3; \
    rol     $bits, d0; rol $bits, d1; \
    CHANGE(x, i, j); \
    rol     $bits, d2; rol $bits, d3

/* In register x is word i, one of the a's, and alternately word 11, one of the
 * c's. */
#define ROUND(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, x, i) \
    STEP(a0, a1, a2, a3, b0, b1, b2, b3, d0, d1, d2, d3, 16, x, i, 11); \
    STEP(c0, c1, c2, c3, d0, d1, d2, d3, b0, b1, b2, b3, 12, x, 11, i); \
    STEP(a0, a1, a2, a3, b0, b1, b2, b3, d0, d1, d2, d3, 8, x, i, 11); \
    STEP(c0, c1, c2, c3, d0, d1, d2, d3, b0, b1, b2, b3, 7, x, 11, i)

#define POINTER %r15

/* Words 11 and 15 remain; X5 comes last, because it holds the address of the state. */
#define EACH(do) \
    do(0); do(1); do(2); do(3); do(4); do(6); do(7); do(8); do(9); do(10); do(12); do(13); do(14); do(5)

#define LOAD(i)  mov 4*i(%rdi), X##i
#define ADD(i)   add 4*i(POINTER), X##i
#define XOR(i)   xor 4*i(POINTER), X##i
#define STORE(i) mov X##i, 4*i(POINTER)

function SYMBOL(narae_chacha_1_x86)
    save    %rbx, %rbp, %r12, %r13, %r14, %r15
    sub     $FRAME, %rsp
    .cfi_adjust_cfa_offset FRAME
    mov     %rdi, STATE
    mov     %rsi, OUT
    mov     %rdx, IN
    mov     %ecx, ROUNDS
    mov     4*11(%rdi), X0
    mov     X0, WORD(11)
    mov     4*15(%rdi), X15
    EACH(LOAD)
1:  ROUND(X0, X3, X1, X2, X4, X7, X5, X6, X8, X3, X9, X10, X12, X15, X13, X14, X3, 3)
    ROUND(X2, X3, X1, X0, X7, X4, X6, X5, X8, X9, X1, X10, X13, X14, X12, X15, X1, 1)
    subl    $2, ROUNDS
    jnz     1b

    mov     X15, WORD(1)
    mov     STATE, POINTER
    EACH(ADD)
    mov     IN, POINTER
    EACH(XOR)
    mov     OUT, POINTER
    EACH(STORE)
    mov     WORD(11), X0
    mov     WORD(1), X1
    mov     STATE, POINTER
    add     4*11(POINTER), X0
    add     4*15(POINTER), X1
    addq    $1, 4*12(POINTER)
    mov     IN, POINTER
    xor     4*11(POINTER), X0
    xor     4*15(POINTER), X1
    mov     OUT, POINTER
    mov     X0, 4*11(POINTER)
    mov     X1, 4*15(POINTER)

    movl    $0, WORD(1)
    movl    $0, WORD(3)
    movl    $0, WORD(11)
    add     $FRAME, %rsp
    .cfi_adjust_cfa_offset -FRAME
    restore %r15, %r14, %r13, %r12, %rbp, %rbx
    ret
end_function SYMBOL(narae_chacha_1_x86)

#endif
