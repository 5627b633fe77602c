/* SPDX-License-Identifier: MIT */
/* AES for ARMv7-M, bit-sliced: Cortex-M3, M4, M7.  FIPS 197.
 *
 *   void narae_aes_encrypt_v7m(const void *schedule, uint8_t *out,
 *                              const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_v7m(likewise);
 *   uint32_t narae_aes_sub_word_v7m(uint32_t x);
 *
 * Word i holds bit i of all bytes, and fixsliced rounds omit ShiftRows, both as in
 * aes_portable.c.  A byte that MixColumns needs from the row below is k columns to the
 * right; a rotation inside a byte is two AND and an EOR, that of the word is free.  Cycles:
 *
 *     a round       8 loads in two groups and 8 EOR 18; S-box 110        128
 *     MixColumns    k = 0, 1, 2, 3                            27, 75, 51, 75
 *     two blocks    transposition 2 x 48, two ShiftRows 16, last key 18,
 *                   words in and out 17                                  147
 *
 *     AES-128       10 x 128 + 531 + 147, call 26:                      1984
 *
 * The S-box uses 22 sums of its input, 18 of them twice, but there are 14 registers:
 * spilling values, or computing them again, takes 22 cycles a round; the address of the
 * keys takes 2, MixColumns none.  Pointers, loop control and the frame take 70.  Measured,
 * with the call: 2301 for one block or two.
 *
 * Decryption is the same backwards.  InvMixColumns takes 21 or 37 more than MixColumns:
 * 2596 in all.
 *
 * dev/aes/thumb/rounds.py allocates the registers.  in and out need no alignment; a word
 * that is not aligned costs a cycle.
 *
 * Time depends on the number of blocks and the key size alone; all addresses
 * are fixed. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL) && !defined(NARAE_THUMB_TABLES)

    .file   "aes_v7m.S"

#    include "rounds.inc"

#    include "core/thumb/two_blocks.inc"

/* Two ShiftRows of columns: in odd rows columns 0 and 2, and 1 and 3, are exchanged. */
.macro exchange_columns x, y, t
    eor.w   \t, \x, \y
    and.w   \t, \t, #0xff00ff00
    eor.w   \x, \x, \t
    eor.w   \y, \y, \t
.endm

.macro shift_rows_twice t, x0, x1, x2, x3, x4, x5, x6, x7
    exchange_columns \x0, \x4, \t
    exchange_columns \x1, \x5, \t
    exchange_columns \x2, \x6, \t
    exchange_columns \x3, \x7, \t
.endm

/* Columns of the two blocks at p and q, alternately. */
.macro block_words instruction, p, q, x0, x1, x2, x3, x4, x5, x6, x7
    \instruction \x0, [\p]
    \instruction \x2, [\p, #4]
    \instruction \x4, [\p, #8]
    \instruction \x6, [\p, #12]
    \instruction \x1, [\q]
    \instruction \x3, [\q, #4]
    \instruction \x5, [\q, #8]
    \instruction \x7, [\q, #12]
.endm

/* Round r of the schedule is 32 r bytes from its start; each iteration advances RK by four.
 * With 10 or 14 rounds the last S-box is the second one of four, with 12 the fourth, and
 * END is two round keys before the last. */
function narae_aes_encrypt_v7m
    begin
    add.w   r5, r0, r4, lsl #5
    mov.w   r4, r0
    sub.w   r5, r5, #64
    stm.w   sp, {r0-r5}
1:  load_blocks block_words
    transpose_bits r8, STATE
3:  ldr.w   lr, [sp, #RK]
    key_and_s_box 0
    mix_columns_1
    ldr.w   lr, [sp, #RK]
    ldr.w   r12, [sp, #END]
    cmp.w   lr, r12
    key_and_s_box 32
    beq.w   4f
    mix_columns_2
    ldr.w   lr, [sp, #RK]
    key_and_s_box 64
    mix_columns_3
    ldr.w   lr, [sp, #RK]
    ldr.w   r12, [sp, #END]
    add.w   r11, lr, #128
    str.w   r11, [sp, #RK]
    sub.w   r12, r12, #64
    cmp.w   lr, r12
    key_and_s_box 96
    beq.w   5f
    mix_columns_0
    b.w     3b
4:  last_key 64
    transpose_bits SPARE_0, OUTCOME
    shift_rows_twice SPARE_0, OUTCOME
    b.w     6f
5:  last_key 0
    transpose_bits SPARE_0, OUTCOME
6:  end_blocks SPARE_0, SPARE_1, SPARE_2, SPARE_3, block_words, OUTCOME
end_function narae_aes_encrypt_v7m

.macro add_four t0, t1, t2, t3, at, x0, x1, x2, x3
    ldr.w   \t0, [lr, #\at]
    ldr.w   \t1, [lr, #\at + 4]
    ldr.w   \t2, [lr, #\at + 8]
    ldr.w   \t3, [lr, #\at + 12]
    eor.w   \x0, \x0, \t0
    eor.w   \x1, \x1, \t1
    eor.w   \x2, \x2, \t2
    eor.w   \x3, \x3, \t3
.endm

/* RK is the address of round key 4 n: at first two or four keys before the last. */
function narae_aes_decrypt_v7m
    begin
    mov.w   r5, r0
    add.w   r4, r0, r4, lsl #5
    mov.w   r0, r4
    stm.w   sp, {r0-r5}
1:  load_blocks block_words
    ldr.w   lr, [sp, #FIRST_KEY]
    ldr.w   r9, [sp, #END]
    sub.w   r9, lr, r9
    tst.w   r9, #64
    beq.w   3f
    shift_rows_twice r8, STATE
3:  transpose_bits r8, STATE
    add_four r8, r10, r11, r12, 0, r0, r1, r2, r3
    add_four r8, r10, r11, r12, 16, r4, r5, r6, r7
    tst.w   r9, #64
    beq.w   4f
    sub.w   lr, lr, #64
    str.w   lr, [sp, #RK]
    b.w     6f
4:  sub.w   lr, lr, #128
    str.w   lr, [sp, #RK]
5:  inverse_s_box_and_key 96
    inverse_mix_columns_3
    inverse_s_box_and_key 64
    inverse_mix_columns_2
6:  inverse_s_box_and_key 32
    inverse_mix_columns_1
    inverse_s_box_and_key 0
    ldr.w   INVERSE_SPARE_0, [sp, #RK]
    ldr.w   INVERSE_SPARE_1, [sp, #END]
    cmp.w   INVERSE_SPARE_0, INVERSE_SPARE_1
    beq.w   7f
    sub.w   INVERSE_SPARE_0, INVERSE_SPARE_0, #128
    str.w   INVERSE_SPARE_0, [sp, #RK]
    inverse_mix_columns_0
    b.w     5b
7:  transpose_bits INVERSE_SPARE_0, INVERSE_OUTCOME
    end_blocks INVERSE_SPARE_0, INVERSE_SPARE_1, INVERSE_SPARE_2, INVERSE_SPARE_3, block_words, INVERSE_OUTCOME
end_function narae_aes_decrypt_v7m

/* The circuit treats all bytes alike, so the four stay where they are. */
function narae_aes_sub_word_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    mov.w   r8, #0x01010101
    and.w   r1, r8, r0, lsr #1
    and.w   r2, r8, r0, lsr #2
    and.w   r3, r8, r0, lsr #3
    and.w   r4, r8, r0, lsr #4
    and.w   r5, r8, r0, lsr #5
    and.w   r6, r8, r0, lsr #6
    and.w   r7, r8, r0, lsr #7
    and.w   r0, r8, r0
    s_box
    join_word
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_aes_sub_word_v7m

#endif
