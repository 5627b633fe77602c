/* SPDX-License-Identifier: MIT */
/* HIGHT for RV32I.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *   void narae_hight_encrypt_rv32(const void *schedule, uint8_t *out,
 *                                 const uint8_t *in, size_t nblocks);
 *   void narae_hight_decrypt_rv32(likewise);
 *
 * Two bytes in a word as in hight_portable.c, one in each half, but halves of words are not
 * exchanged: instead a result with exchanged halves is rotated, one of F0 and one of F1 in
 * four rounds, and the subkeys are stored in the order that results (hight_turned.c).  d
 * and c are in different bytes of their halves, so that a mask extracts the subkeys of each
 * from one word.  Instructions:
 *
 *     F1 and its sum      byte next to its copy 2, F1 4, shift 1, key 1, mask, sum, mask: 11
 *     F0 and its XOR      likewise 7, masks of F0 and key, sum, XOR, mask: 12
 *     four rounds         4 x (11 + 12 + 1 word of key) + 2 rotations, 2 more each, + 2: 102
 *     decryption          a borrow in each sum: 106
 *
 *     8 x 102 = 816, whitening 12, bytes to words and back 29, loads, stores and loop 10:
 *     867 a block, 902 to decrypt.  Measured, of nine blocks: 888 and 922 each.
 *
 * Caller-saved registers are enough.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_RV32_KERNELS

    .file   "hight_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define out a1
#    define in a2
#    define nblocks a3
#    define t a4
#    define u a5
#    define xa a6
#    define xb a7
#    define xc t0
#    define xd t1
#    define k t2
#    define lower t3
#    define upper t4
#    define end t5
#    define borrow t6 /* from the upper byte of the lower half */

/* t = F of x, F1 if `by` is 2, F0 if it is 5; `at` is then the bit where it begins.
 * `from` and `to` are lower or upper; halves are exchanged if `turned`. */
.macro f x, from, to, by, at, turned
    .ifc    \from, lower
    slli    t, \x, 8
    .else
    srli    t, \x, 8
    .endif
    or      t, t, \x
    srli    u, t, 1
    xor     u, u, t
    srli    u, u, \by
    xor     t, t, u
    .ifc    \to, lower
    .if     \turned
    ror     t, 16 + \at, u
    .else
    srli    t, t, \at
    .endif
    .else
    .if     \turned
    ror     t, 8 + \at, u
    .else
    slli    t, t, 8 - \at
    .endif
    .endif
.endm

/* d and its byte (lower or upper), likewise b, a and c. */
.macro encrypt_round at, d, in_d, b, in_b, a, in_a, c, in_c, turn_d=0, turn_c=0
    lw      k, \at(rk)
    f       \b, \in_b, \in_d, 2, 2, \turn_d
    xor     t, t, k
    and     t, t, \in_d
    add     \d, \d, t
    and     \d, \d, \in_d
    f       \a, \in_a, \in_c, 5, 1, \turn_c
    and     t, t, \in_c
    and     k, k, \in_c
    add     t, t, k
    xor     \c, \c, t
    and     \c, \c, \in_c
.endm

.macro decrypt_round at, d, in_d, b, in_b, a, in_a, c, in_c, turn_d=0, turn_c=0
    lw      k, \at(rk)
    f       \b, \in_b, \in_d, 2, 2, \turn_d
    xor     t, t, k
    and     t, t, \in_d
    .ifc    \in_d, lower
    ori     \d, \d, 0x100
    .else
    or      \d, \d, borrow
    .endif
    sub     \d, \d, t
    and     \d, \d, \in_d
    f       \a, \in_a, \in_c, 5, 1, \turn_c
    and     t, t, \in_c
    and     k, k, \in_c
    add     t, t, k
    xor     \c, \c, t
    and     \c, \c, \in_c
.endm

/* Exchanges bytes 2 and 3 of x with bytes 0 and 1 of y. */
.macro cross x, y
    srli    t, \x, 16
    slli    \x, \x, 16
    srli    \x, \x, 16
    slli    u, \y, 16
    or      \x, \x, u
    srli    \y, \y, 16
    slli    \y, \y, 16
    or      \y, \y, t
.endm

.macro begin kernel, key
    or      t, out, in
    andi    t, t, 3
    beqz    t, 1f
    la      a4, \kernel
    li      a5, 8
    tail    narae_unaligned_blocks
1:  beqz    nblocks, 9f
    li      lower, 0x00ff00ff
    not     upper, lower
    addi    end, rk, \key
2:  lw      xb, 0(in)
    lw      xa, 4(in)
    cross   xb, xa
.endm

/* Continues at 2 with the next block; 9 returns. */
.macro end_block low, high
    cross   \low, \high
    sw      \low, 0(out)
    sw      \high, 4(out)
    addi    in, in, 8
    addi    out, out, 8
    addi    nblocks, nblocks, -1
    bnez    nblocks, 2b
9:  ret
.endm

/* x and k's lower bytes by `operation`, y ^= k's upper bytes. */
.macro whiten operation, x, y
    and     t, k, lower
    and     u, k, upper
    \operation \x, \x, t
    xor     \y, \y, u
    and     \x, \x, lower
.endm

function narae_hight_encrypt_rv32
    begin   narae_hight_encrypt_rv32, 140
    srli    xd, xb, 8
    and     xd, xd, lower
    and     xb, xb, lower
    lw      k, 4(rk)
    ror     xb, 16, t
    and     xc, xa, upper
    slli    xa, xa, 8
    and     xa, xa, upper
    whiten  add, xb, xa
    addi    rk, rk, 12
3:  encrypt_round 0, xd, lower, xb, lower, xa, upper, xc, upper, turn_d=1
    encrypt_round 4, xb, lower, xc, upper, xd, lower, xa, upper
    encrypt_round 8, xc, upper, xa, upper, xb, lower, xd, lower, turn_c=1
    encrypt_round 12, xa, upper, xd, lower, xc, upper, xb, lower
    addi    rk, rk, 16
    bne     rk, end, 3b
    addi    rk, rk, -140
    lw      k, 8(rk)
    slli    xb, xb, 8
    whiten  add, xd, xc
    srli    xc, xc, 8
    or      xd, xd, xa
    or      xc, xc, xb
    end_block xd, xc
end_function narae_hight_encrypt_rv32

function narae_hight_decrypt_rv32
    begin   narae_hight_decrypt_rv32, 12
    lui     borrow, 0x10
    lw      k, 8(rk)
    and     xd, xb, lower
    slli    xc, xa, 8
    and     xc, xc, upper
    ori     xd, xd, 0x100
    srli    xa, xa, 8
    and     t, xa, lower
    and     xa, xb, upper
    mv      xb, t
    whiten  sub, xd, xc
    addi    rk, rk, 140
3:  addi    rk, rk, -16
    decrypt_round 12, xa, upper, xd, lower, xc, upper, xb, lower
    decrypt_round 8, xc, upper, xa, upper, xb, lower, xd, lower, turn_c=1
    decrypt_round 4, xb, lower, xc, upper, xd, lower, xa, upper
    decrypt_round 0, xd, lower, xb, lower, xa, upper, xc, upper, turn_d=1
    bne     rk, end, 3b
    addi    rk, rk, -12
    lw      k, 4(rk)
    ori     xb, xb, 0x100
    slli    xd, xd, 8
    whiten  sub, xb, xa
    ror     xb, 16, t
    srli    xa, xa, 8
    or      xb, xb, xd
    or      xa, xa, xc
    end_block xb, xa
end_function narae_hight_decrypt_rv32

#endif
