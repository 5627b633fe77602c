/* SPDX-License-Identifier: MIT */
/* The compression function of SHA-256 for RV32I.  FIPS 180-4, 6.2.2.
 *
 *   void narae_sha256_blocks_rv32(uint32_t state[8], const uint8_t *in, size_t nblocks);
 *
 * State and message are in registers: 8 + 16 words, the address of the constants, and three
 * temporaries.  The new words of a round replace d and h; a new word of the schedule
 * replaces the one 16 before it.
 *
 * The right shifts of three rotations are one chain, ((x >> l ^ x) >> m ^ x) >> n, the
 * left shifts another: a sum of rotated words is 11 instructions, 9 if the third is a
 * shift.  a ^ b is b ^ c in the next round.  Instructions:
 *
 *     Ch(e, f, g) = ((f ^ g) & e) ^ g,   Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
 *
 *     a round                   2 x 11, Ch and Maj 6, additions 7, constant 1: 36
 *     a word of the schedule    2 x 9 and 3 additions: 21
 *
 *     a block                   64 x 36 + 48 x 21 = 3,312, words from bytes 160, sum of
 *                               the states 24, loop and pointers 25: 3,521; 3,538 by the
 *                               model, with stalls at branches and the first loads
 *
 * With Zbb a sum of rotated words is 5 instructions, a round 24, a word of the schedule 13.
 *
 * in needs no alignment.  Time depends on the number of blocks alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "sha256_rv32.S"

#    include "core/rv32/call.inc"

#    define t s0
#    define u s1
#    define v a0
#    define k a1

#    define x0 a2
#    define x1 a3
#    define x2 a4
#    define x3 a5
#    define x4 a6
#    define x5 a7
#    define x6 s2
#    define x7 s3

#    define w0 t0
#    define w1 t1
#    define w2 t2
#    define w3 t3
#    define w4 t4
#    define w5 t5
#    define w6 t6
#    define w7 ra
#    define w8 s4
#    define w9 s5
#    define w10 s6
#    define w11 s7
#    define w12 s8
#    define w13 s9
#    define w14 s10
#    define w15 s11

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 64
#    define STATE 0(sp)
#    define IN 4(sp)
#    define LEFT 8(sp)

/* y = ror(x, n) ^ ror(x, n + m) ^ ror(x, n + m + l); z is clobbered. */
.macro sum y, z, x, n, m, l
#    ifdef RV32_ROTATES
    rori    \y, \x, \l
    xor     \y, \y, \x
    rori    \y, \y, \m
    xor     \y, \y, \x
    rori    \y, \y, \n
#    else
    srli    \y, \x, \l
    slli    \z, \x, \m
    xor     \y, \y, \x
    xor     \z, \z, \x
    srli    \y, \y, \m
    slli    \z, \z, \l
    xor     \y, \y, \x
    xor     \z, \z, \x
    srli    \y, \y, \n
    slli    \z, \z, 32 - (\n + \m + \l)
    xor     \y, \y, \z
#    endif
.endm

/* The same with a shift in place of the first rotation. */
.macro shifted_sum y, z, x, n, m, l
#    ifdef RV32_ROTATES
    rori    \y, \x, \l
    xor     \y, \y, \x
    rori    \y, \y, \n + \m
    srli    \z, \x, \n
#    else
    srli    \y, \x, \l
    slli    \z, \x, \l
    xor     \y, \y, \x
    xor     \z, \z, \x
    srli    \y, \y, \m
    slli    \z, \z, 32 - (\n + \m + \l)
    xor     \y, \y, \x
    srli    \y, \y, \n
#    endif
    xor     \y, \y, \z
.endm

/* `last` is b ^ c and is clobbered, `this` becomes a ^ b. */
.macro round at, word, this, last, a, b, c, d, e, f, g, h
    lw      t, 4 * \at(k)
    add     \h, \h, \word
    xor     \this, \f, \g
    add     \h, \h, t
    and     \this, \this, \e
    xor     \this, \this, \g
    add     \h, \h, \this
    sum     t, \this, \e, 6, 5, 14
    add     \h, \h, t
    add     \d, \d, \h
    xor     \this, \a, \b
    and     \last, \last, \this
    xor     \last, \last, \b
    add     \h, \h, \last
    sum     t, \last, \a, 2, 11, 9
    add     \h, \h, t
.endm

/* Replaces `word` by the one 16 after it; the others are those 1, 9 and 14 after it. */
.macro next_word this, word, after1, after9, after14
    shifted_sum t, \this, \after1, 3, 4, 11
    add     \word, \word, \after9
    add     \word, \word, t
    shifted_sum t, \this, \after14, 10, 7, 2
    add     \word, \word, t
.endm

.macro given at, word, after1, after9, after14, this, last, state:vararg
    round   \at, \word, \this, \last, \state
.endm

.macro computed at, word, after1, after9, after14, this, last, state:vararg
    next_word \this, \word, \after1, \after9, \after14
    round   \at, \word, \this, \last, \state
.endm

.macro sixteen_rounds kind
    \kind   0, w0, w1, w9, w14, u, v, x0, x1, x2, x3, x4, x5, x6, x7
    \kind   1, w1, w2, w10, w15, v, u, x7, x0, x1, x2, x3, x4, x5, x6
    \kind   2, w2, w3, w11, w0, u, v, x6, x7, x0, x1, x2, x3, x4, x5
    \kind   3, w3, w4, w12, w1, v, u, x5, x6, x7, x0, x1, x2, x3, x4
    \kind   4, w4, w5, w13, w2, u, v, x4, x5, x6, x7, x0, x1, x2, x3
    \kind   5, w5, w6, w14, w3, v, u, x3, x4, x5, x6, x7, x0, x1, x2
    \kind   6, w6, w7, w15, w4, u, v, x2, x3, x4, x5, x6, x7, x0, x1
    \kind   7, w7, w8, w0, w5, v, u, x1, x2, x3, x4, x5, x6, x7, x0
    \kind   8, w8, w9, w1, w6, u, v, x0, x1, x2, x3, x4, x5, x6, x7
    \kind   9, w9, w10, w2, w7, v, u, x7, x0, x1, x2, x3, x4, x5, x6
    \kind   10, w10, w11, w3, w8, u, v, x6, x7, x0, x1, x2, x3, x4, x5
    \kind   11, w11, w12, w4, w9, v, u, x5, x6, x7, x0, x1, x2, x3, x4
    \kind   12, w12, w13, w5, w10, u, v, x4, x5, x6, x7, x0, x1, x2, x3
    \kind   13, w13, w14, w6, w11, v, u, x3, x4, x5, x6, x7, x0, x1, x2
    \kind   14, w14, w15, w7, w12, u, v, x2, x3, x4, x5, x6, x7, x0, x1
    \kind   15, w15, w0, w8, w13, v, u, x1, x2, x3, x4, x5, x6, x7, x0
.endm

/* A big-endian word at k. */
.macro load_word word, at
    lbu     \word, \at(k)
    lbu     t, \at + 1(k)
    lbu     u, \at + 2(k)
    lbu     v, \at + 3(k)
    slli    \word, \word, 24
    slli    t, t, 16
    slli    u, u, 8
    add     \word, \word, t
    add     u, u, v
    add     \word, \word, u
.endm

/* Adds the word of the state in memory, and stores the sum there. */
.macro add_state at, word
    lw      t, \at(k)
    add     \word, \word, t
    sw      \word, \at(k)
.endm

function narae_sha256_blocks_rv32
    bnez    a2, 1f
    ret
1:  save_registers FRAME, SAVED
    sw      a0, STATE
    sw      a2, LEFT
    lw      x0, 0(a0)
    lw      x1, 4(a0)
    lw      x2, 8(a0)
    lw      x3, 12(a0)
    lw      x4, 16(a0)
    lw      x5, 20(a0)
    lw      x6, 24(a0)
    lw      x7, 28(a0)
2:  load_word w0, 0
    load_word w1, 4
    load_word w2, 8
    load_word w3, 12
    load_word w4, 16
    load_word w5, 20
    load_word w6, 24
    load_word w7, 28
    load_word w8, 32
    load_word w9, 36
    load_word w10, 40
    load_word w11, 44
    load_word w12, 48
    load_word w13, 52
    load_word w14, 56
    load_word w15, 60
    addi    k, k, 64
    sw      k, IN
    lla     k, narae_sha256_constants
    xor     v, x1, x2
    sixteen_rounds given
3:  addi    k, k, 64
    sixteen_rounds computed
    lla     t, narae_sha256_constants + 192
    bne     k, t, 3b
    lw      k, STATE
    add_state 0, x0
    add_state 4, x1
    add_state 8, x2
    add_state 12, x3
    add_state 16, x4
    add_state 20, x5
    add_state 24, x6
    add_state 28, x7
    lw      t, LEFT
    lw      k, IN
    addi    t, t, -1
    sw      t, LEFT
    bnez    t, 2b
    restore_registers FRAME, SAVED
    ret
end_function narae_sha256_blocks_rv32

#endif
