/* SPDX-License-Identifier: MIT */
/* Ascon with its state in two Boolean shares, for RV32I.  NIST SP 800-232, 3 and 4.
 *
 *   void narae_ascon_masked_permute_rv32(narae_ascon_masked *m, unsigned rounds);
 *   void narae_ascon_masked_start_rv32(narae_ascon_masked *m, const uint8_t key[32],
 *                                      const uint8_t words[24], const uint8_t random[40]);
 *   void narae_ascon_masked_add_key_rv32(narae_ascon_masked *m, unsigned to);
 *   void narae_ascon_masked_block_rv32(narae_ascon_masked *m, uint8_t *out,
 *                                      const uint8_t *in, unsigned what);
 *   void narae_ascon_masked_tag_rv32(const narae_ascon_masked *m, uint8_t tag[16]);
 *
 * What they do: ascon/masked.h.
 *
 * Both shares are in registers, 20 words: a0l and a0h are the halves of x0's share a, and so
 * on.  The S-box is a chain of Toffoli gates, x ^= ~y & z, in place:
 *
 *     xa ^= (ya | za) ^ (ya | zb),  xb ^= yb & za ^ yb & zb
 *
 * for x0, x2, x4 and x1 in this order: since ~x1 & x1 = 0, the new x0 serves the gate for x4
 * as well as the old one, and the new x2 that for x1.  The product for x3 is computed first;
 * ya, added to both of its shares, masks it.  Of a column, each step permutes the 2^10
 * values of its shares, so they stay uniform, and no random bit is needed after the start.
 * The NOT of x2 is left to the next round, whose constant contains it.
 *
 * Which register holds what, and the order of instructions, are such that no share follows the
 * other one of its word: dev/ascon/rv32/masked.py.  At narae_ascon_masked_round, all shares
 * are in their registers, x2's share a complemented; temporaries, and the state in memory,
 * are zero.
 *
 *     S-box           12 XORs, 5 gates of 8             52, twice       104
 *     diffusion       ten words of 16                                   160
 *     constant, loop                                                      5
 *     clearing temporaries                                                4
 *
 * 273 instructions; a taken branch takes a cycle more.  Cycles of p12: 12 x 274, and 198 for
 * the call, saved registers, and to load, zero and store the state.  A block of 16 bytes of a
 * long message takes 2361.  No instruction is compressed, so that its fields are known.
 *
 * Time depends on `rounds` and `what` alone. */

#include "core/family.h"

#ifdef NARAE_RV32_KERNELS

    .file   "ascon_masked_rv32.S"
    .option norvc

#    include "ascon/masked.h"
#    include "core/rv32/call.inc"
#    include "masked.inc"

#    define p temporary0
#    define q temporary1
#    define r temporary2
#    include "linear.inc"

/* In memory: halves of a share, from x0 on; then the key. */
#    define LOW_A 0
#    define LOW_B 20
#    define HIGH_A 40
#    define HIGH_B 60
#    define KEY_A 80
#    define KEY_B 96

#    define saved ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define frame 64

.macro each_half instruction, base
    .set    at, 0
    .irp    x, a0l, a1l, a2l, a3l, a4l, b0l, b1l, b2l, b3l, b4l, a0h, a1h, a2h, a3h, a4h, b0h, b1h, b2h, b3h, b4h
    \instruction \x, at(\base)
    .set    at, at + 4
    .endr
.endm

function narae_ascon_masked_permute_rv32
    save_registers frame, saved
    sw      a0, 0(sp)
    slli    p, a1, 4
    sub     a1, a1, p
    addi    constant, a1, -61           /* the complement */
    mv      p, a0
    each_half lw, p
    .set    at, 0
    .rept   20
    sw      zero, at(p)
    .set    at, at + 4
    .endr
    li      p, 0
    not     a2l, a2l
    not     a2h, a2h

narae_ascon_masked_round:
    xor     a2l, a2l, constant
    not     a2h, a2h
    addi    constant, constant, 15
    substitute a0l, b0l, a1l, b1l, a2l, b2l, a3l, b3l, a4l, b4l
    substitute a0h, b0h, a1h, b1h, a2h, b2h, a3h, b3h, a4h, b4h
    mix_shares
    .irp    x, p, q, temporary3, temporary4
    li      \x, 0
    .endr
    addi    r, constant, 61
    bnez    r, narae_ascon_masked_round

    not     a2l, a2l
    not     a2h, a2h
    lw      p, 0(sp)
    each_half sw, p
    .irp    x, a0, a2, a3, a4, a5, a6, a7, t0, t1, t2, t3, t4, t5, t6
    li      \x, 0
    .endr
    restore_registers frame, saved
    ret
end_function narae_ascon_masked_permute_rv32

/* Halves of word i, at `from`, in t0 and t1. */
.macro load_word from, at
    lw      t0, \at(\from)
    lw      t1, 4 + \at(\from)
.endm

.macro store_halves l, h, low, high
    sw      \l, \low(a0)
    sw      \h, \high(a0)
.endm

/* Adds word i's masks, which come to t2 and t3. */
.macro add_masks i
    lw      t2, 8 * \i(a3)
    lw      t3, 8 * \i + 4(a3)
    xor     t0, t0, t2
    xor     t1, t1, t3
.endm

/* A share of the key, at `from` + 8, and of words 1 and 2. */
.macro key_share from, key, low, high
    .irp    i, 1, 2
    load_word a1, 8 * \i + \from
    store_halves t0, t1, 8 * \i - 8 + \key, 8 * \i - 4 + \key
    add_masks \i
    store_halves t0, t1, 4 * \i + \low, 4 * \i + \high
    .endr
.endm

/* Between the key's shares there is what is public. */
function narae_ascon_masked_start_rv32
    key_share -8, KEY_A, LOW_A, HIGH_A
    .irp    i, 0, 3, 4
    .if     \i == 0
    load_word a2, 0
    .else
    load_word a2, 8 * \i - 16
    .endif
    add_masks \i
    store_halves t0, t1, 4 * \i + LOW_A, 4 * \i + HIGH_A
    store_halves t2, t3, 4 * \i + LOW_B, 4 * \i + HIGH_B
    .endr
    key_share 8, KEY_B, LOW_B, HIGH_B
    .irp    x, t0, t1, t2, t3
    li      \x, 0
    .endr
    ret
end_function narae_ascon_masked_start_rv32

/* Adds a share of the key to words of which a1 points to the first. */
.macro add_key_share key, low, high
    .irp    i, 0, 1
    load_word a0, 8 * \i + \key
    lw      t2, 4 * \i + \low(a1)
    lw      t3, 4 * \i + \high(a1)
    xor     t0, t0, t2
    xor     t1, t1, t3
    sw      t0, 4 * \i + \low(a1)
    sw      t1, 4 * \i + \high(a1)
    .endr
.endm

function narae_ascon_masked_add_key_rv32
    slli    a1, a1, 2
    add     a1, a1, a0
    add_key_share KEY_A, LOW_A, HIGH_A
    add_key_share KEY_B, LOW_B, HIGH_B
    .irp    x, t0, t1, t2, t3
    li      \x, 0
    .endr
    ret
end_function narae_ascon_masked_add_key_rv32

/* The text is added to share a alone, then the sum to share b: that is the output.  To decrypt,
 * it then replaces the text in the sum. */
function narae_ascon_masked_block_rv32
    li      t4, ASCON_MASKED_ABSORB
    li      t5, ASCON_MASKED_DECRYPT
    .irp    i, 0, 1
    load_word a2, 8 * \i
    lw      t2, 4 * \i + LOW_A(a0)
    lw      t3, 4 * \i + HIGH_A(a0)
    xor     t0, t0, t2
    xor     t1, t1, t3
    store_halves t0, t1, 4 * \i + LOW_A, 4 * \i + HIGH_A
    beq     a3, t4, 1f
    lw      t6, 4 * \i + LOW_B(a0)
    xor     t0, t0, t6
    lw      t6, 4 * \i + HIGH_B(a0)
    xor     t1, t1, t6
    bne     a3, t5, 2f
    xor     t2, t2, t0
    xor     t3, t3, t1
    store_halves t2, t3, 4 * \i + LOW_A, 4 * \i + HIGH_A
2:  sw      t0, 8 * \i(a1)
    sw      t1, 8 * \i + 4(a1)
1:
    .endr
    .irp    x, t0, t1, t2, t3, t6
    li      \x, 0
    .endr
    ret
end_function narae_ascon_masked_block_rv32

function narae_ascon_masked_tag_rv32
    .irp    i, 3, 4
    .irp    half, 0, 1
    lw      t0, 4 * \i + LOW_A + 40 * \half(a0)
    lw      t1, 4 * \i + LOW_B + 40 * \half(a0)
    xor     t0, t0, t1
    sw      t0, 8 * \i - 24 + 4 * \half(a1)
    .endr
    .endr
    li      t1, 0
    ret
end_function narae_ascon_masked_tag_rv32

#endif
