/* SPDX-License-Identifier: MIT */
/* AES for RV32I, bit-sliced.  FIPS 197.
 *
 *   void narae_aes_encrypt_eight_rv32(const uint32_t *rk, uint8_t out[128],
 *                                     const uint8_t in[128], unsigned rounds);
 *   void narae_aes_encrypt_two_rv32(const uint32_t *rk, uint8_t *out,
 *                                   const uint8_t *in, unsigned rounds,
 *                                   size_t apart);
 *   void narae_aes_decrypt_two_rv32(likewise);
 *   void narae_aes_transpose_rv32(uint32_t q[8]);
 *   uint32_t narae_aes_sub_word_rv32(uint32_t x);
 *
 * Eight blocks: a word is one bit of a row; byte c is column c, bit b of it is
 * block b.  ShiftRows rotates a word by whole bytes, and MixColumns XORs words
 * without rotations: the barrel-shiftrows representation of Adomnicai and
 * Peyrin, "Fixslicing AES-like Ciphers", TCHES 2021(1).  The price is 128 bytes
 * for each round key and 32 words of state, most of them in memory.
 *
 *     round        4 S-boxes of 110, 72 for ShiftRows, 108 for MixColumns, 32
 *                  for the key, 96 loads, 64 stores: 812
 *     last round   4 x 267, first key 4 x 115, both with the transposition of
 *                  bits; transposition of bytes 2 x 8 x 35
 *
 *     10 rounds: 9 x 812 + 1068 + 460 + 560 = 9396 cycles, 73.4 a byte;
 *     14 rounds: 12644; measured, with the call: 9572 and 12834
 *
 * Two blocks: word i holds bit i of all bytes, as in aes_portable.c, eight
 * words that stay in registers.  Semi-fixsliced, from the same paper: odd
 * rounds omit ShiftRows, and MixColumns reads the bytes from where they are, in
 * 159 instead of 75 instructions.  Then this ShiftRows and that of the next
 * round are done together, in 50 instructions.  The keys of odd rounds are
 * added before that, so they are stored with rows rotated by three columns
 * instead of one to the left.
 *
 *     With calls and returns: key and S-box 129, MixColumns 161 and 77, two
 *     ShiftRows 52: 10 x 129 + 5 x 161 + 4 x 77 + 5 x 52 = 2663; transposition
 *     of bits 2 x 80, the rest 115: 2938 cycles, 91.8 a byte; measured, with
 *     the call: 2965 for one block
 *
 * Decryption is the same backwards, with the S-box between two inverses of its
 * own linear layer, 12 XOR each, and 45 or 89 more for InvMixColumns: 3928.
 *
 * The second block is `apart` bytes after the first: 16, or 0 for one block.
 *
 * Code needed in several places, above all the S-box, is a subroutine: all that
 * a mode executes has to fit into the E31's instruction cache of 16 KiB.  The
 * round of eight blocks is the exception, because it contains 4 S-boxes.
 * dev/aes/rv32/rounds.py schedules the code and allocates registers.
 *
 * All words are aligned.  Time depends on the number of rounds alone; all
 * addresses are fixed. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

    .file   "aes_rv32.S"

#    include "core/rv32/call.inc"

#    define rk a0
#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
/* Frame, below the saved registers: up to 48 bytes for subroutines; for eight
 * blocks the state of 128 bytes, and as much for the temporaries of their
 * round. */
#    define FRAME 368
#    define SHORT_FRAME 112
#    define OUT 0(sp)
#    define END 4(sp)
#    define ROW 8(sp)
#    define TURN 12(sp)
#    define APART 16(sp)
#    define BACK 20(sp)
#    define EIGHT 48

#    include "rounds.inc"

.macro subroutine name
    .section .text.\name, "ax", @progbits
    .type   \name, @function
    .balign 4
\name:
.endm

.macro eight_words instruction, p, x0, x1, x2, x3, x4, x5, x6, x7
    \instruction \x0, 0(\p)
    \instruction \x1, 4(\p)
    \instruction \x2, 8(\p)
    \instruction \x3, 12(\p)
    \instruction \x4, 16(\p)
    \instruction \x5, 20(\p)
    \instruction \x6, 24(\p)
    \instruction \x7, 28(\p)
.endm

.macro add_round_key x0, x1, x2, x3, x4, x5, x6, x7
    lw      t0, 0(rk)
    lw      t1, 4(rk)
    xor     \x0, \x0, t0
    lw      t0, 8(rk)
    xor     \x1, \x1, t1
    lw      t1, 12(rk)
    xor     \x2, \x2, t0
    lw      t0, 16(rk)
    xor     \x3, \x3, t1
    lw      t1, 20(rk)
    xor     \x4, \x4, t0
    lw      t0, 24(rk)
    xor     \x5, \x5, t1
    lw      t1, 28(rk)
    xor     \x6, \x6, t0
    xor     \x7, \x7, t1
.endm

/* Bits of x that the mask selects n bits further up and bits of y under it
 * change places. */
.macro exchange x, y, n
    srli    t0, \x, \n
    xor     t0, t0, \y
    and     t0, t0, t1
    xor     \y, \y, t0
    slli    t0, t0, \n
    xor     \x, \x, t0
.endm

/* Bit i of word b and bit b of word i of each byte change places. */
.macro transpose_bits x0, x1, x2, x3, x4, x5, x6, x7
    li      t1, 0x55555555
    exchange \x0, \x1, 1
    exchange \x2, \x3, 1
    exchange \x4, \x5, 1
    exchange \x6, \x7, 1
    li      t1, 0x33333333
    exchange \x0, \x2, 2
    exchange \x1, \x3, 2
    exchange \x4, \x6, 2
    exchange \x5, \x7, 2
    li      t1, 0x0f0f0f0f
    exchange \x0, \x4, 4
    exchange \x1, \x5, 4
    exchange \x2, \x6, 4
    exchange \x3, \x7, 4
.endm

/* Two ShiftRows of two blocks: the odd rows are rotated by half their
 * length. */
.macro shift_rows_twice words:vararg
    li      t1, 0x0f000f00
    .irp    x, \words
    exchange \x, \x, 4
    .endr
.endm

.macro exchange_halves x, y
    slli    t0, \y, 16
    xor     t0, t0, \x
    and     t0, t0, t2
    xor     \x, \x, t0
    srli    t0, t0, 16
    xor     \y, \y, t0
.endm

/* Columns to rows, and back. */
.macro transpose_bytes
    exchange s0, s1, 8
    exchange s2, s3, 8
    exchange_halves s0, s2
    exchange_halves s1, s3
.endm

/* For load and store; in the state the words of a block are 32 bytes apart. */
.macro four_words instruction, p, apart
    \instruction s0, 0(\p)
    \instruction s1, \apart(\p)
    \instruction s2, 2 * \apart(\p)
    \instruction s3, 3 * \apart(\p)
.endm

/* Clobbers all registers but rk and ra. */
subroutine aes_key_and_s_box
    add_round_key STATE
    addi    rk, rk, 32
aes_s_box:
    s_box
    ret
end_function aes_key_and_s_box

subroutine aes_transpose_bits
    transpose_bits STATE
    ret
end_function aes_transpose_bits

subroutine aes_mix_columns
    mix_columns
    ret
end_function aes_mix_columns

subroutine aes_mix_columns_pending
    mix_columns_pending
    ret
end_function aes_mix_columns_pending

subroutine aes_shift_rows_twice
    shift_rows_twice STATE
    ret
end_function aes_shift_rows_twice

/* The inverse of the S-box, and the key. */
subroutine aes_undo_s_box_and_key
    sw      ra, BACK
    inverse_linear_state
    jal     aes_s_box
    lw      ra, BACK
    inverse_linear_outcome
    addi    rk, rk, -32
    add_round_key STATE
    ret
end_function aes_undo_s_box_and_key

/* Two blocks. */
.macro four_words_of_two instruction, p, apart, x0, x1, x2, x3, x4, x5, x6, x7
    \instruction \x1, 0(\apart)
    \instruction \x3, 4(\apart)
    \instruction \x5, 8(\apart)
    \instruction \x7, 12(\apart)
    \instruction \x0, 0(\p)
    \instruction \x2, 4(\p)
    \instruction \x4, 8(\p)
    \instruction \x6, 12(\p)
.endm

.macro begin_two
    save_registers SHORT_FRAME, SAVED
    sw      a1, OUT
    add     t1, a2, a4
    mv      t0, a2
    sw      a4, APART
    slli    t2, a3, 5
    add     t2, t2, rk
    four_words_of_two lw, t0, t1, STATE
.endm

.macro end_two
    jal     aes_transpose_bits
    lw      t0, OUT
    lw      t1, APART
    add     t1, t1, t0
    four_words_of_two sw, t0, t1, STATE
    restore_registers SHORT_FRAME, SAVED
    ret
.endm

function narae_aes_encrypt_two_rv32
    begin_two
    sw      t2, END
    jal     aes_transpose_bits
    j       2f
1:  jal     aes_mix_columns
2:  jal     aes_key_and_s_box
    jal     aes_mix_columns_pending
    jal     aes_shift_rows_twice
    jal     aes_key_and_s_box
    lw      t0, END
    bne     rk, t0, 1b
    last_key
    end_two
end_function narae_aes_encrypt_two_rv32

function narae_aes_decrypt_two_rv32
    begin_two
    sw      rk, END
    mv      rk, t2
    jal     aes_transpose_bits
    add_round_key STATE
    j       2f
1:  inverse_mix_columns
    jal     aes_mix_columns
2:  jal     aes_undo_s_box_and_key
    jal     aes_shift_rows_twice
    inverse_mix_columns_pending
    jal     aes_mix_columns_pending
    jal     aes_undo_s_box_and_key
    lw      t0, END
    bne     rk, t0, 1b
    end_two
end_function narae_aes_decrypt_two_rv32

/* For the key schedule. */
function narae_aes_transpose_rv32
    save_registers 16, ra, s0, s1, s2
    eight_words lw, a0, STATE
    jal     aes_transpose_bits
    eight_words sw, a0, STATE
    restore_registers 16, ra, s0, s1, s2
    ret
end_function narae_aes_transpose_rv32

function narae_aes_sub_word_rv32
    save_registers SHORT_FRAME, SAVED
    li      t0, 0x01010101
    .set    i, 0
    .irp    x, STATE
    srli    \x, a0, i
    and     \x, \x, t0
    .set    i, i + 1
    .endr
    jal     aes_s_box
    li      a0, 0x63636363
    .set    i, 0
    .irp    x, OUTCOME
    slli    \x, \x, i
    xor     a0, a0, \x
    .set    i, i + 1
    .endr
    restore_registers SHORT_FRAME, SAVED
    ret
end_function narae_aes_sub_word_rv32

function narae_aes_encrypt_eight_rv32
    save_registers FRAME, SAVED
    sw      a1, OUT
    slli    a3, a3, 7
    add     a3, a3, rk
    sw      a3, END
    li      t1, 0x00ff00ff
    lui     t2, 0xffff0
    addi    t3, sp, EIGHT
    addi    t4, t3, 32
1:  four_words lw, a2, 4
    transpose_bytes
    four_words sw, t3, 32
    addi    t3, t3, 4
    addi    a2, a2, 16
    bne     t3, t4, 1b

    addi    t3, sp, EIGHT
    addi    t4, t3, 128
1:  eight_words lw, t3, STATE
    jal     aes_transpose_bits
    add_round_key STATE
    eight_words sw, t3, STATE
    addi    t3, t3, 32
    addi    rk, rk, 32
    bne     t3, t4, 1b

1:  middle_round
    lw      t0, END
    addi    rk, rk, 128
    beq     rk, t0, 2f
    j       1b

2:  addi    t0, sp, EIGHT
    sw      t0, ROW
    sw      zero, TURN
3:  eight_words lw, t0, STATE
    jal     aes_s_box
    lw      t0, TURN
    neg     t1, t0
    .irp    x, OUTCOME
    srl     t2, \x, t0
    sll     \x, \x, t1
    or      \x, \x, t2
    .endr
    addi    t0, t0, 8
    sw      t0, TURN
    last_key
    jal     aes_transpose_bits
    lw      t0, ROW
    addi    t1, sp, EIGHT + 96
    eight_words sw, t0, STATE
    addi    rk, rk, 32
    addi    t2, t0, 32
    sw      t2, ROW
    beq     t0, t1, 4f
    mv      t0, t2
    j       3b

4:  lw      a1, OUT
    li      t1, 0x00ff00ff
    lui     t2, 0xffff0
    addi    t3, sp, EIGHT
    addi    t4, t3, 32
5:  four_words lw, t3, 32
    transpose_bytes
    four_words sw, a1, 4
    addi    t3, t3, 4
    addi    a1, a1, 16
    bne     t3, t4, 5b
    restore_registers FRAME, SAVED
    ret
end_function narae_aes_encrypt_eight_rv32

#endif
