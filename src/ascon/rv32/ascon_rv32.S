/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for RV32I, and whole blocks and messages of
 * Ascon-AEAD128.
 * SP 800-232, 3 and 4.
 *
 *   int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
 *   void narae_ascon_aead128_blocks_rv32(uint64_t state[5], uint8_t *out,
 *                                        const uint8_t *in, size_t nblocks,
 *                                        unsigned what);
 *   void narae_ascon_aead128_message_rv32(const narae_message *message);
 *
 * The state, four temporaries and the state's address fill the caller-saved registers: none
 * is saved.  All rounds are unrolled; 8 and 6 rounds enter later.  Blocks and messages use
 * the same rounds.  The permutation returns NARAE_OK, so that the public function may end
 * in a tail call.
 *
 * S-box, with sums in GF(2), in 15 operations: ten sums and five products.
 *
 *     y0 = x0 + x4,  y2 = x1 + x2,  y4 = x3 + x4,  m = y4 + (y0 | x1)
 *     x0' = m + x2 y2               x1' = y0 + (y2 | (x2 + x3))
 *     x2' = y2 + x4 y4 + 1          x3' = y2 + (x0 | y4)      x4' = m + y0
 *
 * x2' is left complemented, so there are three forms of a round.  The second starts with
 * x2, and so y2, complemented and computes
 *
 *     n = y0 + x2 y2,  m = y4 + y0 x1,  x0' = m + n,  x1' = n + x3 y2,  x4' = m + x1
 *
 * which leaves x0, x1 and x3 complemented.  The third is the first with AND for each OR,
 * and x1 x2 and x3 x4 in place of x2 y2 and x4 y4.  It leaves only x4 complemented, and a
 * NOT restores that.
 *
 *     round           1 constant + 30 S-box + 5 x 16 rotations = 111
 *     12, 8 rounds    1332 + 8, 888 + 8, and 25 to load and store the state,
 *                     to enter and to return
 *     a block         8 rounds 896, 14 for the block and 4 for the loop: 914
 *     a message       2 x 1340 + 914 a block + some 150 for the rest, and the
 *                     checks of the public function: 4698 for 32 bytes, 16613
 *                     for 240; the 40 rounds for 32 bytes alone are 4472
 *
 * Zbb would save nothing, as it cannot rotate 64 bits.
 *
 * Time depends on the number of rounds and blocks alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "ascon_rv32.S"

#    include "core/rv32/call.inc"

#    define state a0
#    define p a1
#    define q a2
#    define r a3
#    define x0l a4
#    define x0h a5
#    define x1l a6
#    define x1h a7
#    define x2l t0
#    define x2h t1
#    define x3l t2
#    define x3h t3
#    define x4l t4
#    define x4h t5
#    define s t6

#    include "linear.inc"

/* `phase` is the form of the round, 0 to 2.  Temporaries are in the registers that
 * compressed instructions can encode. */
.macro sbox x0, x1, x2, x3, x4, phase
    xor     p, \x1, \x2
    xor     q, \x3, \x4
    xor     r, \x0, \x4
    .if     \phase == 1
    and     \x2, \x2, p
    xor     \x2, \x2, r
    and     \x3, \x3, p
    or      \x0, \x0, q
    and     r, r, \x1
    xor     r, r, q
    and     q, q, \x4
    xor     \x4, r, \x1
    xor     \x1, \x2, \x3
    xor     \x3, \x0, p
    xor     \x0, \x2, r
    xor     \x2, q, p
    .else
    .if     \phase == 0
    and     \x4, \x4, q
    xor     \x3, \x3, \x2
    and     \x2, \x2, p
    or      \x1, \x1, r
    or      \x0, \x0, q
    or      \x3, \x3, p
    .else
    and     \x4, \x4, \x3
    xor     \x3, \x3, \x2
    and     \x2, \x2, \x1
    and     \x1, \x1, r
    and     \x0, \x0, q
    and     \x3, \x3, p
    .endif
    xor     q, q, \x1
    xor     \x1, \x3, r
    xor     \x3, \x0, p
    xor     \x0, q, \x2
    xor     \x2, \x4, p
    xor     \x4, q, r
    .endif
.endm

.macro round constant, phase
    xori    x2l, x2l, \constant
    sbox    x0l, x1l, x2l, x3l, x4l, \phase
    sbox    x0h, x1h, x2h, x3h, x4h, \phase
    mix_words
    .if     \phase == 2
    complement x4l, x4h
    .endif
.endm

.macro complement l, h
    not     \l, \l
    not     \h, \h
.endm

.macro state_words instruction
    .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h, x2l, x2h, x3l, x3h, x4l, x4h
    \instruction \x, at(state)
    .set    at, at + 4
    .endr
.endm

/* The address of the state is 0 while a message is processed. */
function narae_ascon_permute_rv32
    li      s, 12
    bne     a1, s, 1f
    state_words lw
.Ltwelve:
    round   0xf0, 0
    round   0xe1, 1
    round   0xd2, 2
    round   0xc3, 0
.Leight:
    round   0xb4, 1
    round   0xa5, 2
.Lsix:
    round   0x96, 0
    round   0x87, 1
    round   0x78, 2
    round   0x69, 0
    round   0x5a, 1
    round   0x4b, 2
    beqz    state, .Lnext
    state_words sw
    li      a0, 0
    ret

1:  addi    p, a1, -8
    state_words lw
    bnez    p, .Lsix
    complement x2l, x2h
    j       .Leight
end_function narae_ascon_permute_rv32

#    define out s0
#    define in s1
#    define end s2
#    define what s3

/* Blocks of 16 aligned bytes, each followed by eight rounds.  `what` is 0 to
 * encrypt, 1 to decrypt, and 2 to absorb associated data, which is encryption without
 * output. */
function narae_ascon_aead128_blocks_rv32
    bnez    a3, 1f
    ret
1:  save_registers 32, ra, out, in, end, what
    sw      state, 0(sp)
    mv      out, a1
    mv      in, a2
    slli    a3, a3, 4
    add     end, a3, in
    mv      what, a4
    state_words lw
    li      state, 0
    jal     .Lblock
    lw      state, 0(sp)
    state_words sw
    restore_registers 32, ra, out, in, end, what
    ret

.Lnext:
    bne     in, end, .Lblock
    ret

.Lblock:
    lw      p, 0(in)
    lw      q, 4(in)
    lw      r, 8(in)
    lw      s, 12(in)
    xor     x0l, x0l, p
    xor     x0h, x0h, q
    xor     x1l, x1l, r
    xor     x1h, x1h, s
    bnez    what, 2f
    sw      x0l, 0(out)
    sw      x0h, 4(out)
    sw      x1l, 8(out)
    sw      x1h, 12(out)
1:  addi    out, out, 16
.Lrounds:
    addi    in, in, 16
.Leight_of_message:
    complement x2l, x2h
    j       .Leight

2:  addi    state, what, -2
    beqz    state, .Lrounds
    li      state, 0
    sw      x0l, 0(out)
    sw      x0h, 4(out)
    sw      x1l, 8(out)
    sw      x1h, 12(out)
    mv      x0l, p
    mv      x0h, q
    mv      x1l, r
    mv      x1h, s
    j       1b
end_function narae_ascon_aead128_blocks_rv32

#    define args s4
#    define KEY 0(args)
#    define NONCE 4(args)
#    define AD 8(args)
#    define AD_BYTES 12(args)
#    define IN 16(args)
#    define OUT 20(args)
#    define BYTES 24(args)
#    define TAG 28(args)
#    define WHAT 32(args)
#    define RATE 0(sp)

.macro add_key l0, h0, l1, h1
    lw      p, KEY
    lw      q, 0(p)
    lw      r, 4(p)
    lw      s, 8(p)
    lw      p, 12(p)
    xor     \l0, \l0, q
    xor     \h0, \h0, r
    xor     \l1, \l1, s
    xor     \h1, \h1, p
.endm

/* All whole blocks from `in`; the number of bytes is in p and stays there. */
.macro blocks bytes
    lw      p, \bytes
    andi    q, p, -16
    add     end, in, q
    beq     in, end, 1f
    jal     .Lblock
    lw      p, \bytes
1:  andi    p, p, 15
    jal     .Ltail
.endm

/* A message from initialization to tag, with the state in registers. */
function narae_ascon_aead128_message_rv32
    save_registers 48, ra, out, in, end, what, args
    mv      args, a0
    li      state, 0
    mv      in, end
    lw      p, KEY
    lw      q, NONCE
    li      x0l, 0x808c0001
    li      x0h, 0x00001000
    lw      x1l, 0(p)
    lw      x1h, 4(p)
    lw      x2l, 8(p)
    lw      x2h, 12(p)
    lw      x3l, 0(q)
    lw      x3h, 4(q)
    lw      x4l, 8(q)
    lw      x4h, 12(q)
    jal     .Ltwelve
    add_key x3l, x3h, x4l, x4h

    lw      p, AD_BYTES
    beqz    p, 2f
    lw      in, AD
    li      what, 2
    blocks  AD_BYTES
    jal     .Leight_of_message
2:  lui     p, 0x80000
    xor     x4h, x4h, p

    lw      in, IN
    lw      out, OUT
    lw      what, WHAT
    blocks  BYTES
    add_key x2l, x2h, x3l, x3h
    jal     .Ltwelve
    add_key x3l, x3h, x4l, x4h
    lw      p, TAG
    sw      x3l, 0(p)
    sw      x3h, 4(p)
    sw      x4l, 8(p)
    sw      x4h, 12(p)
    restore_registers 48, ra, out, in, end, what, args
    ret

/* The last p < 16 bytes and their padding. */
.Ltail:
    bnez    p, 1f
    xori    x0l, x0l, 1
    ret
1:  .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h
    sw      \x, at + RATE
    .set    at, at + 4
    .endr
    mv      q, sp
    add     p, p, sp
1:  lbu     s, 0(q)
    lbu     r, 0(in)
    addi    end, what, -2
    xor     s, s, r
    beqz    end, 2f
    sb      s, 0(out)
    addi    out, out, 1
    beqz    what, 2f
    mv      s, r
2:  sb      s, 0(q)
    addi    in, in, 1
    addi    q, q, 1
    bne     q, p, 1b
    lbu     s, 0(q)
    xori    s, s, 1
    sb      s, 0(q)
    mv      end, in
    .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h
    lw      \x, at + RATE
    sw      zero, at + RATE
    .set    at, at + 4
    .endr
    ret
end_function narae_ascon_aead128_message_rv32

#endif
