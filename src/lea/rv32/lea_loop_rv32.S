/* SPDX-License-Identifier: MIT */
/* LEA for RV32I in little flash.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_set_key_rv32(lea_schedule *schedule, const uint8_t *key,
 *                               size_t key_bytes);
 *   void narae_lea_encrypt_rv32(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_lea_decrypt_rv32(likewise);
 *
 * One round in a loop.  Sums that need the old words are computed before any
 * word is replaced, so that only x0 has to be moved.  It needs eight registers,
 * those that compressed instructions can encode.
 *
 *   a round   encryption 27 instructions in 60 bytes, decryption 30 in 64
 *
 * The key schedule is one recurrence for all key sizes.  Number the words of
 * all rounds q = 0, 1, ..., and let the key have n words: word q is computed
 * from word q - n, the first n from the key, which is stored at words n to 2 n
 * - 1 until they are written.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)

    .file   "lea_loop_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define out t3
#    define in t4
#    define nblocks t5
#    define block_code t6
#    define first a6
#    define end a7
#    define a a2
#    define b a3
#    define c a4
#    define d a5
#    define u s0
#    define v s1
#    define w a1
#    define link t0
#    define bytes t1 /* of the schedule's words */
#    define others t2 /* not 0: not LEA-128 */

/* Rounds of LEA-128, whose k3 and k5 are k1, and of the others. */
#    define KEYS128 16, 0, 4, 8, 4, 12, 4
#    define KEYS256 24, 0, 4, 8, 12, 16, 20

.macro encrypt_rounds bytes, k0, k1, k2, k3, k4, k5
1:  lw      u, \k4(rk)
    lw      v, \k5(rk)
    xor     u, u, c
    xor     v, v, d
    add     u, u, v
    lw      v, \k2(rk)
    lw      w, \k3(rk)
    xor     v, v, b
    xor     w, w, c
    add     v, v, w
    ror_to  c, u, 3, u
    lw      u, \k0(rk)
    lw      w, \k1(rk)
    xor     u, u, a
    xor     w, w, b
    add     u, u, w
    ror_to  b, v, 5, v
    mv      d, a
    ror_to  a, u, 23, u
    addi    rk, rk, \bytes
    bne     rk, end, 1b
    jr      link
.endm

.macro decrypt_rounds bytes, k0, k1, k2, k3, k4, k5
    mv      w, rk
    mv      rk, end
    mv      end, w
1:  addi    rk, rk, -\bytes
    lw      u, \k0(rk)
    lw      v, \k1(rk)
    ror_to  w, a, 9, a
    xor     u, u, d
    mv      a, d
    sub     w, w, u
    xor     w, w, v
    lw      u, \k2(rk)
    lw      v, \k3(rk)
    ror_to  d, b, 27, b
    xor     u, u, w
    mv      b, w
    sub     d, d, u
    xor     d, d, v
    lw      u, \k4(rk)
    lw      v, \k5(rk)
    ror_to  w, c, 29, c
    xor     u, u, d
    mv      c, d
    sub     w, w, u
    xor     d, w, v
    bne     rk, end, 1b
    jr      link
.endm

function narae_lea_encrypt_rv32
    lla     a5, .Lencrypt
    la      a4, narae_lea_encrypt_rv32
    j       .Lblocks
.Lencrypt:
    bnez    others, .Lencrypt256
    encrypt_rounds KEYS128
.Lencrypt256:
    encrypt_rounds KEYS256

/* Blocks one by one, by the code at a5; a4 is the kernel, for blocks that are
 * not aligned. */
.Lblocks:
    or      t0, a1, a2
    andi    t0, t0, 3
    bnez    t0, 3f
    beqz    a3, 2f
    mv      block_code, a5
    mv      out, a1
    mv      in, a2
    mv      nblocks, a3
    lw      bytes, 0(rk)
    save_registers 16, s0, s1
    addi    first, rk, 4
    addi    others, bytes, -24
    slli    u, bytes, 3
    slli    bytes, bytes, 4
    beqz    others, 1f
    add     bytes, bytes, u
1:  lw      a, 0(in)
    lw      b, 4(in)
    lw      c, 8(in)
    lw      d, 12(in)
    mv      rk, first
    add     end, first, bytes
    jalr    link, block_code
    sw      a, 0(out)
    sw      b, 4(out)
    sw      c, 8(out)
    sw      d, 12(out)
    addi    in, in, 16
    addi    out, out, 16
    addi    nblocks, nblocks, -1
    bnez    nblocks, 1b
    restore_registers 16, s0, s1
2:  ret
3:  li      a5, 16
    tail    narae_unaligned_blocks

.globl narae_lea_decrypt_rv32
.type narae_lea_decrypt_rv32, @function
narae_lea_decrypt_rv32:
    lla     a5, .Ldecrypt
    la      a4, narae_lea_decrypt_rv32
    j       .Lblocks
.Ldecrypt:
    bnez    others, .Ldecrypt256
    decrypt_rounds KEYS128
.Ldecrypt256:
    decrypt_rounds KEYS256
end_function narae_lea_encrypt_rv32

#    define key a1
#    define key_bytes a2
#    define q a3
#    define from a4
#    define constant a5
#    define x a1
#    define y a6
#    define back a7
#    define r t0
#    define turns t1
#    define delta t2
#    define delta_end t3
#    define key_end t4
#    define rk_end t5
#    define all_turns t6

function narae_lea_set_key_rv32
    addi    q, rk, 4
    add     from, q, key_bytes
    add     key_end, from, key_bytes
1:  lbu     y, 0(key)
    sb      y, 0(from)
    addi    key, key, 1
    addi    from, from, 1
    bne     from, key_end, 1b
    sub     from, from, key_bytes

    /* Four or six rotation amounts of 5 bits, the next one lowest. */
    li      all_turns, 1 | 3 << 5 | 6 << 10 | 11 << 15
    srli    x, key_bytes, 1
    addi    x, x, 16
    sw      x, 0(rk)
    slli    rk_end, x, 4
    addi    y, key_bytes, -16
    beqz    y, 2f
    li      y, 13 << 20 | 17 << 25
    add     all_turns, all_turns, y
    slli    x, x, 3
    add     rk_end, rk_end, x
2:  add     rk_end, rk_end, q
    la      delta, lea_delta
    add     delta_end, delta, key_bytes
    li      r, 0

3:  lw      constant, 0(delta)
    addi    delta, delta, 4
    bne     delta, delta_end, 4f
    sub     delta, delta, key_bytes
4:  mv      turns, all_turns
    sll     y, constant, r
    neg     back, r
    srl     constant, constant, back
    or      constant, constant, y
    addi    r, r, 1
5:  lw      x, 0(from)
    addi    from, from, 4
    add     x, x, constant
    sll     y, x, turns
    neg     back, turns
    srl     x, x, back
    or      x, x, y
    sw      x, 0(q)
    addi    q, q, 4
    ror     constant, 31, y
    srli    turns, turns, 5
    bne     from, key_end, 6f
    addi    from, rk, 4
    li      key_end, 0
6:  bnez    turns, 5b
    bne     q, rk_end, 3b
    ret
end_function narae_lea_set_key_rv32

    .section .rodata.narae_lea_delta, "a", @progbits
    .balign 4
    .type   lea_delta, @object
lea_delta:
    .word   0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec, 0x715ea49e, 0xc785da0a, 0xe04ef22a, 0xe5c40957
    .size   lea_delta, 32

#endif
