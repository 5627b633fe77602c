/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 in two shares for ARMv7-M, four blocks at a time.  Kim et al., ICISC 2020;
 * narae/masked.h.
 *
 *   void narae_pipo_masked_set_key_v7m(void *schedule, const uint8_t *key);
 *   void narae_pipo_masked_encrypt_v7m(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, const uint8_t *random);
 *
 * Bit 4 j + k of a word is bit j of a row of block k, as in pipo_v7m.S, so the EOR that
 * adds the key rotates a row.  x + a b has the shares x0 + a0 b0 + a0 b1 and x1 + a1 b0 +
 * a1 b1, or with terms exchanged: four ANDs and four EORs.  Each such step is invertible on
 * shares, so they stay uniform without fresh random bytes.
 *
 * The state has 16 words, the registers hold 13 besides the key's address: rows 0 to 2 are
 * in the frame between rounds, others in turn.  Which, and when, is in
 * dev/pipo/thumb/masked.py, whose search finds order and registers: no register, operand,
 * shifted operand, word on a bus or in the frame follows the other share, nor what reveals
 * as much.  Cycles:
 *
 *     S-box       113: 11 products of 8, 11 EORs of rows and one of them twice, one NOT
 *     key          16 EORs and 16 loads
 *     frame        18 loads, 18 stores, 4 of an address over what is not a row any more
 *     waits        14: loads that nothing pairs with, a neutral instruction
 *     loop          6
 *
 *     13 x 205 = 2665, exchanges 4 x 80 = 320, and 192 for the call, saved registers,
 *     blocks, the first key and clearing: 3177 cycles for four blocks.  Without the waits,
 *     some of which a better order could save, 2995
 *
 * At narae_pipo_masked_round, rows 3 to 7 of share 0 are in r1, r3, r5, r7 and r9, of share
 * 1 in the registers after them; rows 0 to 2 in six words from the stack pointer on, each
 * row's shares one after the other.  r11, r12 and lr have words of the key's shares, sums of
 * one and a word of the state, rotated, or an address; the other words of the frame and the
 * bus have addresses, and so had the operands of the last instructions.
 *
 * The schedule has 16 words for each round, the rows of share 0 with the round's number,
 * and those of share 1.
 *
 * Time depends on nothing. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M)

    .file   "pipo_masked_v7m.S"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

#    define rk r0
#    define t r11
#    define free r12

/* Rows 0 to 7 of share 0 and, while they are exchanged, of share 1; the rounds have rows 3
 * to 7 of share 1 in the registers after those of share 0. */
#    define ROWS r4, r6, r8, r1, r3, r5, r7, r9

/* The frame: rows 0 to 2, each in two words; four words more; half the address of the
 * schedule's end; the address of the output. */
#    define X0 0
#    define X1 8
#    define X2 16
#    define E0 24
#    define E1 32
#    define END 40
#    define OUT 44
#    define FRAME 48

#    define ROUND 64 /* bytes of a round's key: rows of share 0, of share 1 */
#    define ROUNDS 13

#    include "rows.inc"
#    include "masked.inc"

/* No operand of the instructions before is left, shifted or not. */
.macro clear_operands
    cmp.w   rk, rk, lsl #1
.endm

.macro four_blocks op, p, at, x0, x1, x2, x3, x4, x5, x6, x7
    \op     \x0, [\p, #\at]
    \op     \x4, [\p, #\at + 4]
    \op     \x2, [\p, #\at + 16]
    \op     \x6, [\p, #\at + 20]
    \op     \x1, [\p, #\at + 32]
    \op     \x5, [\p, #\at + 36]
    \op     \x3, [\p, #\at + 48]
    \op     \x7, [\p, #\at + 52]
.endm

.macro add_three at, x, y, z
    ldr.w   t, [rk, #\at]
    ldr.w   free, [rk, #\at + 4]
    ldr.w   lr, [rk, #\at + 8]
    eor.w   \x, \x, t
    eor.w   \y, \y, free
    eor.w   \z, \z, lr
.endm

.macro add_key at, x0, x1, x2, x3, x4, x5, x6, x7
    add_three \at, \x0, \x1, \x2
    add_three \at + 12, \x3, \x4, \x5
    ldr.w   t, [rk, #\at + 24]
    ldr.w   free, [rk, #\at + 28]
    eor.w   \x6, \x6, t
    eor.w   \x7, \x7, free
.endm

/* Eight bytes of the key, each bit four times, to the keys of the rounds from `at` on. */
.macro expand at
    add.w   r2, r0, #\at
    mov.w   r3, #8
1:  ldrb    r7, [r1], #1
    orr.w   r7, r7, r7, lsl #12
    and.w   r7, r7, r4
    orr.w   r7, r7, r7, lsl #6
    and.w   r7, r7, r5
    orr.w   r7, r7, r7, lsl #3
    and.w   r7, r7, r6
    orr.w   r7, r7, r7, lsl #1
    orr.w   r7, r7, r7, lsl #2
    .irp    n, 0, 2, 4, 6, 8, 10, 12
    str.w   r7, [r2, #ROUND * \n]
    .endr
    add.w   r2, r2, #4
    subs.w  r3, r3, #1
    bne.w   1b
.endm

function narae_pipo_masked_set_key_v7m
    push.w  {r4-r7}
    mov.w   r4, #0x000f000f
    mov.w   r5, #0x03030303
    mov.w   r6, #0x11111111
    expand  0
    expand  ROUND
    .set    round, 1
    .rept   ROUNDS
    ldr.w   r7, [r0, #ROUND * round]
    movw    r2, #(round & 1) * 0xf | (round & 2) * 0x78 | (round & 4) * 0x3c0 | (round & 8) * 0x1e00
    eor.w   r7, r7, r2
    str.w   r7, [r0, #ROUND * round]
    .set    round, round + 1
    .endr
    expand  32
    expand  ROUND + 32
    pop.w   {r4-r7}
    bx      lr
end_function narae_pipo_masked_set_key_v7m

function narae_pipo_masked_encrypt_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    str.w   r1, [sp, #OUT]
    add.w   t, rk, #ROUND * (ROUNDS + 1)
    lsr.w   t, t, #1
    str.w   t, [sp, #END]

    four_blocks ldr.w, r2, 8, ROWS
    to_rows ROWS
    add_key 32, ROWS
    str.w   r4, [sp, #X0 + 4]
    str.w   r6, [sp, #X1 + 4]
    str.w   r8, [sp, #X2 + 4]
    str.w   r1, [sp, #E0]
    str.w   r3, [sp, #E0 + 4]
    str.w   r5, [sp, #E1]
    str.w   r7, [sp, #E1 + 4]
    str.w   r9, [sp, #X0]
    ldr.w   t, [sp, #END]
    clear_operands
    four_blocks ldr.w, r2, 0, ROWS
    to_rows ROWS
    add_key 0, ROWS
    ldr.w   r10, [sp, #X0]
    str.w   r4, [sp, #X0]
    str.w   r6, [sp, #X1]
    str.w   r8, [sp, #X2]
    ldr.w   r2, [sp, #E0]
    ldr.w   r4, [sp, #E0 + 4]
    ldr.w   r6, [sp, #E1]
    ldr.w   r8, [sp, #E1 + 4]
    str.w   rk, [sp, #E0]
    str.w   rk, [sp, #E0 + 4]
    str.w   rk, [sp, #E1]
    str.w   rk, [sp, #E1 + 4]
    ldr.w   t, [sp, #END]
    add.w   rk, rk, #ROUND
    clear_operands

narae_pipo_masked_round:
    round
    add.w   rk, rk, #ROUND
    ldr.w   free, [sp, #END]
    cmp.w   rk, free, lsl #1
    bne.w   narae_pipo_masked_round

    str.w   r2, [sp, #E0]
    str.w   r4, [sp, #E0 + 4]
    str.w   r6, [sp, #E1]
    str.w   r8, [sp, #E1 + 4]
    ldr.w   r4, [sp, #X0]
    str.w   r10, [sp, #X0]
    ldr.w   r6, [sp, #X1]
    ldr.w   r8, [sp, #X2]
    ldr.w   r2, [sp, #OUT]
    from_rows ROWS
    four_blocks str.w, r2, 0, ROWS
    .irp    r, ROWS, t
    mov.w   \r, #0
    .endr
    clear_operands
    ldr.w   r2, [sp, #OUT]
    ldr.w   r4, [sp, #X0 + 4]
    ldr.w   r6, [sp, #X1 + 4]
    ldr.w   r8, [sp, #X2 + 4]
    ldr.w   r1, [sp, #E0]
    ldr.w   r3, [sp, #E0 + 4]
    ldr.w   r5, [sp, #E1]
    ldr.w   r7, [sp, #E1 + 4]
    ldr.w   r9, [sp, #X0]
    from_rows ROWS
    four_blocks str.w, r2, 8, ROWS
    .irp    word, X0, X0 + 4, X1, X1 + 4, X2, X2 + 4, E0, E0 + 4, E1, E1 + 4
    str.w   rk, [sp, #\word]
    .endr
    .irp    r, r1, r2, r3, r12, lr
    mov.w   \r, #0
    .endr
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_pipo_masked_encrypt_v7m

#endif
