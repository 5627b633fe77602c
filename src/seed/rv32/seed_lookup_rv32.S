/* SPDX-License-Identifier: MIT */
/* SEED with tables for RV32I.  RFC 4269.
 *
 *   void narae_seed_encrypt_rv32_tables(const void *schedule, uint8_t *out,
 *                                       const uint8_t *in, size_t nblocks);
 *   void narae_seed_decrypt_rv32_tables(likewise);
 *
 *     G        4 x 4 lookups and 3 XORs: 19
 *     a round  3 x 19, 2 words of key, 3 XORs, 3 additions, 2 XORs: 67
 *     16 x 67 = 1072, 8 x 2 for the loop, 8 x 9 to load, store and swap bytes, 9: 1169
 *
 * All indices are computed before the loads, which hides their latency.  Caller-saved
 * registers are enough.
 *
 * Addresses depend on key and data: for tightly coupled memory only
 * (core/family.h), where time does not depend on them.  Time depends on the
 * number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_RV32_TABLES

    .file   "seed_lookup_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define out a1
#    define in a2
#    define nblocks a3
#    define w0 a4
#    define w1 a5
#    define w2 a6
#    define w3 a7
#    define t t0
#    define u t1
#    define v t2
#    define table t3
#    define x0 t4
#    define x1 t5
#    define end t6

#    define TABLE(k) 1024 * (k) - 2048

.macro index y, x, k
    .if     \k == 0
    slli    \y, \x, 2
    .else
    srli    \y, \x, 8 * \k - 2
    .endif
    andi    \y, \y, 0x3fc
    add     \y, \y, table
.endm

.macro g x
    index   t, \x, 0
    index   u, \x, 1
    index   v, \x, 2
    index   \x, \x, 3
    lw      t, TABLE(0)(t)
    lw      u, TABLE(1)(u)
    lw      v, TABLE(2)(v)
    lw      \x, TABLE(3)(\x)
    xor     t, t, u
    xor     t, t, v
    xor     \x, \x, t
.endm

.macro round a, b, c, d, key
    lw      t, \key(rk)
    lw      u, \key + 4(rk)
    xor     x0, \c, t
    xor     x1, \d, u
    xor     x1, x1, x0
    g       x1
    add     x0, x0, x1
    g       x0
    add     x1, x1, x0
    g       x1
    add     x0, x0, x1
    xor     \a, \a, x0
    xor     \b, \b, x1
.endm

/* x0 is 0x00ff00ff. */
.macro swap_bytes w
    srli    t, \w, 8
    and     \w, \w, x0
    and     t, t, x0
    slli    \w, \w, 8
    or      \w, \w, t
    ror     \w, 16, t
.endm

.macro swap_all
    li      x0, 0x00ff00ff
    swap_bytes w0
    swap_bytes w1
    swap_bytes w2
    swap_bytes w3
.endm

/* `first` is the offset of the first key from the schedule, `last` that of the end. */
.macro begin kernel, first, last
    or      t, out, in
    andi    t, t, 3
    beqz    t, 1f
    la      a4, \kernel
    li      a5, 16
    tail    narae_unaligned_blocks
1:  beqz    nblocks, 9f
    la      table, narae_seed_table + 2048
    addi    end, rk, \last
    addi    rk, rk, \first
2:  lw      w0, 0(in)
    lw      w1, 4(in)
    lw      w2, 8(in)
    lw      w3, 12(in)
    swap_all
.endm

/* Continues at 2 with the next block; 9 returns. */
.macro end_block
    swap_all
    sw      w2, 0(out)
    sw      w3, 4(out)
    sw      w0, 8(out)
    sw      w1, 12(out)
    addi    in, in, 16
    addi    out, out, 16
    addi    nblocks, nblocks, -1
    bnez    nblocks, 2b
9:  ret
.endm

function narae_seed_encrypt_rv32_tables
    begin   narae_seed_encrypt_rv32_tables, 4, 132
3:  round   w0, w1, w2, w3, 0
    round   w2, w3, w0, w1, 8
    addi    rk, rk, 16
    bne     rk, end, 3b
    addi    rk, rk, -128
    end_block
end_function narae_seed_encrypt_rv32_tables

function narae_seed_decrypt_rv32_tables
    begin   narae_seed_decrypt_rv32_tables, 124, -4
3:  round   w0, w1, w2, w3, 0
    round   w2, w3, w0, w1, -8
    addi    rk, rk, -16
    bne     rk, end, 3b
    addi    rk, rk, 128
    end_block
end_function narae_seed_decrypt_rv32_tables

#endif
