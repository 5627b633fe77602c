/* SPDX-License-Identifier: MIT */
/* AES with tables for RV32I.  FIPS 197, clause 5.
 *
 *   void narae_aes_encrypt_rv32_tables(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_rv32_tables(likewise);
 *
 * A column of a round is four lookups of a word, one for each row, and the
 * round key.  A lookup is two instructions to extract a byte times 4, one to
 * add the table's address, a load, and an XOR two instructions after the load,
 * which is its latency on the E31.  Instructions:
 *
 *   encryption   84 a round, 96 for the last one, 16 for block and first key:
 *                868, 1036, 1204 with 10, 12, 14 rounds; all rounds unrolled
 *   decryption   the same with one table of 1 KiB instead of four, and nine
 *                instructions more for each column to rotate the words loaded;
 *                120 a round, in loops
 *
 * Addresses depend on key and data: for tightly coupled memory only
 * (core/family.h), where time does not depend on them.  Time depends on the
 * number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_RV32_TABLES

    .file   "aes_lookup_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define out a1
#    define in a2
#    define nblocks a3
#    define table t0
#    define t t1
#    define u t2
#    define S a4, a5, a6, a7
#    define N t3, t4, t5, t6
#    define last_word a7

/* y = 4 x, for byte k of x. */
.macro index y, x, k
    .if     \k == 0
    slli    \y, \x, 2
    .else
    srli    \y, \x, 8 * \k - 2
    .endif
    andi    \y, \y, 0x3fc
.endm

/* y = byte k of x. */
.macro byte y, x, k
    .if     \k == 0
    andi    \y, \x, 0xff
    .elseif \k == 3
    srli    \y, \x, 24
    .else
    srli    \y, \x, 8 * \k
    andi    \y, \y, 0xff
    .endif
.endm

#    define TE(k) 1024 * (k) - 2048

/* n = column of the next state from the diagonal b0 b1 b2 b3.  The word loaded
 * last, in u, is XORed only in the code of the next column: here into
 * `before`. */
.macro encrypt_column n, key, b0, b1, b2, b3, before
    index   t, \b0, 0
    lw      \n, \key
    add     t, t, table
    lw      t, TE(0)(t)
    xor     \before, \before, u
    index   u, \b1, 1
    xor     \n, \n, t
    add     u, u, table
    lw      u, TE(1)(u)
    index   t, \b2, 2
    xor     \n, \n, u
    add     t, t, table
    lw      t, TE(2)(t)
    index   u, \b3, 3
    xor     \n, \n, t
    add     u, u, table
    lw      u, TE(3)(u)
.endm

.macro encrypt_round key, s0, s1, s2, s3, n0, n1, n2, n3
    encrypt_column \n0, \key(rk), \s0, \s1, \s2, \s3, \s3
    encrypt_column \n1, \key + 4(rk), \s1, \s2, \s3, \s0, \n0
    encrypt_column \n2, \key + 8(rk), \s2, \s3, \s0, \s1, \n1
    encrypt_column \n3, \key + 12(rk), \s3, \s0, \s1, \s2, \n2
.endm

/* The last round has no MixColumns and reads bytes, S(x) alone: byte 1 of an
 * entry of the first table, and so on. */
.macro last_column n, key, b0, b1, b2, b3, before
    index   t, \b0, 0
    lw      \n, \key
    add     t, t, table
    lbu     t, TE(0) + 1(t)
    .ifc    \before, \b3
    xor     \before, \before, u
    .else
    slli    u, u, 24
    xor     \before, \before, u
    .endif
    index   u, \b1, 1
    add     u, u, table
    xor     \n, \n, t
    lbu     u, TE(0) + 1(u)
    index   t, \b2, 2
    slli    u, u, 8
    add     t, t, table
    xor     \n, \n, u
    lbu     t, TE(0) + 1(t)
    index   u, \b3, 3
    slli    t, t, 16
    add     u, u, table
    xor     \n, \n, t
    lbu     u, TE(0) + 1(u)
.endm

.macro last_round key, s0, s1, s2, s3, n0, n1, n2, n3
    last_column \n0, \key(rk), \s0, \s1, \s2, \s3, \s3
    last_column \n1, \key + 4(rk), \s1, \s2, \s3, \s0, \n0
    last_column \n2, \key + 8(rk), \s2, \s3, \s0, \s1, \n1
    last_column \n3, \key + 12(rk), \s3, \s0, \s1, \s2, \n2
.endm

/* The last byte of the last column, too. */
.macro store_block s0, s1, s2, s3
    sw      \s0, 0(out)
    sw      \s1, 4(out)
    slli    u, u, 24
    sw      \s2, 8(out)
    xor     \s3, \s3, u
    sw      \s3, 12(out)
.endm

/* Leaves the last word of key in u. */
.macro load_block key, s0, s1, s2, s3
    lw      \s0, 0(in)
    lw      t, \key(rk)
    lw      \s1, 4(in)
    lw      u, \key + 4(rk)
    xor     \s0, \s0, t
    lw      \s2, 8(in)
    lw      t, \key + 8(rk)
    xor     \s1, \s1, u
    lw      \s3, 12(in)
    lw      u, \key + 12(rk)
    xor     \s2, \s2, t
.endm

/* Offset of round key r; rk is moved back so that the last key is always number
 * 14. */
#    define KEY(r) 4 + 16 * (r)

.macro two_rounds r
    encrypt_round KEY(\r), S, N
    encrypt_round KEY(\r + 1), N, S
.endm

/* Blocks that are not aligned go to narae_unaligned_blocks(). */
.macro begin kernel
    or      t, out, in
    andi    t, t, 3
    bnez    t, 8f
    bnez    nblocks, 9f
    ret
8:  la      a4, \kernel
    li      a5, 16
    tail    narae_unaligned_blocks
9:
.endm

/* The two upper bits of nblocks hold the key size while there are more
 * blocks. */
function narae_aes_encrypt_rv32_tables
    begin   narae_aes_encrypt_rv32_tables
    lw      u, 0(rk)
    la      table, narae_aes_te + 2048
    addi    u, u, -12
    bgez    u, 4f

    addi    rk, rk, -4 * 16
1:  load_block KEY(4), S
2:  two_rounds 5
    two_rounds 7
    two_rounds 9
    two_rounds 11
    encrypt_round KEY(13), S, N
    last_round KEY(14), N, S
    store_block S
    addi    nblocks, nblocks, -1
    bnez    nblocks, 3f
    ret

3:  addi    in, in, 16
    addi    out, out, 16
    srli    t, nblocks, 30
    beqz    t, 1b
    slli    u, nblocks, 2
    beqz    u, 8f
    bltz    nblocks, 6f
    j       5f
8:  ret

4:  lui     t, 0x80000
    bnez    u, 7f
    lui     t, 0x40000
    or      nblocks, nblocks, t
    addi    rk, rk, -2 * 16
5:  load_block KEY(2), S
    two_rounds 3
    j       2b

7:  or      nblocks, nblocks, t
6:  load_block KEY(0), S
    two_rounds 1
    two_rounds 3
    j       2b
end_function narae_aes_encrypt_rv32_tables

.macro decrypt_column n, key, b0, b1, b2, b3
    index   t, \b3, 3
    add     t, t, table
    lw      \n, 0(t)
    index   u, \b2, 2
    add     u, u, table
    lw      u, 0(u)
    ror     \n, 24, t
    xor     \n, \n, u
    index   u, \b1, 1
    add     u, u, table
    lw      u, 0(u)
    ror     \n, 24, t
    xor     \n, \n, u
    index   u, \b0, 0
    add     u, u, table
    lw      u, 0(u)
    ror     \n, 24, t
    lw      t, \key(rk)
    xor     \n, \n, u
    xor     \n, \n, t
.endm

.macro decrypt_round s0, s1, s2, s3, n0, n1, n2, n3
    decrypt_column \n0, 16, \s0, \s3, \s2, \s1
    decrypt_column \n1, 20, \s1, \s0, \s3, \s2
    decrypt_column \n2, 24, \s2, \s1, \s0, \s3
    decrypt_column \n3, 28, \s3, \s2, \s1, \s0
    addi    rk, rk, 16
.endm

.macro last_decrypt_column n, key, b0, b1, b2, b3
    byte    t, \b0, 0
    lw      \n, \key(rk)
    add     t, t, table
    lbu     t, 0(t)
    byte    u, \b1, 1
    add     u, u, table
    xor     \n, \n, t
    lbu     u, 0(u)
    byte    t, \b2, 2
    add     t, t, table
    slli    u, u, 8
    lbu     t, 0(t)
    xor     \n, \n, u
    byte    u, \b3, 3
    add     u, u, table
    slli    t, t, 16
    lbu     u, 0(u)
    xor     \n, \n, t
.endm

.macro last_decrypt_round s0, s1, s2, s3, n0, n1, n2, n3
    last_decrypt_column \n0, 16, \s0, \s3, \s2, \s1
    slli    u, u, 24
    xor     \n0, \n0, u
    last_decrypt_column \n1, 20, \s1, \s0, \s3, \s2
    slli    u, u, 24
    xor     \n1, \n1, u
    last_decrypt_column \n2, 24, \s2, \s1, \s0, \s3
    slli    u, u, 24
    xor     \n2, \n2, u
    last_decrypt_column \n3, 28, \s3, \s2, \s1, \s0
.endm

#    define first s0
#    define end s1

function narae_aes_decrypt_rv32_tables
    begin   narae_aes_decrypt_rv32_tables
    save_registers 16, first, end
    lw      t, 0(rk)
    slli    t, t, 4
    addi    rk, rk, 4 + 16
    add     first, rk, t
    add     end, first, t
    addi    end, end, -16

1:  mv      rk, first
    la      table, narae_aes_td
    load_block 0, S
    xor     last_word, last_word, u
    decrypt_round S, N
2:  decrypt_round N, S
    decrypt_round S, N
    bne     rk, end, 2b
    la      table, narae_aes_td_last
    last_decrypt_round N, S
    store_block S
    addi    in, in, 16
    addi    out, out, 16
    addi    nblocks, nblocks, -1
    bnez    nblocks, 1b
    restore_registers 16, first, end
    ret
end_function narae_aes_decrypt_rv32_tables

#endif
