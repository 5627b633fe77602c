/* SPDX-License-Identifier: MIT */
/* ARIA on two blocks for RV32I, bit-sliced.  KS X 1213; RFC 5794.
 *
 *   void narae_aria_two_rv32(const uint32_t (*rk)[4], uint8_t *out,
 *                            const uint8_t *in, unsigned rounds,
 *                            unsigned decrypt, size_t next);
 *
 * The second block is `next` bytes after the first: 16, or 0 for one block, which is then
 * processed twice.
 *
 * The circuits, the basis and the round keys are those of aria_portable.c.  The
 * whole state is eight words, one for each bit, in registers from first key to
 * last: bit i of byte b of word t of block k is in word i at
 *
 *     8 place(t) + 4 (b mod 2) + 2 (b / 2) + k,      place = 0, 2, 1, 3.
 *
 * All 32 bytes go through one inversion.  The linear maps of S1 and S2 after it and of
 * their inverses before it are computed for all bytes, and a mask, complemented after each
 * round, selects the bytes that take them.  Instructions:
 *
 *     S-boxes         92 + 25 + 26 + 2 x 8 for odd bytes, 2 x 24 to select,
 *                     14 for spills: 221
 *     diffusion       8 x 35 + 2 x 4, and 24 to do half of the words at a time: 312
 *     round key       54
 *     blocks, basis   67 + 91 there, 66 + 90 back
 *
 *     12 rounds: 12 x 221 + 11 x 312 + 13 x 54 + 314 = 7100 cycles, calls and loop 130,
 *     saving registers, masks and the public call 140; measured 7366, 7401 to decrypt
 *
 * A diffusion of all words at once would save 270 cycles, but takes more code.  These 2.6
 * KB, aria_rv32.S, a mode and GHASH just fit into the 16 KiB of the E31's instruction
 * cache, where a missing line costs 4,600 cycles.
 *
 * Three and four blocks take two calls; for more aria_rv32.S is faster.
 *
 * dev/aria/rv32/two.py allocates the registers.
 *
 * All words are aligned.  Time depends on the number of rounds and the
 * direction alone; all addresses are fixed. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

    .file   "aria_two_rv32.S"

#    include "core/rv32/call.inc"

#    define rk s10
#    define out a6
#    define last a7
#    define inverse s11 /* the bytes that take the inverse S-boxes */
#    define step t6
#    define x0 s2
#    define x1 s3
#    define x2 s4
#    define x3 s5
#    define x4 s6
#    define x5 s7
#    define x6 s8
#    define x7 s9
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define NEXT 48(sp)
#    define LINK 52(sp)
#    define FRAME 112

#    include "bytes.inc"
#    include "two.inc"

.macro li_mask place, mask
    li      t0, \mask
    sw      t0, \place(sp)
.endm

/* A block is rows 0, 4, 2, 6 of the state, or the next ones. */
.macro block_words instruction, p, w0, w1, w2, w3
    \instruction \w0, 0(\p)
    \instruction \w1, 8(\p)
    \instruction \w2, 4(\p)
    \instruction \w3, 12(\p)
.endm

.macro half_to w0, w1, w2, w3
    mv      a0, \w0
    mv      a1, \w1
    mv      a2, \w2
    mv      a3, \w3
.endm

.macro half_from w0, w1, w2, w3
    mv      \w0, a0
    mv      \w1, a1
    mv      \w2, a2
    mv      \w3, a3
.endm

function narae_aria_two_rv32
    save_registers FRAME, SAVED
    li_mask 0, 0x55555555
    li_mask 4, 0x33333333
    li_mask 8, 0x0f0f0f0f
    li_mask 12, 0xf0f0f0f0
    li_mask 16, 0x00003333
    li_mask 20, 0x03030303
    li_mask 24, 0x00ff00ff
    mv      rk, a0
    mv      out, a1
    block_words lw, a2, x0, x4, x2, x6
    sw      a5, NEXT
    add     a2, a2, a5
    block_words lw, a2, x1, x5, x3, x7
    jal     .Ltwo_transpose

    slli    t0, a3, 4
    add     last, rk, t0
    li      t1, 16
    beqz    a4, 1f
    mv      t0, rk
    mv      rk, last
    mv      last, t0
    li      t1, -16
1:  mv      step, t1
    li      inverse, 0xcccccccc
    two_to_tower
    jal     .Ltwo_add_key

.Ltwo_round:
    two_substitute
    not     inverse, inverse
    add     rk, rk, step
    beq     rk, last, .Ltwo_end
    bltz    step, .Ltwo_decrypt
    jal     .Ltwo_diffuse
    jal     .Ltwo_add_key
    j       .Ltwo_round
.Ltwo_decrypt:
    jal     .Ltwo_add_key
    jal     .Ltwo_diffuse
    j       .Ltwo_round

.Ltwo_add_key:
    two_add_key
    ret
.Ltwo_diffuse:
    sw      ra, LINK
    half_to x0, x1, x2, x3
    jal     .Ltwo_diffuse_half
    half_from x0, x1, x2, x3
    half_to x4, x5, x6, x7
    jal     .Ltwo_diffuse_half
    half_from x4, x5, x6, x7
    lw      ra, LINK
    ret
.Ltwo_diffuse_half:
    two_diffuse
    ret
.Ltwo_transpose:
    li      t1, 0x00ff00ff
    lui     t2, 0xffff0
    transpose x0, x4, x2, x6
    transpose x1, x5, x3, x7
    ret

.Ltwo_end:
    jal     .Ltwo_add_key
    two_from_tower
    jal     .Ltwo_transpose
    block_words sw, out, x0, x4, x2, x6
    lw      t0, NEXT
    add     out, out, t0
    block_words sw, out, x1, x5, x3, x7
    restore_registers FRAME, SAVED
    ret
end_function narae_aria_two_rv32

#endif
