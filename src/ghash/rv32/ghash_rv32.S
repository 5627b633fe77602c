/* SPDX-License-Identifier: MIT */
/* GHASH by integer multiplication for RV32IM.  SP 800-38D, clause 6.4.
 *
 *   void narae_ghash_aligned_multiply_rv32(uint32_t y[4], const uint32_t combs[81],
 *                                          const uint32_t *in, size_t nblocks);
 *
 * As in ghash_mul32.c, a word is split into four combs x0..x3 with a tooth in every fourth
 * bit; the integer product of two is their carry-less product in every fourth bit, because
 * no column exceeds eight.  Here all combs are shifted to bit 0, so a word is x0 + x1 X +
 * x2 X^2 + x3 X^3, and two levels of Karatsuba's multiplication take nine products of
 * combs, as they take nine of words for a block.  The key holds its operands of all 81
 * (ghash_blocks_rv32.c).  Instructions:
 *
 *     word    combs 12, loads 10, products 18, sums 26, joining the combs 44,
 *             stores 2, loop 3: 115
 *     block   9 x 115, splitting into words 58, Karatsuba's sums 25, reduction 52,
 *             their loads and stores 22, loop 8
 *
 * Each product comes with a second instruction, a store: dev/registers_rv32.py explains
 * why.  So a lower bound is 1035 + 162 + 165 = 1362 cycles.  The block takes 1408, 88.0 a
 * byte; compilers' code takes 142.  Without the loop over words it would be 4 KB larger,
 * too large for the instruction cache together with a cipher.
 *
 * Time depends on the number of blocks alone where multiplication takes the
 * same time for all operands, as on the E31. */

#include "core/family.h"

#if defined(NARAE_RV32_MULTIPLIES) && !defined(NARAE_RV32_TABLES)

    .file   "ghash_rv32.S"

#    include "core/rv32/call.inc"

#    define y a0
#    define combs a1
#    define in a2
#    define comb a3
#    define bytes a4
#    define end a5
#    define place a6
#    define last a7
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
/* Up to offset 72: spills of dev/ghash/rv32/block.py. */
#    define SUM 76
#    define BYTES 92(sp)
#    define FRAME 176

#    include "block.inc"

/* Converts bytes to words: in memory the least significant word is last, in registers
 * first. */
.macro words_of_bytes p, from, q, to
    .irp    n, 0, 4, 8, 12
    lw      t0, \from + \n(\p)
    srli    t1, t0, 8
    and     t1, t1, bytes
    and     t0, t0, bytes
    slli    t0, t0, 8
    or      t0, t0, t1
    srli    t1, t0, 16
    slli    t0, t0, 16
    or      t0, t0, t1
    sw      t0, \to + 12 - \n(\q)
    .endr
.endm

function narae_ghash_aligned_multiply_rv32
    beqz    a3, 3f
    save_registers FRAME, SAVED
    slli    a3, a3, 4
    add     end, in, a3
    li      bytes, 0x00ff00ff
    sw      bytes, BYTES
    words_of_bytes y, 0, sp, SUM
    li      comb, 0x11111111
1:  split
    mv      place, sp
    addi    last, sp, 72
    .balign 4
2:  carryless
    addi    place, place, 8
    addi    combs, combs, 36
    bne     place, last, 2b
    addi    combs, combs, -324
    addi    in, in, 16
    reduce
    bne     in, end, 1b
    lw      bytes, BYTES
    words_of_bytes sp, SUM, y, 0
    restore_registers FRAME, SAVED
3:  ret
end_function narae_ghash_aligned_multiply_rv32

#endif
