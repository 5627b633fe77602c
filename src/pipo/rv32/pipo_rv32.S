/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256 for RV32I.  Kim et al., ICISC 2020.
 *
 *   void narae_pipo_encrypt_rv32(const void *schedule, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks);
 *   void narae_pipo_decrypt_rv32(likewise);
 *   void narae_pipo_ctr_four_rv32(const void *schedule, uint8_t *out,
 *                                 const uint8_t *in, size_t groups,
 *                                 uint32_t *rows);
 *
 * A row of 8 bits is rotated in one of two ways, in a word of 32:
 *
 *   four blocks   Bit 4 j + k of a word is bit j of block k: rotating the word
 *                 rotates the row, in 3 instructions (1 with Zbb).  Five
 *                 exchanges of bits between words, 24 instructions each,
 *                 convert to this layout and five back.
 *
 *   one block     The row is repeated in the upper bits of the word, so that a
 *                 rotation is one shift to the right, by up to 7 bits, after
 *                 which the top bits are invalid.  18 of 32 bits are valid after
 *                 two such rounds; in the next one each rotation takes 4
 *                 instructions, with two copies of 16 bits, of which 27 are valid.
 *
 * Instructions of a round: S-box 34 (33 with Zbb), key 8 and 1 to load row 0 of the key,
 * which includes the round number; rotations 21 for four blocks, 31 and 7 alternately for
 * one.  PIPO-64/128 keeps rows 1 to 7 of both halves of its key in 14 registers;
 * PIPO-64/256 loads 7 words more a round.  Cycles:
 *
 *   one block     64/128: 9 + 8 x 50 + 5 x 74 = 779, and 103 for the call, for
 *                 loading, repeating and storing bytes, and for saving 13 registers
 *   four blocks   64/128: 9 + 13 x 64 = 841, 248 for the exchanges, 91 for call,
 *                 loads, stores and saved registers
 *
 * Rounds are loops, which take 5 and 9 instructions more, because all code of counter mode
 * has to fit into the E31's instruction cache.
 *
 * Counter mode computes the rows directly from the counter: 64 instructions instead of 138
 * for loading blocks, the exchanges and the first key.  With the rounds 832, their loop 9,
 * the exchanges back 129, input and output 24 and the loop over groups 14, four blocks take
 * 1072 cycles, 33.5 a byte.  We know of no way to save more: no instruction of a round or
 * an exchange is redundant, and the part of the first round that is equal for consecutive
 * counters depends on the counter's carries.
 *
 * A single call for four blocks takes 37.2 cycles a byte, a long one 35.5.  Any code with
 * this layout needs of the first 1195 cycles 841 + 248 and 16 for the words of the blocks,
 * 34.5 a byte; saving registers takes 30, loading the key 15, and the rest is the call,
 * dispatch and loops.  The code for encryption of one block of PIPO-64/128 is 2,352 bytes.
 * Two and three blocks, and blocks that are not aligned, go through a buffer for four:
 * pipo_schedule_rv32.c, which also computes the schedule and the first counter.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "pipo_rv32.S"

#    include "core/rv32/call.inc"
#    include "schedule.h"

#    define rk a0
#    define out a1
#    define in a2
#    define nblocks a3
#    define last a3      /* of the round keys, in the kernel for one block */
#    define r0 s0
#    define r1 s1
#    define r2 a2
#    define r3 a4
#    define r4 a5
#    define r5 t3
#    define r6 t4
#    define r7 t5
#    define t t0
#    define u t1
#    define v t2

/* Rows 1 to 7 of the key's halves. */
#    define EVEN t6, a6, a7, ra, s2, s3, s4
#    define ODD s5, s6, s7, s8, s9, s10, s11
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 64
#    define IN 0(sp)
#    define END 4(sp)
#    define ROWS 8(sp)

/* PIPO-64/256 has one quarter of its key in EVEN, and these registers. */
#    define row0 s5
#    define end s6

#    include "rows.inc"
#    include "sbox.inc"

/* Rotates rows to the right by m of 8 bits; x is clobbered.  For four blocks, and for one
 * block whose word has 25 or 16 valid bits. */
.macro turn_four y, x, m
#    ifdef RV32_ROTATES
    rori    \y, \x, 4 * \m
#    else
    srli    t, \x, 4 * \m
    slli    \x, \x, 32 - 4 * \m
    or      \y, \x, t
#    endif
.endm

.macro turn_wide y, x, m
    srli    \y, \x, \m
.endm

.macro turn_narrow y, x, m
    slli    t, \x, 16
    srli    t, t, 16 + \m
    slli    \x, \x, 16 - \m
    or      \y, \x, t
.endm

/* Row 0, which is not rotated. */
.macro stay_four x
.endm

.macro stay_wide x
.endm

.macro stay_narrow x
    slli    t, \x, 16
    srli    \x, t, 16
    or      \x, \x, t
.endm

/* Round: rotates the rows that sbox left, and moves them back. */
.macro round kind, key0, k1, k2, k3, k4, k5, k6, k7
    sbox
    lw      v, \key0
    stay_\kind r7
    turn_\kind u, r0, 1
    xor     r0, r7, v
    turn_\kind r7, r1, 6
    xor     r1, u, \k1
    turn_\kind r2, r2, 4
    xor     r2, r2, \k2
    turn_\kind u, r6, 5
    turn_\kind r6, r3, 7
    xor     r3, u, \k3
    turn_\kind u, r5, 2
    turn_\kind r5, r4, 3
    xor     r4, u, \k4
    xor     r5, r5, \k5
    xor     r6, r6, \k6
    xor     r7, r7, \k7
.endm

.macro add_key key0, k1, k2, k3, k4, k5, k6, k7
    lw      v, \key0
    xor     r1, r1, \k1
    xor     r2, r2, \k2
    xor     r0, r0, v
    xor     r3, r3, \k3
    xor     r4, r4, \k4
    xor     r5, r5, \k5
    xor     r6, r6, \k6
    xor     r7, r7, \k7
.endm

/* Key, rotations, inverse S-box; the rows are in the registers in which sbox_inverse leaves
 * them. */
.macro unround kind, key0, k1, k2, k3, k4, k5, k6, k7
    lw      v, \key0
    xor     u, r0, \k7
    xor     r0, r1, v
    xor     r1, r7, \k1
    turn_\kind r7, u, 2
    xor     u, r3, \k6
    xor     r3, r6, \k3
    turn_\kind r6, u, 1
    xor     u, r4, \k5
    xor     r4, r5, \k4
    turn_\kind r5, u, 5
    xor     r2, r2, \k2
    stay_\kind r0
    turn_\kind r1, r1, 7
    turn_\kind r2, r2, 4
    turn_\kind r3, r3, 3
    turn_\kind r4, r4, 6
    sbox_inverse
.endm

/* The last key of decryption, with the rows in the registers in which sbox_inverse leaves
 * them. */
.macro add_last_key key0, k1, k2, k3, k4, k5, k6, k7
    lw      v, \key0
    xor     r7, r7, \k1
    xor     r2, r2, \k2
    xor     r1, r1, v
    xor     r6, r6, \k3
    xor     r5, r5, \k4
    xor     r4, r4, \k5
    xor     r3, r3, \k6
    xor     r0, r0, \k7
.endm


.macro load_rows p, at, k1, k2, k3, k4, k5, k6, k7
    lw      \k1, \at(\p)
    lw      \k2, \at + 4(\p)
    lw      \k3, \at + 8(\p)
    lw      \k4, \at + 12(\p)
    lw      \k5, \at + 16(\p)
    lw      \k6, \at + 20(\p)
    lw      \k7, \at + 24(\p)
.endm

/* All rounds.  `odd` and `even` are the kinds of their rotations, `at` is the offset of
 * rows 1 to 7 of the key; row 0 of each round follows. */
.macro keys128 at
    load_rows rk, \at, EVEN
    load_rows rk, \at + 28, ODD
.endm

.macro encrypt128 odd, even, at, label
    .set    key0, \at + 56
    add_key key0(rk), EVEN
    .ifnb   \label
\label:
    .endif
    rounds128 \odd, \even, \at
.endm

/* Of the 13 rounds an iteration does six for four blocks, four for one block. */
.macro rounds128 odd, even, at
    .set    key0, \at + 56
    .ifc    \odd, \even
    addi    t, rk, 12 * 4
    sw      t, END
1:  .rept   3
    round   \odd, key0 + 4(rk), ODD
    round   \even, key0 + 8(rk), EVEN
    .set    key0, key0 + 8
    .endr
    .set    key0, \at + 56
    lw      t, END
    addi    rk, rk, 6 * 4
    bne     rk, t, 1b
    round   \odd, key0 + 4(rk), ODD
    addi    rk, rk, -12 * 4
    .else
    round   \even, key0 + 4(rk), ODD
    round   \even, key0 + 8(rk), EVEN
    round   \odd, key0 + 12(rk), ODD
    round   \even, key0 + 16(rk), EVEN
    addi    last, rk, 8 * 4
1:  round   \odd, key0 + 20(rk), ODD
    round   \even, key0 + 24(rk), EVEN
    round   \odd, key0 + 28(rk), ODD
    round   \even, key0 + 32(rk), EVEN
    addi    rk, rk, 4 * 4
    bne     rk, last, 1b
    round   \even, key0 + 20(rk), ODD
    .endif
.endm

.macro decrypt128 odd, even, at, label
    .set    key0, \at + 56
    unround \even, key0 + 52(rk), ODD
    unround \even, key0 + 48(rk), EVEN
    addi    t, rk, -40
    sw      t, END
1:  unround \odd, key0 + 44(rk), ODD
    unround \even, key0 + 40(rk), EVEN
    lw      t, END
    addi    rk, rk, -8
    bne     rk, t, 1b
    addi    rk, rk, 40
    unround \even, key0 + 4(rk), ODD
    add_last_key key0(rk), EVEN
.endm

.macro encrypt256 odd, even, at, label
    load_rows rk, \at, EVEN
    add_key \at + 112(rk), EVEN
    .ifnb   \label
\label:
    .endif
    rounds256 \odd, \even, \at
.endm

.macro rounds256 odd, even, at
    addi    row0, rk, \at + 112
    addi    end, row0, 64
1:  load_rows rk, \at + 28, EVEN
    round   \odd, 4(row0), EVEN
    load_rows rk, \at + 56, EVEN
    round   \even, 8(row0), EVEN
    load_rows rk, \at + 84, EVEN
    round   \odd, 12(row0), EVEN
    load_rows rk, \at, EVEN
    round   \even, 16(row0), EVEN
    addi    row0, row0, 16
    bne     row0, end, 1b
    load_rows rk, \at + 28, EVEN
    round   \even, 4(row0), EVEN
.endm

.macro decrypt256 odd, even, at, label
    addi    end, rk, \at + 112
    addi    row0, end, 64
1:  load_rows rk, \at + 28, EVEN
    unround \odd, 4(row0), EVEN
    load_rows rk, \at, EVEN
    unround \even, 0(row0), EVEN
    load_rows rk, \at + 84, EVEN
    unround \odd, -4(row0), EVEN
    load_rows rk, \at + 56, EVEN
    unround \even, -8(row0), EVEN
    addi    row0, row0, -16
    bne     row0, end, 1b
    load_rows rk, \at + 28, EVEN
    unround \even, 4(row0), EVEN
    load_rows rk, \at, EVEN
    add_last_key 0(row0), EVEN
.endm

/* One block, its rows repeated `times` times. */
.macro load_block times, x0, x1, x2, x3, x4, x5, x6, x7
    mv      t6, in
    .set    i, 0
    .irp    x, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    lbu     \x, i(t6)
    .set    i, i + 1
    .endr
    .irp    x, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    slli    t, \x, 8
    or      \x, \x, t
    .if     \times == 4
    slli    t, \x, 16
    or      \x, \x, t
    .endif
    .endr
.endm

.macro store_block x0, x1, x2, x3, x4, x5, x6, x7
    .set    i, 0
    .irp    x, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    sb      \x, i(out)
    .set    i, i + 1
    .endr
.endm

/* The registers of the rows in order, before sbox and before sbox_inverse. */
#    define HOME r0, r1, r2, r3, r4, r5, r6, r7
#    define AWAY r1, r7, r2, r6, r5, r4, r3, r0

.macro end_one
    restore_registers FRAME, SAVED
    ret
.endm

/* The last load overwrites the address `in`. */
.macro begin_four x0, x1, x2, x3, x4, x5, x6, x7
2:  sw      in, IN
    four_blocks lw, in, 0, 8, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    to_rows \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
.endm

/* For counter blocks the rows are computed elsewhere, and the code continues elsewhere. */
.macro end_encrypt counter, rest, x0, x1, x2, x3, x4, x5, x6, x7
    lw      u, ROWS
    from_rows \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    bnez    u, \counter
    end_four \rest, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
.endm

.macro end_decrypt counter, rest, x0, x1, x2, x3, x4, x5, x6, x7
    from_rows \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    end_four \rest, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
.endm

/* Continues at begin_four while there are four more blocks. */
.macro end_four rest, x0, x1, x2, x3, x4, x5, x6, x7
    four_blocks sw, out, 0, 8, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    addi    nblocks, nblocks, -4
    beqz    nblocks, 3f
    lw      in, IN
    addi    out, out, 32
    sltiu   t, nblocks, 4
    addi    in, in, 32
    beqz    t, 2b
    restore_registers FRAME, SAVED
    j       \rest
3:  restore_registers FRAME, SAVED
    ret
.endm

/* A kernel: `first` and `last` are the registers of the rows at its start and end. */
#    define KERNEL(direction, first, last)                \
    function narae_pipo_##direction##_rv32;               \
        lw      t1, 0(a0);                                \
        li      t0, 1;                                    \
        bne     a3, t0, .L##direction##_many;             \
        addi    t1, t1, -13;                              \
        bnez    t1, .L##direction##_one_256;              \
        save_registers FRAME, SAVED;                      \
        load_block 4, first;                              \
        keys128 PIPO_ONE;                                 \
        direction##128 narrow, wide, PIPO_ONE;            \
        store_block last;                                 \
        end_one;                                          \
    .L##direction##_one_256:                              \
        save_registers FRAME, SAVED;                      \
        load_block 2, first;                                 \
        direction##256 narrow, wide, PIPO_ONE;            \
        store_block last;                                 \
        end_one;                                          \
    .L##direction##_many:                                 \
        or      t0, a1, a2;                               \
        sltiu   t2, a3, 4;                                \
        andi    t0, t0, 3;                                \
        or      t0, t0, t2;                               \
        bnez    t0, .L##direction##_rest;                 \
        addi    t1, t1, -13;                              \
        bnez    t1, .L##direction##_four_256;             \
        save_registers FRAME, SAVED;                      \
        sw zero, ROWS;                                    \
        keys128 PIPO_FOUR_128;                            \
        begin_four first;                                 \
        direction##128 four, four, PIPO_FOUR_128, .Lrounds128; \
        end_##direction .Lcounter128, .L##direction##_rest, last; \
    .L##direction##_four_256:                             \
        save_registers FRAME, SAVED;                      \
        sw zero, ROWS;                                    \
        begin_four first;                                 \
        direction##256 four, four, PIPO_FOUR_256, .Lrounds256; \
        end_##direction .Lcounter256, .L##direction##_rest, last; \
    .L##direction##_rest:                                 \
        la      a4, narae_pipo_##direction##_rv32;        \
        tail    narae_pipo_rest_rv32;                     \
        COUNTER_##direction;                              \
    end_function narae_pipo_##direction##_rv32

/* Four counter blocks: rows 0 to 3 are the same for all.  Row i of the others is selected
 * from the counter of the blocks before a carry out of the lowest two bits and that of the
 * blocks after it, which are kept in separate words; the latter is then advanced.  A bit of
 * the counter is four bits of the word, so after an addition only one bit of four is valid,
 * and is repeated. */
.macro counter_row x, i
    lw      \x, 4 * PIPO_NOW + 4 * (\i)(t)
    lw      u, 4 * PIPO_NEXT + 4 * (\i)(t)
    lw      v, 4 * PIPO_KEY + 4 * (\i)(t)
    xor     r0, \x, u
    and     r0, r0, r2
    sw      u, 4 * PIPO_NOW + 4 * (\i)(t)
    xor     \x, \x, v
    xor     \x, \x, r0
    add     v, u, r1
    sltu    r1, v, u
    and     v, v, r3
    slli    u, v, 4
    sub     u, u, v
    sw      u, 4 * PIPO_NEXT + 4 * (\i)(t)
.endm

.macro counter_rows
    lw      t, ROWS
    li      r3, 0x11111111
    li      r1, 0x100
    lw      r2, 4 * PIPO_BEHIND(t)
    counter_row r7, 3
    counter_row r6, 2
    counter_row r5, 1
    counter_row r4, 0
    lw      r0, 0(t)
    lw      r1, 4(t)
    lw      r2, 8(t)
    lw      r3, 12(t)
.endm

.macro xor_words offset, x, y
    lw      u, \offset(t)
    lw      v, \offset + 16(t)
    xor     \x, \x, u
    xor     \y, \y, v
    sw      \x, \offset(out)
    sw      \y, \offset + 16(out)
.endm

.macro end_counter again
    lw      t, IN
    xor_words 0, r0, r1
    xor_words 4, r4, r5
    xor_words 8, r2, r3
    xor_words 12, r6, r7
    addi    t, t, 32
    sw      t, IN
    addi    out, out, 32
    addi    nblocks, nblocks, -1
    bnez    nblocks, \again
    restore_registers FRAME, SAVED
    ret
.endm

/* Counter blocks use the code for other blocks, starting after the first key. */
.macro counter_mode
    .globl  narae_pipo_ctr_four_rv32
    .type   narae_pipo_ctr_four_rv32, @function
narae_pipo_ctr_four_rv32:
    save_registers FRAME, SAVED
    sw      in, IN
    sw      a4, ROWS
    lw      t, 0(rk)
    addi    t, t, -13
    bnez    t, 6f
    keys128 PIPO_FOUR_128
5:  counter_rows
    j       .Lrounds128
.Lcounter128:
    end_counter 5b
6:  counter_rows
    j       .Lrounds256
.Lcounter256:
    end_counter 6b
.endm

#    define COUNTER_encrypt counter_mode
#    define COUNTER_decrypt

KERNEL(encrypt, HOME, HOME)
KERNEL(decrypt, AWAY, AWAY)

#endif
