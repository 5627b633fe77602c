/* The Ascon permutation for RV32I, and whole blocks of Ascon-AEAD128.
 * SP 800-232, 3 and 4.
 *
 *   int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
 *   void narae_ascon_aead128_blocks_rv32(uint64_t state[5], uint8_t *out,
 *                                        const uint8_t *in, size_t nblocks,
 *                                        unsigned what);
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
 *     12, 8 rounds    1368 + 4, 910 + 10, and 23 for state and entry
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

/* x ^= ror(x, m) ^ ror(x, n), m and n < 32; more turn h:l. */
.macro mix l, h, m, n
    srli    p, \l, \m
    slli    q, \h, 32 - \m
    xor     p, p, q
    srli    q, \l, \n
    xor     p, p, q
    slli    q, \h, 32 - \n
    xor     p, p, q
    srli    q, \h, \m
    slli    r, \l, 32 - \m
    xor     q, q, r
    srli    r, \h, \n
    xor     q, q, r
    slli    r, \l, 32 - \n
    xor     q, q, r
    xor     \l, \l, p
    xor     \h, \h, q
.endm

/* The same with n + 32 for n. */
.macro mix_far l, h, m, n
    srli    p, \l, \m
    slli    q, \h, 32 - \m
    xor     p, p, q
    srli    q, \h, \n
    xor     p, p, q
    slli    q, \l, 32 - \n
    xor     p, p, q
    srli    q, \h, \m
    slli    r, \l, 32 - \m
    xor     q, q, r
    srli    r, \l, \n
    xor     q, q, r
    slli    r, \h, 32 - \n
    xor     q, q, r
    xor     \l, \l, p
    xor     \h, \h, q
.endm

/* And both above 32: 61 and 39 for x1. */
.macro mix_both_far l, h, m, n
    srli    p, \h, \m
    slli    q, \l, 32 - \m
    xor     p, p, q
    srli    q, \h, \n
    xor     p, p, q
    slli    q, \l, 32 - \n
    xor     p, p, q
    srli    q, \l, \m
    slli    r, \h, 32 - \m
    xor     q, q, r
    srli    r, \l, \n
    xor     q, q, r
    slli    r, \h, 32 - \n
    xor     q, q, r
    xor     \l, \l, p
    xor     \h, \h, q
.endm

.macro round constant, phase
    xori    x2l, x2l, \constant
    sbox    x0l, x1l, x2l, x3l, x4l, \phase
    sbox    x0h, x1h, x2h, x3h, x4h, \phase
    mix     x0l, x0h, 19, 28
    mix_both_far x1l, x1h, 29, 7
    mix     x2l, x2h, 1, 6
    mix     x3l, x3h, 10, 17
    mix_far x4l, x4h, 7, 9
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

#    define OUT 0(sp)
#    define IN 4(sp)
#    define END 8(sp)
#    define WHAT 12(sp)

function narae_ascon_permute_rv32
    li      p, 12
    bne     a1, p, 1f
    state_words lw
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
    bnez    p, .Lpermuted
    state_words sw
    li      a0, 0
    ret

1:  addi    p, a1, -8
    state_words lw
    complement x1l, x1h
    bnez    p, .Lsix
    complement x0l, x0h
    complement x2l, x2h
    complement x4l, x4h
    j       .Leight
end_function narae_ascon_permute_rv32

/* Blocks of 16 aligned bytes, each followed by eight rounds, which know from
 * an odd address of the state where to return.  `what` is 0 to encrypt, 1 to
 * decrypt, and 2 to take associated data, which is to encrypt nowhere. */
function narae_ascon_aead128_blocks_rv32
    bnez    a3, 1f
    ret
1:  addi    sp, sp, -16
    slli    a3, a3, 4
    add     a3, a3, a2
    sw      a1, OUT
    sw      a2, IN
    sw      a3, END
    sw      a4, WHAT
    state_words lw
    ori     state, state, 1
.Lpermuted:
    lw      p, IN
    lw      q, END
    lw      s, OUT
    lw      r, WHAT
    beq     p, q, 4f
    bnez    r, 3f
    lw      q, 0(p)
    lw      r, 4(p)
    xor     x0l, x0l, q
    xor     x0h, x0h, r
    sw      x0l, 0(s)
    sw      x0h, 4(s)
    lw      q, 8(p)
    lw      r, 12(p)
    xor     x1l, x1l, q
    xor     x1h, x1h, r
    sw      x1l, 8(s)
    sw      x1h, 12(s)
2:  addi    p, p, 16
    addi    s, s, 16
    sw      p, IN
    sw      s, OUT
    complement x0l, x0h
    complement x1l, x1h
    complement x2l, x2h
    complement x4l, x4h
    j       .Leight

3:  addi    r, r, -2
    beqz    r, 5f
    .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h
    lw      q, at(p)
    xor     r, \x, q
    sw      r, at(s)
    mv      \x, q
    .set    at, at + 4
    .endr
    j       2b

4:  addi    sp, sp, 16
    addi    state, state, -1
    state_words sw
    ret

5:  .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h
    lw      q, at(p)
    xor     \x, \x, q
    .set    at, at + 4
    .endr
    j       2b
end_function narae_ascon_aead128_blocks_rv32

#endif
