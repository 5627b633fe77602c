/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-512 for RV32I.  FIPS 180-4, 6.4.2.
 *
 *   void narae_sha512_blocks_rv32(uint64_t state[8], const uint8_t *in, size_t nblocks);
 *
 * The state is in 16 registers.  All 80 words of the schedule are computed first, on the
 * stack.  Loops are short, because rounds unrolled by the compiler do not fit into the
 * E31's instruction cache of 16 KiB.  The new words of a round replace d and h; a ^ b is b
 * ^ c in the next round:
 *
 *     Ch(e, f, g) = ((f ^ g) & e) ^ g,   Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
 *
 * A half of the XOR of three rotations is 6 shifts and 5 XORs, an addition is 4
 * instructions.
 *
 *     a round                   4 x 11, Ch and Maj 12, 7 additions 28, loads 4: 88
 *     a word of the schedule    2 x (11 + 9), 3 additions 12, loads and stores 6, half a
 *                               loop 1: 59
 *
 *     a block                   80 x 88 + 64 x 59 = 10,816, words from bytes 400, state 80,
 *                               loops and pointers 60: 11,356; 11,430 by the model
 *
 * Wiping the schedule at the end takes 220.  in needs no alignment.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "sha512_rv32.S"

#    include "core/rv32/call.inc"

/* Words are two registers, the lower half first. */
#    define X0 a2, a3
#    define X1 a4, a5
#    define X2 a6, a7
#    define X3 s2, s3
#    define X4 s4, s5
#    define X5 s6, s7
#    define X6 s8, s9
#    define X7 s10, s11
#    define U t0, t1
#    define V t2, t3
#    define SUM s0, s1
#    define WORD t4, t5

#    define k a0
#    define words a1
#    define carry t6
#    define end ra

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define SCHEDULE 640
#    define FRAME (SCHEDULE + 64)
#    define STATE SCHEDULE(sp)
#    define IN SCHEDULE + 4(sp)
#    define LEFT SCHEDULE + 8(sp)

/* x = y + z */
.macro add_to xl, xh, yl, yh, zl, zh
    add     \xl, \yl, \zl
    add     \xh, \yh, \zh
    sltu    carry, \xl, \yl
    add     \xh, \xh, carry
.endm

/* A half of y ^= the word rotated right by n: the bits that stay in that half, `this`. */
.macro xor_right y, this, other, n
    .if     \n < 32
    srli    carry, \this, \n
    .else
    srli    carry, \other, \n - 32
    .endif
    xor     \y, \y, carry
.endm

/* The bits that come from the other half. */
.macro xor_left y, this, other, n
    .if     \n < 32
    slli    carry, \other, 32 - \n
    .else
    slli    carry, \this, 64 - \n
    .endif
    xor     \y, \y, carry
.endm

.macro half_of_two y, this, other, n, m
    srli    \y, \this, \n
    xor_left \y, \this, \other, \n
    xor_right \y, \this, \other, \m
    xor_left \y, \this, \other, \m
.endm

.macro half_of_three y, this, other, n, m, l
    half_of_two \y, \this, \other, \n, \m
    xor_right \y, \this, \other, \l
    xor_left \y, \this, \other, \l
.endm

/* y = ror(x, n) ^ ror(x, m) ^ ror(x, l) */
.macro sum yl, yh, xl, xh, n, m, l
    half_of_three \yl, \xl, \xh, \n, \m, \l
    half_of_three \yh, \xh, \xl, \n, \m, \l
.endm

/* The third is a shift. */
.macro shifted_sum yl, yh, xl, xh, n, m, l
    half_of_three \yl, \xl, \xh, \n, \m, \l
    half_of_two \yh, \xh, \xl, \n, \m
    xor_right \yh, \xh, \xl, \l
.endm

.macro load xl, xh, at, from
    lw      \xl, \at(\from)
    lw      \xh, \at + 4(\from)
.endm

.macro store xl, xh, at, to
    sw      \xl, \at(\to)
    sw      \xh, \at + 4(\to)
.endm

/* v is b ^ c and is clobbered, u becomes a ^ b. */
.macro round_of at, sl, sh, wl, wh, ul, uh, vl, vh, al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, hl, hh
    load    \sl, \sh, 8 * \at, k
    load    \wl, \wh, 8 * \at, words
    add_to  \hl, \hh, \sl, \sh, \hl, \hh
    add_to  \hl, \hh, \wl, \wh, \hl, \hh
    xor     \ul, \fl, \gl
    xor     \uh, \fh, \gh
    and     \ul, \ul, \el
    and     \uh, \uh, \eh
    xor     \ul, \ul, \gl
    xor     \uh, \uh, \gh
    add_to  \hl, \hh, \ul, \uh, \hl, \hh
    sum     \sl, \sh, \el, \eh, 14, 18, 41
    add_to  \hl, \hh, \sl, \sh, \hl, \hh
    add_to  \dl, \dh, \hl, \hh, \dl, \dh
    xor     \ul, \al, \bl
    xor     \uh, \ah, \bh
    and     \vl, \vl, \ul
    and     \vh, \vh, \uh
    xor     \vl, \vl, \bl
    xor     \vh, \vh, \bh
    add_to  \hl, \hh, \vl, \vh, \hl, \hh
    sum     \sl, \sh, \al, \ah, 28, 34, 39
    add_to  \hl, \hh, \sl, \sh, \hl, \hh
.endm

.macro round at, uvx:vararg
    round_of \at, SUM, WORD, \uvx
.endm

/* x is the word 16 before, y becomes the one 15 before, z is two before and becomes the
 * new one. */
.macro make_word_of at, sl, sh, wl, wh, xl, xh, yl, yh, zl, zh
    load    \yl, \yh, 8 * \at + 8, words
    load    \wl, \wh, 8 * \at + 72, words
    shifted_sum \sl, \sh, \yl, \yh, 1, 8, 7
    add_to  \xl, \xh, \wl, \wh, \xl, \xh
    add_to  \xl, \xh, \sl, \sh, \xl, \xh
    shifted_sum \sl, \sh, \zl, \zh, 19, 61, 6
    add_to  \zl, \zh, \sl, \sh, \xl, \xh
    store   \zl, \zh, 8 * \at + 128, words
.endm

.macro make_word at, xyz:vararg
    make_word_of \at, SUM, WORD, \xyz
.endm

/* A big-endian word of 32 bits at k. */
.macro load_half x, at
    lbu     \x, \at(k)
    lbu     t0, \at + 1(k)
    lbu     t1, \at + 2(k)
    lbu     t2, \at + 3(k)
    slli    \x, \x, 24
    slli    t0, t0, 16
    slli    t1, t1, 8
    add     \x, \x, t0
    add     t1, t1, t2
    add     \x, \x, t1
.endm

/* Adds the word of the state in memory, and stores the sum there. */
.macro add_state_to at, sl, sh, xl, xh
    load    \sl, \sh, 8 * \at, k
    add_to  \xl, \xh, \sl, \sh, \xl, \xh
    store   \xl, \xh, 8 * \at, k
.endm

.macro add_state at, x:vararg
    add_state_to \at, SUM, \x
.endm

function narae_sha512_blocks_rv32
    bnez    a2, 1f
    ret
1:  save_registers FRAME, SAVED
    sw      a0, STATE
    sw      a2, LEFT
    mv      k, a1
2:  mv      words, sp
    addi    end, sp, 128
3:  load_half s1, 0
    load_half s0, 4
    store   SUM, 0, words
    addi    words, words, 8
    addi    k, k, 8
    bne     words, end, 3b
    sw      k, IN

    mv      words, sp
    addi    end, sp, SCHEDULE - 128
    load    X0, 0, words
    load    X2, 112, words
    load    X3, 120, words
4:  make_word 0, X0, X1, X2
    make_word 1, X1, X0, X3
    addi    words, words, 16
    bne     words, end, 4b

    lw      k, STATE
    load    X1, 8, k
    load    X2, 16, k
    load    X0, 0, k
    load    X3, 24, k
    load    X4, 32, k
    load    X5, 40, k
    load    X6, 48, k
    load    X7, 56, k
    xor     t2, a4, a6
    xor     t3, a5, a7
    lla     k, narae_sha512_constants
    mv      words, sp
    addi    end, sp, SCHEDULE
5:  round   0, U, V, X0, X1, X2, X3, X4, X5, X6, X7
    round   1, V, U, X7, X0, X1, X2, X3, X4, X5, X6
    round   2, U, V, X6, X7, X0, X1, X2, X3, X4, X5
    round   3, V, U, X5, X6, X7, X0, X1, X2, X3, X4
    round   4, U, V, X4, X5, X6, X7, X0, X1, X2, X3
    round   5, V, U, X3, X4, X5, X6, X7, X0, X1, X2
    round   6, U, V, X2, X3, X4, X5, X6, X7, X0, X1
    round   7, V, U, X1, X2, X3, X4, X5, X6, X7, X0
    addi    words, words, 64
    addi    k, k, 64
    bne     words, end, 5b

    lw      k, STATE
    add_state 0, X0
    add_state 1, X1
    add_state 2, X2
    add_state 3, X3
    add_state 4, X4
    add_state 5, X5
    add_state 6, X6
    add_state 7, X7
    lw      t0, LEFT
    lw      k, IN
    addi    t0, t0, -1
    sw      t0, LEFT
    bnez    t0, 2b

    mv      words, sp
6:  .set    at, 0
    .rept   8
    sw      zero, at(words)
    .set    at, at + 4
    .endr
    addi    words, words, 32
    bne     words, end, 6b
    restore_registers FRAME, SAVED
    ret
end_function narae_sha512_blocks_rv32

#endif
