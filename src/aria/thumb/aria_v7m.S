/* SPDX-License-Identifier: MIT */
/* ARIA on two blocks for ARMv7-M, bit-sliced: Cortex-M3, M4, M7.  KS X 1213;
 * RFC 5794.
 *
 *   void narae_aria_encrypt_v7m(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_aria_decrypt_v7m(likewise);
 *   void narae_aria_bits_v7m(uint32_t q[8], const uint32_t x[4]);
 *
 * The basis and the inversion are those of aria/portable/bitslice.h.  The state is eight
 * words in registers: bit i of byte b of word t of block k is in word i at
 *
 *     8 t + 4 (b mod 2) + 2 (b / 2) + k.
 *
 * All 32 bytes go through one inversion; the linear maps before and after it apply to the
 * half of the bytes that a mask selects.  In even rounds the S-boxes of the two halves of a
 * word are exchanged; the diffusion also exchanges the halves, so every round is the same
 * code.  Byte t of a word of the state is word t of the block, so sums over words are
 * rotations, which are free.  Cycles:
 *
 *     S-boxes       inversion 92, maps 34 and 32, masks 15 each          188
 *     diffusion     17 for each word                                     136
 *     round key     8 words in two groups 10, 8 EOR                       18
 *     two blocks    words in and out 17, bytes 2 x 28, bits 2 x 48,
 *                   basis 16 and 15                                      200
 *
 *     ARIA-128      12 x 188 + 11 x 136 + 13 x 18 + 200, call 26:       4212
 *
 * 14 registers are too few for the S-boxes: spills take 25 cycles a round, the address of
 * keys and the loop 9; the frame takes 50.  Measured, with the call: 4664 for one block or
 * two.  Decryption exchanges halves of the words of keys, 32 cycles a round: 5080.
 *
 * dev/aria/thumb/rounds.py allocates the registers.  in and out need no alignment; a word
 * that is not aligned costs a cycle.
 *
 * Time depends on the number of blocks and the key size alone; all addresses
 * are fixed. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL) && !defined(NARAE_THUMB_TABLES)

    .file   "aria_v7m.S"

#    include "rounds.inc"

#    include "core/thumb/two_blocks.inc"

#    define rk SPARE_0

/* Transposes bytes: exchanges byte b of word t with byte t of word b. */
.macro exchange_halves x, y, t
    lsr.w   \t, \x, #16
    bfi     \x, \y, #16, #16
    bfi     \y, \t, #0, #16
.endm

.macro transpose_bytes t, x0, x1, x2, x3
    swap_bits \x0, \x1, 8, 0x00ff00ff, \t
    swap_bits \x2, \x3, 8, 0x00ff00ff, \t
    exchange_halves \x0, \x2, \t
    exchange_halves \x1, \x3, \t
.endm

/* Words of the two blocks at p and q, alternately, as rows of bytes 0, 2, 1, 3. */
.macro rows_of_two instruction, p, q, x0, x1, x2, x3, x4, x5, x6, x7
    \instruction \x0, [\p]
    \instruction \x4, [\p, #4]
    \instruction \x2, [\p, #8]
    \instruction \x6, [\p, #12]
    \instruction \x1, [\q]
    \instruction \x5, [\q, #4]
    \instruction \x3, [\q, #8]
    \instruction \x7, [\q, #12]
.endm

.macro transpose_rows t, x0, x1, x2, x3, x4, x5, x6, x7
    transpose_bytes \t, \x0, \x4, \x2, \x6
    transpose_bytes \t, \x1, \x5, \x3, \x7
.endm

.macro add_four t0, t1, t2, t3, at, x0, x1, x2, x3
    ldr.w   \t0, [rk, #\at]
    ldr.w   \t1, [rk, #\at + 4]
    ldr.w   \t2, [rk, #\at + 8]
    ldr.w   \t3, [rk, #\at + 12]
    eor.w   \x0, \x0, \t0
    eor.w   \x1, \x1, \t1
    eor.w   \x2, \x2, \t2
    eor.w   \x3, \x3, \t3
.endm

/* t0 to t3, and the state before an S-box or after it, to which the key is added. */
.macro add_key at, t0, t1, t2, t3, x0, x1, x2, x3, x4, x5, x6, x7
    add_four \t0, \t1, \t2, \t3, \at, \x0, \x1, \x2, \x3
    add_four \t0, \t1, \t2, \t3, \at + 16, \x4, \x5, \x6, \x7
.endm

/* x += k with its halves exchanged. */
.macro add_exchanged x, k, t
    eor.w   \t, \k, \k, lsr #2
    and.w   \t, \t, #0x33333333
    eor.w   \x, \x, \k
    eor.w   \x, \x, \t
    eor.w   \x, \x, \t, lsl #2
.endm

.macro add_four_exchanged t0, t1, t2, t3, t, at, x0, x1, x2, x3
    ldr.w   \t0, [rk, #\at]
    ldr.w   \t1, [rk, #\at + 4]
    ldr.w   \t2, [rk, #\at + 8]
    ldr.w   \t3, [rk, #\at + 12]
    add_exchanged \x0, \t0, \t
    add_exchanged \x1, \t1, \t
    add_exchanged \x2, \t2, \t
    add_exchanged \x3, \t3, \t
.endm

.macro add_key_exchanged at, t0, t1, t2, t3, t, x0, x1, x2, x3, x4, x5, x6, x7
    add_four_exchanged \t0, \t1, \t2, \t3, \t, \at, \x0, \x1, \x2, \x3
    add_four_exchanged \t0, \t1, \t2, \t3, \t, \at + 16, \x4, \x5, \x6, \x7
.endm

/* Registers for words of the key while the other eight hold a state. */
#    define FREE_OF_STATE OTHER_0, OTHER_1, OTHER_2, OTHER_3
#    define FREE_OF_OUTCOME SPARE_1, SPARE_2, SPARE_3, SPARE_4

.macro begin_two
    load_blocks rows_of_two
    transpose_rows r8, STATE
    transpose_bits r8, STATE
    to_tower
    ldr.w   rk, [sp, #RK]
.endm

/* To 4 after the last S-boxes. */
.macro is_last
    ldr.w   rk, [sp, #RK]
    ldr.w   SPARE_1, [sp, #END]
    cmp.w   rk, SPARE_1
    beq.w   4f
.endm

/* Bytes 0 and 2, and bytes 1 and 3, are exchanged. */
.macro end_of x0, x1, x2, x3, x4, x5, x6, x7
    from_tower
    transpose_bits SPARE_0, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    transpose_rows SPARE_0, \x2, \x3, \x0, \x1, \x6, \x7, \x4, \x5
    end_blocks SPARE_0, SPARE_1, SPARE_2, SPARE_3, rows_of_two, \x2, \x3, \x0, \x1, \x6, \x7, \x4, \x5
.endm

.macro end_two state:vararg
    end_of  \state
.endm

/* With 0 rounds in the schedule the result is the state after the first diffusion and the
 * key that follows it. */
function narae_aria_encrypt_v7m
    begin
    add.w   r5, r0, r4, lsl #5
    mov.w   r4, r0
    sub.w   r5, r5, #32
    stm.w   sp, {r0-r5}
1:  begin_two
    add_key 0, FREE_OF_STATE, STATE
3:  substitute
    is_last
    diffuse
    add_key 32, FREE_OF_STATE, STATE
    add.w   rk, rk, #32
    str.w   rk, [sp, #RK]
    blo.w   3b
    state_to_outcome
    b.w     5f
4:  add_key 32, FREE_OF_OUTCOME, OUTCOME
5:  end_two OUTCOME
end_function narae_aria_encrypt_v7m

function narae_aria_bits_v7m
    push.w  {r0, r4-r11, lr}
    mov.w   r8, r1
    rows_of_two ldr.w, r8, r8, STATE
    transpose_rows r8, STATE
    transpose_bits r8, STATE
    to_tower
    ldr.w   r8, [sp], #4
    stm.w   r8, {r0-r7}
    pop.w   {r4-r11, pc}
end_function narae_aria_bits_v7m

function narae_aria_decrypt_v7m
    begin
    add.w   r5, r0, #32
    add.w   r4, r0, r4, lsl #5
    mov.w   r0, r4
    stm.w   sp, {r0-r5}
1:  begin_two
    add_key_exchanged 0, FREE_OF_STATE, OTHER_4, STATE
3:  substitute
    is_last
    add_key_exchanged -32, FREE_OF_OUTCOME, SPARE_5, OUTCOME
    diffuse
    sub.w   rk, rk, #32
    str.w   rk, [sp, #RK]
    b.w     3b
4:  add_key_exchanged -32, FREE_OF_OUTCOME, SPARE_5, OUTCOME
    end_two OUTCOME
end_function narae_aria_decrypt_v7m

#endif
