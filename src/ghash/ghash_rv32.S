/* GHASH by integer multiplication for RV32IM.  SP 800-38D, clause 6.4.
 *
 *   void narae_ghash_aligned_multiply_rv32(uint32_t y[4], const uint32_t combs[81],
 *                                          const uint32_t *in, size_t nblocks);
 *
 * As in ghash_mul32.c, a word is taken apart into four combs x0..x3 with teeth
 * in every fourth place; the integer product of two is their carry-less product
 * in every fourth place, for no column exceeds eight.  Here all combs stand at
 * place 0, so a word is x0 + x1 X + x2 X^2 + x3 X^3, and Karatsuba's
 * multiplication in two steps takes nine products of combs, as it takes nine of
 * words for a block.  The key holds its side of all 81 (ghash_blocks_rv32.c).
 *
 *     word    combs 12, loads 9, products 18, sums 26, into one 44: 109
 *     block   9 x 109, words 45, Karatsuba's sums 25, reduction 52, loop 8
 *
 * Each product takes two instructions, itself and a store (core/registers_rv32.py
 * says why): 324 and 949 others, so 1273 cycles would be the least.  Reached:
 * 1391, with the values that do not fit into registers; 86.9 a byte, in place
 * of 142 by compilers.
 *
 * Time depends on the number of blocks alone where multiplication takes the
 * same time for all operands, as on the E31. */

#include "core/kernels.h"

#if defined(NARAE_RV32_KERNELS) && defined(__riscv_mul) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

    .file   "ghash_rv32.S"

#    include "core/rv32.inc"

#    define y a0
#    define in a2
#    define comb a3
#    define bytes a4
#    define end a5
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
/* From 4 on what the block cannot keep in registers: up to 216. */
#    define FRAME 272

#    include "ghash_block_rv32.inc"

.macro reverse_bytes x
    srli    t0, \x, 8
    and     t0, t0, bytes
    and     \x, \x, bytes
    slli    \x, \x, 8
    or      \x, \x, t0
    srli    t0, \x, 16
    slli    \x, \x, 16
    or      \x, \x, t0
.endm

function narae_ghash_aligned_multiply_rv32
    beqz    a3, 3f
    save_registers FRAME, SAVED
    slli    a3, a3, 4
    add     end, in, a3
    li      comb, 0x11111111
    li      bytes, 0x00ff00ff
    lw      s11, 0(y)
    lw      s10, 4(y)
    lw      s9, 8(y)
    lw      s8, 12(y)
    .irp    x, s8, s9, s10, s11
    reverse_bytes \x
    .endr
1:  block
    addi    in, in, 16
    beq     in, end, 2f
    j       1b
2:  .irp    x, s8, s9, s10, s11
    reverse_bytes \x
    .endr
    sw      s11, 0(y)
    sw      s10, 4(y)
    sw      s9, 8(y)
    sw      s8, 12(y)
    restore_registers FRAME, SAVED
3:  ret
end_function narae_ghash_aligned_multiply_rv32

#endif
