/* SPDX-License-Identifier: MIT */
/* GHASH with tables for RV32I.  SP 800-38D, clause 6.4.
 *
 *   void narae_ghash_aligned_lookup_rv32(uint32_t y[4], const uint32_t *multiples,
 *                                        const uint32_t *in, size_t nblocks);
 *
 * Byte by byte, the last one first: y h is the sum of y's bytes, each times a
 * power of x^8, and of the products that the key holds for each nibble
 * (ghash_internal.h).  A byte of a little-endian word holds lower powers of x
 * than the byte above it, so multiplication by x^8 is a shift to the left; the
 * byte shifted out is reduced through a table of 256 entries.  Instructions:
 *
 *     byte    15 for x^8, 2 x 11 for its nibbles
 *     block   16 x 37 - 19 = 573, and 15 to load, add and loop
 *
 * Addresses depend on key and data: for tightly coupled memory only
 * (core/family.h), where time does not depend on them. */

#include "core/family.h"

#ifdef NARAE_RV32_TABLES

    .file   "ghash_lookup_rv32.S"

#    include "core/rv32/call.inc"

#    define in a2
#    define nblocks a3
#    define low a1
#    define high a4
#    define fallen a5
#    define z0 a6
#    define z1 a7
#    define z2 t0
#    define z3 t1
#    define y0 t2
#    define y1 t3
#    define y2 t4
#    define y3 t5
#    define t t6
#    define u s0
#    define v s1
#    define w s2

/* t = address of the product with a nibble of y's byte k. */
.macro high_nibble y, k
    .if     \k
    srli    t, \y, 8 * \k
    andi    t, t, 0xf0
    .else
    andi    t, \y, 0xf0
    .endif
    sub     t, high, t
.endm

.macro low_nibble y, k
    .if     \k
    srli    t, \y, 8 * \k - 4
    .else
    slli    t, \y, 4
    .endif
    andi    t, t, 0xf0
    sub     t, low, t
.endm

.macro add_product
    lw      u, 0(t)
    lw      v, 4(t)
    lw      w, 8(t)
    lw      t, 12(t)
    xor     z0, z0, u
    xor     z1, z1, v
    xor     z2, z2, w
    xor     z3, z3, t
.endm

.macro times_x8
    srli    t, z3, 24
    slli    t, t, 1
    add     t, t, fallen
    lhu     t, 0(t)
    slli    z3, z3, 8
    srli    u, z2, 24
    slli    z2, z2, 8
    or      z3, z3, u
    srli    u, z1, 24
    slli    z1, z1, 8
    or      z2, z2, u
    srli    u, z0, 24
    slli    z0, z0, 8
    or      z1, z1, u
    xor     z0, z0, t
.endm

.macro add_byte y, k
    times_x8
    high_nibble \y, \k
    add_product
    low_nibble \y, \k
    add_product
.endm

.macro add_word y
    add_byte \y, 3
    add_byte \y, 2
    add_byte \y, 1
    add_byte \y, 0
.endm

function narae_ghash_aligned_lookup_rv32
    beqz    nblocks, 2f
    save_registers 16, s0, s1, s2
    addi    low, a1, 240
    addi    high, low, 256
    la      fallen, narae_ghash_fallen
    lw      z0, 0(a0)
    lw      z1, 4(a0)
    lw      z2, 8(a0)
    lw      z3, 12(a0)

1:  lw      y3, 12(in)
    lw      y2, 8(in)
    lw      y1, 4(in)
    lw      y0, 0(in)
    xor     y3, y3, z3
    xor     y2, y2, z2
    xor     y1, y1, z1
    xor     y0, y0, z0
    high_nibble y3, 3
    lw      z0, 0(t)
    lw      z1, 4(t)
    lw      z2, 8(t)
    lw      z3, 12(t)
    low_nibble y3, 3
    add_product
    add_byte y3, 2
    add_byte y3, 1
    add_byte y3, 0
    add_word y2
    add_word y1
    add_word y0
    addi    in, in, 16
    addi    nblocks, nblocks, -1
    beqz    nblocks, 3f
    j       1b

3:  sw      z0, 0(a0)
    sw      z1, 4(a0)
    sw      z2, 8(a0)
    sw      z3, 12(a0)
    restore_registers 16, s0, s1, s2
2:  ret
end_function narae_ghash_aligned_lookup_rv32

#endif
