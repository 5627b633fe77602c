/* SPDX-License-Identifier: MIT */
/* ARIA on eight blocks for RV32I, bit-sliced.  KS X 1213; RFC 5794.
 *
 *   void narae_aria_eight_rv32(const uint32_t (*rk)[4], uint8_t out[128],
 *                              const uint8_t in[128], unsigned rounds,
 *                              unsigned decrypt);
 *
 * The circuits, the basis and the round keys are those of aria_portable.c.  A
 * word of the state is one bit of four bytes of each block.  Let t1 t0 be the
 * number t of a word of a block in binary, and b1 b0 the number b of a byte in
 * it.  Word (b1, t1, bit) has, at bit position
 *
 *     16 t0 + 8 (block / 4) + 4 b0 + block % 4
 *
 * that bit of byte b of word t.  So S1 and S2 fill one half of the state and
 * their inverses the other, and no instruction rotates a word for the sums over
 * b1 and t1.  The halves are exchanged after each round but the last, so each
 * round is the same code.  Instructions:
 *
 *     S-boxes     2 x 126 + 2 x 125, and 4 x 20 for loads, stores and loop: 582
 *     diffusion   8 x (54 + 24 for the key) - 4, and 2 x 43 for loads, stores and
 *                 loop: 706
 *     first and last key 2 x 270, basis and transposition of bits 8 x 110,
 *                 transposition of bytes 16 x 35
 *
 *     12 rounds: 12 x 595 + 11 x 712 + 2000 = 17000 cycles, 132.8 a byte;
 *     measured, with the call: 17423, 136.1 a byte, and 17192 to decrypt
 *
 * dev/aria/rv32/rounds.py allocates the registers.  Six loops keep the code at
 * 5.4 KB: unrolled it is 10.7 KB and takes 129.4 cycles a byte, but together
 * with a mode it exceeds the instruction cache.
 *
 * All words are aligned.  Time depends on the number of rounds and the
 * direction alone; all addresses are fixed. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

    .file   "aria_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define base s9
#    define key_0 s10
#    define key_1 s11
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 240
#    define MASKS 128
#    define KEY_0 156(sp)
#    define KEY_1 160(sp)
#    define LAST_KEY 164(sp)
#    define STEP 168(sp)
#    define OUT 172(sp)

#    include "bytes.inc"
#    include "rounds.inc"

/* Loads words t and t + 1 of a block and of the fourth block after it. */
.macro block_words instruction, p, t
    \instruction s0, 4 * \t(\p)
    \instruction s1, 4 * \t + 64(\p)
    \instruction s2, 4 * \t + 4(\p)
    \instruction s3, 4 * \t + 68(\p)
.endm

/* The four rows of the state that hold bytes 0 to 3 of these words. */
.macro rows instruction, p, t, first, second
    \instruction s0, 16 * \t + \first(\p)
    \instruction s1, 16 * \t + \first + 16(\p)
    \instruction s2, 16 * \t + \second(\p)
    \instruction s3, 16 * \t + \second + 16(\p)
.endm

.macro li_mask place, mask
    li      t0, \mask
    sw      t0, MASKS + \place(sp)
.endm

.macro next_group end, label
    addi    base, base, 32
    addi    t0, sp, \end
    bne     base, t0, \label
.endm

/* Four bits, 32 bytes apart. */
.macro next_bits label
    addi    base, base, 16
    addi    key_0, key_0, 4
    addi    key_1, key_1, 4
    addi    t0, sp, 32
    bne     base, t0, \label
.endm

function narae_aria_eight_rv32
    save_registers FRAME, SAVED
    sw      a1, OUT
    li_mask 0, 0xf0f0f0f0
    li_mask 4, 0x0f0f0f0f
    li_mask 8, 0x0000ffff
    li_mask 12, 0x11111111
    li_mask 20, 0x55555555
    li_mask 24, 0x33333333
    li      t1, 0x00ff00ff
    sw      t1, MASKS + 16(sp)
    lui     t2, 0xffff0
    mv      t3, sp
    addi    t4, sp, 16
1:  block_words lw, a2, 0
    transpose s0, s1, s2, s3
    rows    sw, t3, 0, 0, 64
    block_words lw, a2, 2
    transpose s0, s1, s2, s3
    rows    sw, t3, 2, 0, 64
    addi    a2, a2, 16
    addi    t3, t3, 4
    bne     t3, t4, 1b

    slli    a3, a3, 4
    add     t0, rk, a3
    mv      a2, rk
    li      t1, 16
    beqz    a4, 1f
    mv      a2, t0
    mv      t0, rk
    li      t1, -16
1:  addi    a3, a2, 8
    addi    t0, t0, 8
    sw      a2, KEY_0
    sw      a3, KEY_1
    sw      t0, LAST_KEY
    sw      t1, STEP
    mv      base, sp
1:  to_tower
    next_group 128, 1b
    lw      key_0, KEY_0
    lw      key_1, KEY_1

.Ladd_key:
    mv      base, sp
1:  add_key
    next_bits 1b
    lw      t0, KEY_1
    lw      t1, LAST_KEY
    beq     t0, t1, .Lend

.Lround:
    mv      base, sp
1:  substitute
    next_group 64, 1b
1:  substitute_inverse
    next_group 128, 1b
    lw      key_0, KEY_0
    lw      key_1, KEY_1
    lw      t0, STEP
    lw      t1, LAST_KEY
    add     key_0, key_0, t0
    add     key_1, key_1, t0
    sw      key_1, KEY_0
    sw      key_0, KEY_1
    beq     key_0, t1, .Ladd_key
    mv      base, sp
    bltz    t0, .Ldecrypt
    mv      t0, key_0
    mv      key_0, key_1
    mv      key_1, t0
1:  diffuse_then_add_key
    next_bits 1b
    j       .Lround
.Ldecrypt:
1:  add_key_then_diffuse
    next_bits 1b
    j       .Lround

.Lend:
    mv      base, sp
1:  from_tower
    next_group 128, 1b

    lw      a1, OUT
    li      t1, 0x00ff00ff
    lui     t2, 0xffff0
    mv      t3, sp
    addi    t4, sp, 16
1:  rows    lw, t3, 0, 64, 0
    transpose s0, s1, s2, s3
    block_words sw, a1, 0
    rows    lw, t3, 2, 64, 0
    transpose s0, s1, s2, s3
    block_words sw, a1, 2
    addi    a1, a1, 16
    addi    t3, t3, 4
    bne     t3, t4, 1b
    restore_registers FRAME, SAVED
    ret
end_function narae_aria_eight_rv32

#endif
