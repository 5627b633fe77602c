/* SPDX-License-Identifier: MIT */
/* Poly1305 for RV32IM.  RFC 8439, 2.5.
 *
 *   void narae_poly1305_blocks_rv32(narae_poly1305_sum *sum, const uint8_t *in,
 *                                   size_t nblocks, unsigned top);
 *
 * The words and the reduction are those of poly1305_portable.c.  Between blocks
 * h may exceed 2^130: the bits above are folded when the next block is added.
 * The few bits of its top word are multiplied by masks, in slots that the other
 * products leave.  Cycles:
 *
 *     32 products     6 cycles each on the E31, with four other instructions and
 *                     a store (see dev/registers_rv32.py): 192
 *     others          fold and add 32, bits above 34, sums of products 65: 131
 *
 * So a lower bound is 192, and 2 for the loop.  A block takes 203, 12.7 a byte;
 * compilers' code takes 17.1.
 *
 * Blocks that are not aligned go to the portable code.  Time depends on the
 * number of blocks alone where multiplication takes the same time for all
 * operands, as on the E31. */

#include "core/family.h"

#ifdef NARAE_RV32_MULTIPLIES

    .file   "poly1305_rv32.S"

#    include "core/rv32/call.inc"

#    define sum a0
#    define in a1
#    define nblocks a2
#    define end a2
#    define top a3
#    define h0 s0
#    define h1 s1
#    define h2 s2
#    define h3 s3
#    define h4 s4
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 80
#    define SUM 24(sp)

#    include "block.inc"

.macro five_quarters s, r
    srli    \s, \r, 2
    add     \s, \s, \r
.endm

.macro add_with_carry x
    add     \x, \x, t0
    sltu    t0, \x, t0
.endm

function narae_poly1305_blocks_rv32
    andi    t0, in, 3
    bnez    t0, 3f
    beqz    nblocks, 2f
    save_registers FRAME, SAVED
    slli    nblocks, nblocks, 4
    add     end, nblocks, in
    sw      sum, SUM
    lw      h0, 0(sum)
    lw      h1, 4(sum)
    lw      h2, 8(sum)
    lw      h3, 12(sum)
    lw      h4, 16(sum)
    lw      s5, 20(sum)
    lw      s6, 24(sum)
    lw      s7, 28(sum)
    lw      s8, 32(sum)
    five_quarters s9, s6
    five_quarters s10, s7
    five_quarters s11, s8

1:  block
    addi    in, in, 16
    bne     in, end, 1b

    lw      sum, SUM
    srli    t0, h4, 2
    andi    t1, h4, -4
    andi    h4, h4, 3
    add     t0, t0, t1
    add_with_carry h0
    add_with_carry h1
    add_with_carry h2
    add_with_carry h3
    add     h4, h4, t0
    sw      h0, 0(sum)
    sw      h1, 4(sum)
    sw      h2, 8(sum)
    sw      h3, 12(sum)
    sw      h4, 16(sum)
    restore_registers FRAME, SAVED
2:  ret
3:  tail    narae_poly1305_blocks_portable
end_function narae_poly1305_blocks_rv32

#endif
