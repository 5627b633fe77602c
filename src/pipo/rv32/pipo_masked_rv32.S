/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 in two shares for RV32I, four blocks at a time.  Kim et al., ICISC 2020;
 * narae/masked.h.
 *
 *   void narae_pipo_masked_set_key_rv32(void *schedule, const uint8_t *key);
 *   void narae_pipo_masked_encrypt_rv32(const void *schedule, uint8_t *out,
 *                                       const uint8_t *in, const uint8_t *random);
 *
 * Bit 4 j + k of a word is bit j of a row of block k, as in pipo_rv32.S.  All 16 words of
 * the state are in registers.  x + a b has the shares x0 + a0 b0 + a0 b1 and x1 + a1 b0 +
 * a1 b1, or with terms exchanged: four ANDs and four XORs.  Each such step is invertible
 * on shares, so they stay uniform without fresh random bytes.
 *
 * Order and registers are those of dev/pipo/rv32/masked.py: no register, no operand, no
 * result and no word on the bus follows the other share, nor what reveals as much.  Instructions:
 *
 *     S-box       111: 11 products of 8, 11 XORs of rows, one NOT
 *     rotations    42: of 14 words, 3 each
 *     key          32
 *     loop          3
 *
 *     13 x 188 = 2444, exchanges 4 x 124 = 496, and 183 for the call, 13 saved registers,
 *     blocks, the first key and clearing: 3123 cycles for four blocks.  Least in this form
 *     are 13 x 185 + 496 + 64 + 32 = 2997; the rest are call, loop and registers
 *
 * At narae_pipo_masked_round, rows 0 to 7 of share 0 are in s0 to s7, of share 1 in s8 to
 * s11 and t3 to t6.  The other registers have words of the key's shares, sums of one and a
 * word of the state, rotated, or addresses; the operands of the last instructions were
 * addresses.
 *
 * The schedule is the key's rows in words: rows 1 to 7 of share 0 and all of share 1, of
 * both halves, and row 0 of share 0 for each round, with the round's number.
 *
 * Time depends on nothing. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS)

    .file   "pipo_masked_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define row0 a1
#    define both a2 /* the addresses of the key's halves, added */
#    define end a3
#    define t t0
#    define v t1

#    define SHARE0 s0, s1, s2, s3, s4, s5, s6, s7
#    define SHARE1 s8, s9, s10, s11, t3, t4, t5, t6
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 64
#    define OUT 0(sp)

/* Bytes of a half of the schedule, and of both: rows 1 to 7 of share 0, all of share 1.
 * Row 0 of share 0 follows for each round, with its number. */
#    define HALF 60
#    define ROW0 120

#    include "rows.inc"
#    include "masked.inc"

/* No operand of the instructions before is left. */
.macro clear_operands
    add     zero, zero, zero
.endm

.macro clear_exchanged
    li      t, 0
    clear_operands
.endm

.macro add_key k, at, x0, x1, x2, x3, x4, x5, x6, x7
    .set    offset, \at
    .irp    x, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    .if     offset < 0
    lw      \k, (row0)
    .else
    lw      \k, offset(rk)
    .endif
    .set    offset, offset + 4
    xor     \x, \x, \k
    .endr
.endm

/* Each bit of the byte x four times. */
.macro spread x
    slli    t, \x, 12
    or      \x, \x, t
    and     \x, \x, a4
    slli    t, \x, 6
    or      \x, \x, t
    and     \x, \x, a5
    slli    t, \x, 3
    or      \x, \x, t
    and     \x, \x, a6
    slli    t, \x, 1
    or      \x, \x, t
    slli    t, \x, 2
    or      \x, \x, t
.endm

/* Bytes of the key to words of the schedule. */
.macro expand from, number, to
    .set    n, 0
    .rept   \number
    lbu     v, \from + n(a1)
    spread  v
    sw      v, \to + 4 * n(a0)
    .set    n, n + 1
    .endr
.endm

function narae_pipo_masked_set_key_rv32
    li      a4, 0x000f000f
    li      a5, 0x03030303
    li      a6, 0x11111111
    expand  1, 7, 0
    expand  9, 7, HALF
    lbu     a2, (a1)
    spread  a2
    lbu     a3, 8(a1)
    spread  a3
    li      a7, 0
    addi    t2, a0, ROW0
1:  mv      v, a7
    spread  v
    xor     t, v, a2
    sw      t, (t2)
    addi    a7, a7, 1
    mv      v, a7
    spread  v
    xor     t, v, a3
    sw      t, 4(t2)
    addi    t2, t2, 8
    addi    a7, a7, 1
    li      v, 14
    bne     a7, v, 1b
    li      a2, 0
    li      a3, 0
    li      t, 0
    clear_operands
    expand  16, 8, 28
    expand  24, 8, HALF + 28
    li      t, 0
    li      v, 0
    ret
end_function narae_pipo_masked_set_key_rv32

function narae_pipo_masked_encrypt_rv32
    save_registers FRAME, SAVED
    sw      a1, OUT
    four_blocks lw, a2, 0, 16, SHARE0
    to_rows SHARE0
    clear_exchanged
    four_blocks lw, a2, 8, 16, SHARE1
    to_rows SHARE1
    clear_exchanged
    addi    row0, rk, ROW0
    addi    end, rk, ROW0 + 14 * 4
    addi    both, rk, HALF
    add_key t, -4, SHARE0
    add_key t, 28, SHARE1
    add     both, both, rk
    addi    row0, row0, 4
    sub     rk, both, rk

narae_pipo_masked_round:
    round
    addi    row0, row0, 4
    sub     rk, both, rk
    bne     row0, end, narae_pipo_masked_round

    lw      a1, OUT
    from_rows SHARE0
    four_blocks sw, a1, 0, 16, SHARE0
    clear_exchanged
    from_rows SHARE1
    four_blocks sw, a1, 8, 16, SHARE1
    .irp    r, t0, t1, t2, t3, t4, t5, t6, a4, a5, a6, a7
    li      \r, 0
    .endr
    restore_registers FRAME, SAVED
    ret
end_function narae_pipo_masked_encrypt_rv32

#endif
