/* SPDX-License-Identifier: MIT */
/* ChaCha for RV32I.  RFC 8439, 2.3.
 *
 *   void narae_chacha_blocks_rv32(uint32_t state[16], uint8_t *out,
 *                                 const uint8_t *in, size_t nblocks,
 *                                 unsigned rounds);
 *
 * A quarter round is 8 instructions and 4 rotations of 3 (of 1 with Zbb): 20.  In the first
 * round only the counter's column differs between blocks: the results of the other three
 * columns and the first sum of that one are kept on the stack, and recomputed when the
 * counter carries.  Besides the sixteen words of the block, registers hold the counter and
 * five words of the state.
 *
 *   a block of 20 rounds   77 x 20 - 1 for the quarter rounds, 13 loads, 73 to
 *                          add the state and the message, 2 x 5 for the loop
 *                          over rounds, 13 for that over blocks: 1648 cycles,
 *                          25.8 a byte
 *
 * Messages that are not aligned go through a buffer: chacha_unaligned.c.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_RV32_KERNELS

    .file   "chacha_rv32.S"

#    include "core/rv32/call.inc"

#    define state a0
#    define out a1
#    define in a2
#    define nblocks a3
#    define count a4
#    define t t0

#    define x0 s0
#    define x1 s1
#    define x2 s2
#    define x3 s3
#    define x4 s4
#    define x5 s5
#    define x6 s6
#    define x7 s7
#    define x8 s8
#    define x9 s9
#    define x10 s10
#    define x11 s11
#    define x12 a5
#    define x13 a6
#    define x14 a7
#    define x15 t1

/* Words of the state that stay in registers. */
#    define counter t2
#    define state4 t3
#    define state5 t4
#    define state6 t5
#    define state7 ra
#    define state8 t6

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 112
#    define FIRST_SUM 48(sp)
#    define COUNT 52(sp)
#    define COLUMN1 0, x1, x5, x9, x13
#    define COLUMN2 16, x2, x6, x10, x14
#    define COLUMN3 32, x3, x7, x11, x15

/* The quarter round after its first addition. */
.macro quarter_round_on a, b, c, d
    xor     \d, \d, \a
    ror     \d, 16, t
    add     \c, \c, \d
    xor     \b, \b, \c
    ror     \b, 20, t
    add     \a, \a, \b
    xor     \d, \d, \a
    ror     \d, 24, t
    add     \c, \c, \d
    xor     \b, \b, \c
    ror     \b, 25, t
.endm

.macro quarter_round a, b, c, d
    add     \a, \a, \b
    quarter_round_on \a, \b, \c, \d
.endm

.macro diagonals
    quarter_round x0, x5, x10, x15
    quarter_round x1, x6, x11, x12
    quarter_round x2, x7, x8, x13
    quarter_round x3, x4, x9, x14
.endm

.macro double_round
    quarter_round x0, x4, x8, x12
    quarter_round x1, x5, x9, x13
    quarter_round x2, x6, x10, x14
    quarter_round x3, x7, x11, x15
    diagonals
.endm

.macro first_column at, a, b, c, d
    quarter_round \a, \b, \c, \d
    sw      \a, \at(sp)
    sw      \b, \at + 4(sp)
    sw      \c, \at + 8(sp)
    sw      \d, \at + 12(sp)
.endm

.macro load_column at, a, b, c, d
    lw      \a, \at(sp)
    lw      \b, \at + 4(sp)
    lw      \c, \at + 8(sp)
    lw      \d, \at + 12(sp)
.endm

/* Word i of the block: adds the state's, which is in memory or in a
 * register, and the message's. */
.macro finish i, x
    lw      t, 4 * \i(state)
    lw      count, 4 * \i(in)
    add     \x, \x, t
    xor     \x, \x, count
    sw      \x, 4 * \i(out)
.endm

.macro finish_with i, x, word
    lw      t, 4 * \i(in)
    add     \x, \x, \word
    xor     \x, \x, t
    sw      \x, 4 * \i(out)
.endm

function narae_chacha_blocks_rv32
    or      t0, out, in
    andi    t0, t0, 3
    bnez    t0, .Lunaligned
    bnez    nblocks, 1f
    ret
.Lunaligned:
    tail    narae_chacha_blocks_unaligned

1:  save_registers FRAME, SAVED
    srli    count, count, 1
    addi    count, count, -1
    sw      count, COUNT
    lw      counter, 48(state)
    lw      state4, 16(state)
    lw      state5, 20(state)
    lw      state6, 24(state)
    lw      state7, 28(state)
    lw      state8, 32(state)
2:  lw      x1, 4(state)
    lw      x2, 8(state)
    lw      x3, 12(state)
    lw      x9, 36(state)
    lw      x10, 40(state)
    lw      x11, 44(state)
    lw      x13, 52(state)
    lw      x14, 56(state)
    lw      x15, 60(state)
    lw      x0, 0(state)
    mv      x5, state5
    mv      x6, state6
    mv      x7, state7
    first_column COLUMN1
    first_column COLUMN2
    first_column COLUMN3
    add     x0, x0, state4
    sw      x0, FIRST_SUM
    j       4f

3:  lw      x0, FIRST_SUM
    load_column COLUMN1
    load_column COLUMN2
    load_column COLUMN3
4:  mv      x4, state4
    mv      x8, state8
    mv      x12, counter
    quarter_round_on x0, x4, x8, x12
    lw      count, COUNT
    diagonals
    andi    t, count, 1
    bnez    t, 6f
    j       7f
5:  double_round
6:  double_round
7:  addi    count, count, -2
    bgez    count, 5b

    finish  0, x0
    finish  1, x1
    finish  2, x2
    finish  3, x3
    finish_with 4, x4, state4
    finish_with 5, x5, state5
    finish_with 6, x6, state6
    finish_with 7, x7, state7
    finish_with 8, x8, state8
    finish  9, x9
    finish  10, x10
    finish  11, x11
    finish_with 12, x12, counter
    finish  13, x13
    finish  14, x14
    finish  15, x15
    addi    counter, counter, 1
    addi    nblocks, nblocks, -1
    addi    in, in, 64
    addi    out, out, 64
    beqz    counter, 8f
    bnez    nblocks, 3b
9:  sw      counter, 48(state)
    restore_registers FRAME, SAVED
    ret

8:  lw      t, 52(state)
    addi    t, t, 1
    sw      t, 52(state)
    bnez    nblocks, 2b
    j       9b
end_function narae_chacha_blocks_rv32

#endif
