/* The Ascon permutation for RV32I, and whole blocks and messages of
 * Ascon-AEAD128.
 * SP 800-232, 3 and 4.
 *
 *   int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
 *   void narae_ascon_aead128_blocks_rv32(uint64_t state[5], uint8_t *out,
 *                                        const uint8_t *in, size_t nblocks,
 *                                        unsigned what);
 *   void narae_ascon_aead128_message_rv32(const ascon_message *message);
 *
 * The state, four words for what is under way, and its address fill the
 * registers that a function may change: none is saved.  All rounds are in
 * line, and fewer than twelve begin later.  The answer is NARAE_OK, so that the
 * public function may end in a jump.
 *
 * S-box, with sums in GF(2) and five products:
 *
 *     y0 = x0 + x4,  y2 = x1 + x2,  y4 = x3 + x4,  g = y2 + x4 y4,  h = y0 + x2 y2
 *     x4' = y4 + (y0 + 1) x1        x0' = x4' + h     x1' = h + x2 + (y2 | x3)
 *     x3' = g + x4 + (y0 | y4)      x2' = g + 1
 *
 * No complement is taken.  A word may be kept as its complement, and AND of
 * two is OR of what they were: if x1 begins as such, then in six rounds each
 * product, or one of other two of the same three words (x1, x2, y2 and so on)
 * that does as well, comes as one AND or OR, and x1 alone is complemented
 * again.  That takes 16 instructions for a half of the words in three of the
 * six rounds and 17 in the others.
 *
 *     round           1 constant + 33 S-box + 5 x 16 rotations = 114
 *     12, 8 rounds    1368 + 4, 914 + 10, and 23 for state and entry
 *     8 for a block   910 from the first phase on, 6 for complements, 16 for the
 *                     block and the loop: 932
 *     message         2 x 1380 + 932 a block + some 150 for the rest, and the
 *                     checks of the public function: 4768 for 32 bytes, 16890
 *                     for 240; the 40 rounds for 32 bytes alone are 4560
 *
 * Zbb cannot rotate 64 bits and would save nothing.
 *
 * Time depends on the number of rounds and blocks alone. */

#include "core/kernels.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "ascon_rv32.S"

#    include "core/rv32.inc"

#    define state a0
#    define x0l a1
#    define x0h a2
#    define x1l a3
#    define x1h a4
#    define x2l a5
#    define x2h a6
#    define x3l a7
#    define x3h t0
#    define x4l t1
#    define x4h t2
#    define p t3
#    define q t4
#    define r t5
#    define s t6

#    include "ascon_rv32.inc"

/* The S-box with what `phase` does in its place: x2 y2, x4 y4, y2 x3 and the
 * word they are added to.  h is made in r and x1' + h in s. */
.macro sbox x0, x1, x2, x3, x4, phase
    xor     \x0, \x0, \x4
    xor     p, \x3, \x4
    xor     q, \x1, \x2
    .if     \phase == 3 || \phase == 4
    and     r, \x1, q
    or      s, q, \x3
    .else
    and     r, \x1, \x2
    and     s, q, \x3
    .endif
    xor     r, r, \x0
    .if     \phase == 0 || \phase == 2
    xor     s, s, \x1
    .else
    xor     s, s, \x2
    .endif
    .if     \phase == 0 || \phase == 3
    and     \x2, \x4, p
    .elseif \phase == 1
    and     \x2, \x3, p
    .elseif \phase == 5
    and     \x2, \x3, \x4
    .else
    or      \x2, \x3, \x4
    .endif
    xor     \x2, \x2, q
    .if     \phase == 2 || \phase >= 4
    xor     q, \x0, p
    and     \x3, p, q
    .else
    or      \x3, \x0, p
    .endif
    or      \x0, \x0, \x1
    xor     \x3, \x3, \x4
    xor     \x4, p, \x0
    xor     \x3, \x3, \x2
    xor     \x1, s, r
    xor     \x0, \x4, r
.endm

.macro round constant, phase
    xori    x2l, x2l, \constant
    sbox    x0l, x1l, x2l, x3l, x4l, \phase
    sbox    x0h, x1h, x2h, x3h, x4h, \phase
    mix_words
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

function narae_ascon_permute_rv32
    li      p, 12
    bne     a1, p, 1f
    state_words lw
.Ltwelve:
    complement x1l, x1h
    round   0xf0, 0
    round   0xe1, 1
    round   0xd2, 2
    round   0xc3, 3
.Leight:
    round   0xb4, 4
    round   0xa5, 5
.Lsix:
    round   0x96, 0
    round   0x87, 1
    round   0x78, 2
    round   0x69, 3
    round   0x5a, 4
    round   0x4b, 5
    andi    p, state, 1
    complement x1l, x1h
    bnez    p, 2f
    state_words sw
    li      a0, 0
2:  ret

1:  addi    p, a1, -8
    state_words lw
    beqz    p, .Leight_of_message
    complement x1l, x1h
    j       .Lsix
.Leight_of_message:
    complement x0l, x0h
    complement x1l, x1h
    complement x2l, x2h
    complement x4l, x4h
    j       .Leight
end_function narae_ascon_permute_rv32

#    define out s0
#    define in s1
#    define end s2
#    define what s3

/* Blocks of 16 aligned bytes, each followed by eight rounds in line.  They begin
 * with x1 as its complement and leave x0, x1 and x4 so.  `what` is 0 to encrypt,
 * 1 to decrypt, and 2 to take associated data, which is to encrypt nowhere. */
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
    jal     .Lblocks
    lw      state, 0(sp)
    state_words sw
    restore_registers 32, ra, out, in, end, what
    ret

.Lblocks:
    complement x1l, x1h
    bnez    what, 3f
    lw      p, 0(in)
    lw      q, 4(in)
    j       2f

.Lblock:
    complement x4l, x4h
    complement x0l, x0h
    bnez    what, 3f
    lw      p, 0(in)
    lw      q, 4(in)
2:  lw      r, 8(in)
    lw      s, 12(in)
    xor     x0l, x0l, p
    xor     x0h, x0h, q
    sw      x0l, 0(out)
    sw      x0h, 4(out)
    xor     x1l, x1l, r
    xor     x1h, x1h, s
    not     r, x1l
    not     s, x1h
    sw      r, 8(out)
    sw      s, 12(out)
    addi    out, out, 16
.Lrounds:
    addi    in, in, 16
    round   0xb4, 0
    round   0xa5, 1
    round   0x96, 2
    round   0x87, 3
    round   0x78, 4
    round   0x69, 5
    round   0x5a, 0
    round   0x4b, 1
    bne     in, end, .Lblock
    complement x0l, x0h
    complement x1l, x1h
    complement x4l, x4h
    ret

3:  lw      p, 0(in)
    lw      q, 4(in)
    lw      r, 8(in)
    lw      s, 12(in)
    xor     x0l, x0l, p
    xor     x0h, x0h, q
    xor     x1l, x1l, r
    xor     x1h, x1h, s
    addi    what, what, -2
    beqz    what, 4f
    sw      x0l, 0(out)
    sw      x0h, 4(out)
    mv      x0l, p
    mv      x0h, q
    not     p, x1l
    not     q, x1h
    sw      p, 8(out)
    sw      q, 12(out)
    not     x1l, r
    not     x1h, s
    addi    out, out, 16
4:  addi    what, what, 2
    j       .Lrounds
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

/* All blocks of so many bytes from `in`; their number stays in p. */
.macro blocks bytes
    lw      p, \bytes
    andi    q, p, -16
    add     end, in, q
    beq     in, end, 1f
    jal     .Lblocks
    lw      p, \bytes
1:  andi    p, p, 15
    jal     .Ltail
.endm

/* A message from initialization to tag, with the state in registers.  An odd
 * address of it is what sends the permutation back here. */
function narae_ascon_aead128_message_rv32
    save_registers 48, ra, out, in, end, what, args
    mv      args, a0
    li      a0, 1
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
    .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h
    lw      \x, at + RATE
    sw      zero, at + RATE
    .set    at, at + 4
    .endr
    ret
end_function narae_ascon_aead128_message_rv32

#endif
