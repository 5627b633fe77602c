/* SPDX-License-Identifier: MIT */
/* ARIA with tables for RV32I.  RFC 5794, section 2.4.
 *
 *   void narae_aria_encrypt_rv32_tables(const void *schedule, uint8_t *out,
 *                                       const uint8_t *in, size_t nblocks);
 *   void narae_aria_decrypt_rv32_tables(likewise);
 *
 * The diffusion is M P M L: L replaces each byte by the sum of the other three
 * bytes of its word, which the tables include; M replaces each word by the sum
 * of the other three, in six XORs for all four; P exchanges neighbouring bytes
 * of word 1, halves of word 2, and both in word 3.  In even rounds the S-boxes
 * of the two halves of a word are exchanged: looked up in the same tables, the
 * words come out with halves exchanged, and a P that undoes this takes as many
 * instructions.  Instructions:
 *
 *     round        8 key, 16 x 4 lookups, 12 to add them, 6 + 6 M, 16 P = 112
 *     last round   104, without diffusion
 *     12 rounds    11 x 112 + 104 + 8 for the block + 12 to loop
 *
 * Decryption adds L of the round's key after the lookups instead: 36 more.
 * Caller-saved registers are enough.
 *
 * Addresses depend on key and data: for tightly coupled memory only
 * (core/family.h), where time does not depend on them.  Time depends on the
 * number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_RV32_TABLES

    .file   "aria_lookup_rv32.S"

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
#    define bytes t4    /* 0x00ff00ff */
#    define end t5
#    define schedule t6

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

/* w = L of the S-boxes of w: byte k uses table k ^ half, half = 0 or 2.  Then
 * `next` is XORed with its key. */
.macro substitute w, half, next, key
    index   t, \w, 0
    lw      t, TABLE(0 ^ \half)(t)
    index   u, \w, 1
    lw      u, TABLE(1 ^ \half)(u)
    index   v, \w, 2
    xor     t, t, u
    lw      v, TABLE(2 ^ \half)(v)
    index   \w, \w, 3
    xor     t, t, v
    lw      \w, TABLE(3 ^ \half)(\w)
    .ifnb   \next
    lw      u, \key(rk)
    .endif
    xor     \w, \w, t
    .ifnb   \next
    xor     \next, \next, u
    .endif
.endm

.macro add_words
    xor     w1, w1, w2
    xor     w2, w2, w3
    xor     w0, w0, w1
    xor     w3, w3, w1
    xor     w2, w2, w0
    xor     w1, w1, w2
.endm

.macro swap_bytes w
    srli    t, \w, 8
    and     \w, \w, bytes
    and     t, t, bytes
    slli    \w, \w, 8
    or      \w, \w, t
.endm

.macro swap_halves w
    ror     \w, 16, t
.endm

.macro diffuse half
    add_words
    .if     \half
    swap_halves w0
    swap_halves w1
    swap_bytes w1
    swap_bytes w3
    .else
    swap_bytes w1
    swap_halves w2
    swap_halves w3
    swap_bytes w3
    .endif
    add_words
.endm

.macro encrypt_round half, key
    lw      u, \key(rk)
    lw      v, \key + 4(rk)
    xor     w0, w0, u
    xor     w1, w1, v
    substitute w0, \half, w2, \key + 8
    substitute w1, \half, w3, \key + 12
    substitute w2, \half
    substitute w3, \half
    diffuse \half
.endm

/* The last round: the S-boxes alone, read from a byte of the entry that is not
 * zero. */
.macro last_substitute w, key
    index   t, \w, 0
    lbu     t, TABLE(2)(t)
    index   u, \w, 1
    lbu     u, TABLE(3)(u)
    index   v, \w, 2
    slli    u, u, 8
    lbu     v, TABLE(0) + 1(v)
    index   \w, \w, 3
    slli    v, v, 16
    lbu     \w, TABLE(1)(\w)
    or      t, t, u
    lw      u, \key(rk)
    or      t, t, v
    slli    \w, \w, 24
    xor     t, t, u
    xor     \w, \w, t
.endm

.macro add_key key
    lw      t, \key(rk)
    lw      u, \key + 4(rk)
    lw      v, \key + 8(rk)
    xor     w0, w0, t
    lw      t, \key + 12(rk)
    xor     w1, w1, u
    xor     w2, w2, v
    xor     w3, w3, t
.endm

.macro last_round key
    last_substitute w0, \key
    last_substitute w1, \key + 4
    last_substitute w2, \key + 8
    last_substitute w3, \key + 12
.endm

.macro begin kernel
    or      t, out, in
    andi    t, t, 3
    beqz    t, 1f
    la      a4, \kernel
    li      a5, 16
    tail    narae_unaligned_blocks
1:  beqz    nblocks, 9f
    lw      end, 0(rk)
    li      bytes, 0x00ff00ff
    la      table, narae_aria_table + 2048
    slli    end, end, 4
.endm

.macro load_block
    lw      w0, 0(in)
    lw      w1, 4(in)
    lw      w2, 8(in)
    lw      w3, 12(in)
.endm

/* Continues at 2 with the next block; 9 returns. */
.macro end_block
    sw      w0, 0(out)
    sw      w1, 4(out)
    sw      w2, 8(out)
    sw      w3, 12(out)
    addi    in, in, 16
    addi    out, out, 16
    addi    nblocks, nblocks, -1
    bnez    nblocks, 2b
9:  ret
.endm

function narae_aria_encrypt_rv32_tables
    begin   narae_aria_encrypt_rv32_tables
    addi    rk, rk, 4
    mv      schedule, rk
    add     end, end, rk
    addi    end, end, -32
2:  load_block
3:  encrypt_round 0, 0
    encrypt_round 2, 16
    addi    rk, rk, 32
    bne     rk, end, 3b
    encrypt_round 0, 0
    add_key 16
    last_round 32
    mv      rk, schedule
    end_block
end_function narae_aria_encrypt_rv32_tables

/* w ^= L of a word of key, its halves exchanged in even rounds. */
.macro add_diffused w, half, key
    lw      u, \key(rk)
    mv      v, u
    ror     v, 16, t
    .if     \half
    xor     \w, \w, v
    .else
    xor     \w, \w, u
    .endif
    xor     u, u, v
    mv      v, u
    ror     v, 8, t
    xor     u, u, v
    xor     \w, \w, u
.endm

.macro decrypt_round half, key
    substitute w0, \half
    add_diffused w0, \half, \key
    substitute w1, \half
    add_diffused w1, \half, \key + 4
    substitute w2, \half
    add_diffused w2, \half, \key + 8
    substitute w3, \half
    add_diffused w3, \half, \key + 12
    diffuse \half
.endm

function narae_aria_decrypt_rv32_tables
    begin   narae_aria_decrypt_rv32_tables
    addi    schedule, rk, 4 - 16
    add     end, schedule, end
    mv      rk, end
    addi    end, schedule, 32
2:  load_block
    add_key 16
3:  decrypt_round 0, 0
    decrypt_round 2, -16
    addi    rk, rk, -32
    bne     rk, end, 3b
    decrypt_round 0, 0
    last_round -16
    lw      t, -4 - 16(rk)
    slli    t, t, 4
    addi    rk, rk, -32
    add     rk, rk, t
    end_block
end_function narae_aria_decrypt_rv32_tables

#endif
