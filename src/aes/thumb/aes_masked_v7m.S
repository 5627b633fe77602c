/* SPDX-License-Identifier: MIT */
/* AES-128 in two shares for ARMv7-M, bit-sliced: Cortex-M3, M4, M7.  FIPS 197;
 * narae/masked.h.
 *
 *   void narae_aes_masked_set_key_v7m(void *schedule, const uint8_t *key);
 *   void narae_aes_masked_encrypt_v7m(const void *schedule, uint8_t *out,
 *                                     const uint8_t *in, const uint8_t *random);
 *
 * Two blocks, fixsliced as in aes_v7m.S.  z + a b has the shares z0 + a0 b0 + a0 b1 and
 * z1 + a1 b1 + a1 b0: z masks the products that are added to it, so it must be uniform
 * whatever a and b are.  What masks the 32 products of the S-box's inversion:
 *
 *     the linear forms of the input that their sums contain (Boyar and Peralta's y18 to
 *     y21), and t22, t24, t34 and t25 of the inversion in GF(2^4)
 *     one recycled random word, twice: for y9 y11, of which two sums are made, and t21 t23.
 *     It is the same in all rounds
 *     eight guards, for the last 18 products and the sums of them.  They are independent
 *     in the eight output bits, which makes these uniform again
 *
 * A guard needs no fresh bit either: in each row of the state it is share 0 of the row
 * above at the S-box's input, in the first row that of the last row one round earlier, or
 * at first eight random bytes.  So a round maps masks and the last row's guards one to
 * one, for each key and text (Daemen's "changing of the guards", CHES 2017, is the idea,
 * of three shares there).  random: 4 recycled bytes, then the first row's 8.
 *
 * dev/aes/thumb/masked.py chooses the order, registers and spill slots of the S-box: no
 * register, operand, word on the bus or cell takes a value whose pair with the last one
 * there depends on a secret.  MixColumns and keys are done with one share, then with the
 * other.  Cycles of a round:
 *
 *     S-box        376 gates: 128 AND, 248 EOR; 18 for loads, 16 stores         410
 *     MixColumns   27, 75, 51 or 75 in each share, and 9 for loads              132
 *     keys         36 for loads, 16 EOR, 16 stores                               68
 *     guards       18 for loads of the first row, 8 ORR, 16 stores               42
 *
 *     10 S-boxes with guards 4520, 9 MixColumns 1224, 11 keys 748; words in and out,
 *     transpositions and the last ShiftRows 2 x 129; call 26:                   6776
 *
 * The S-box takes 758: 44 linear forms do not fit into 14 registers, so 42 words are
 * spilled, and cleared at its end with registers and operands, so that at
 * narae_aes_masked_round nothing but the state depends on its masks.  There, bit i of the
 * shares is at sp + X0 + 4 i and sp + X1 + 4 i (the latter in r0 to r7, too), guards at
 * sp + GUARDS, and share 0 once more at sp + SEEDS, for the next guards; r8 to r11 hold
 * key words.  Measured, with the call: 10439 for two blocks.  The rest is the loop, copies
 * of pointers and random bytes, and clearing the stack.
 *
 * Key setup: the S-box of the last word of the key, whose guards and recycled word are the
 * masks of two others.  Those words are added to it, or it to the first, so the new masks
 * are uniform.  At narae_aes_masked_expand the key's words are at sp + KEY.  Measured:
 * 11944.
 *
 * Time depends on nothing. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M)

    .file   "aes_masked_v7m.S"

#    include "masked.inc"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

/* The columns of two blocks, alternately; q is 32 bytes after p. */
.macro columns instruction, p, x0, x1, x2, x3, x4, x5, x6, x7
    \instruction \x0, [\p]
    \instruction \x2, [\p, #4]
    \instruction \x4, [\p, #8]
    \instruction \x6, [\p, #12]
    \instruction \x1, [\p, #32]
    \instruction \x3, [\p, #36]
    \instruction \x5, [\p, #40]
    \instruction \x7, [\p, #44]
.endm

.macro add_keys at
    ldr.w   lr, [sp, #RK]
    ldr.w   r8, [lr, #\at]
    ldr.w   r9, [lr, #\at + 4]
    ldr.w   r10, [lr, #\at + 8]
    ldr.w   r11, [lr, #\at + 12]
    eor.w   r0, r0, r8
    eor.w   r1, r1, r9
    eor.w   r2, r2, r10
    eor.w   r3, r3, r11
    ldr.w   r8, [lr, #\at + 16]
    ldr.w   r9, [lr, #\at + 20]
    ldr.w   r10, [lr, #\at + 24]
    ldr.w   r11, [lr, #\at + 28]
    eor.w   r4, r4, r8
    eor.w   r5, r5, r9
    eor.w   r6, r6, r10
    eor.w   r7, r7, r11
.endm

/* Guards of four bits: those of each row are share 0 of the row above; the first row's are those of the last row one
 * round earlier. */
.macro store_with_guards i, x0, x1, x2, x3
    ldrb.w  r8, [sp, #SEEDS + 4 * \i + 3]
    ldrb.w  r9, [sp, #SEEDS + 4 * \i + 7]
    ldrb.w  r10, [sp, #SEEDS + 4 * \i + 11]
    ldrb.w  r11, [sp, #SEEDS + 4 * \i + 15]
    orr.w   r8, r8, \x0, lsl #8
    orr.w   r9, r9, \x1, lsl #8
    orr.w   r10, r10, \x2, lsl #8
    orr.w   r11, r11, \x3, lsl #8
    str.w   \x0, [sp, #X0 + 4 * \i]
    str.w   \x1, [sp, #X0 + 4 * \i + 4]
    str.w   \x2, [sp, #X0 + 4 * \i + 8]
    str.w   \x3, [sp, #X0 + 4 * \i + 12]
    str.w   \x0, [sp, #SEEDS + 4 * \i]
    str.w   \x1, [sp, #SEEDS + 4 * \i + 4]
    str.w   \x2, [sp, #SEEDS + 4 * \i + 8]
    str.w   \x3, [sp, #SEEDS + 4 * \i + 12]
    str.w   r8, [sp, #GUARDS + 4 * \i]
    str.w   r9, [sp, #GUARDS + 4 * \i + 4]
    str.w   r10, [sp, #GUARDS + 4 * \i + 8]
    str.w   r11, [sp, #GUARDS + 4 * \i + 12]
.endm

.macro end_share_0
    add_keys 0
    store_with_guards 0, r0, r1, r2, r3
    store_with_guards 4, r4, r5, r6, r7
    mov.w   r12, #0
.endm

.macro store_words at, x0, x1, x2, x3, x4, x5, x6, x7
    str.w   \x0, [sp, #\at]
    str.w   \x1, [sp, #\at + 4]
    str.w   \x2, [sp, #\at + 8]
    str.w   \x3, [sp, #\at + 12]
    str.w   \x4, [sp, #\at + 16]
    str.w   \x5, [sp, #\at + 20]
    str.w   \x6, [sp, #\at + 24]
    str.w   \x7, [sp, #\at + 28]
.endm

.macro load_words at, x0, x1, x2, x3, x4, x5, x6, x7
    ldr.w   \x0, [sp, #\at]
    ldr.w   \x1, [sp, #\at + 4]
    ldr.w   \x2, [sp, #\at + 8]
    ldr.w   \x3, [sp, #\at + 12]
    ldr.w   \x4, [sp, #\at + 16]
    ldr.w   \x5, [sp, #\at + 20]
    ldr.w   \x6, [sp, #\at + 24]
    ldr.w   \x7, [sp, #\at + 28]
.endm

.macro end_share_1
    add_keys 32
    store_words X1, STATE
    mov.w   r12, #0
    add.w   lr, lr, #64
    str.w   lr, [sp, #RK]
.endm

.macro mix_columns k
    mix_columns_\k\()_share_0
    end_share_0
    mix_columns_\k\()_share_1
    end_share_1
    cmp.w   sp, #0
    b.w     narae_aes_masked_round
.endm

.macro exchange_columns x, y, t
    eor.w   \t, \x, \y
    and.w   \t, \t, #0xff00ff00
    eor.w   \x, \x, \t
    eor.w   \y, \y, \t
.endm

/* Ends a share of two blocks. */
.macro last_share x, at, offset
    load_words \x, STATE
    add_keys \at
    transpose_bits r8, STATE
    exchange_columns r0, r4, r8
    exchange_columns r1, r5, r8
    exchange_columns r2, r6, r8
    exchange_columns r3, r7, r8
    ldr.w   lr, [sp, #OUT]
    .if     \offset
    add.w   lr, lr, #\offset
    .endif
    columns str.w, lr, STATE
.endm

.macro clear registers:vararg
    .irp    r, \registers
    mov.w   \r, #0
    .endr
.endm

.macro seed i
    ldrb.w  r4, [r3, #4 + \i]
    strb.w  r4, [sp, #SEEDS + 4 * \i + 3]
.endm

function narae_aes_masked_encrypt_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    str.w   r0, [sp, #RK]
    str.w   r1, [sp, #OUT]
    str.w   r2, [sp, #IN]
    ldr.w   r4, [r3]
    str.w   r4, [sp, #RECYCLED]
    seed    0
    seed    1
    seed    2
    seed    3
    seed    4
    seed    5
    seed    6
    seed    7
    mov.w   r4, #10
    str.w   r4, [sp, #LEFT]
    mov.w   r8, r2
    columns ldr.w, r8, STATE
    transpose_bits r8, STATE
    end_share_0
    ldr.w   r8, [sp, #IN]
    add.w   r8, r8, #16
    columns ldr.w, r8, STATE
    transpose_bits r8, STATE
    end_share_1
    cmp.w   sp, #0
    .globl narae_aes_masked_round
narae_aes_masked_round:
    masked_s_box
    ldr.w   r8, [sp, #LEFT]
    subs.w  r8, r8, #1
    str.w   r8, [sp, #LEFT]
    beq.w   5f
    bmi.w   narae_aes_masked_expanded
    movs.w  r8, r8, lsl #31
    bcs.w   3f
    bmi.w   1f
    mix_columns 2
1:  mix_columns 1
3:  bmi.w   4f
    mix_columns 0
4:  mix_columns 3
5:  mov.w   r8, r8, lsl #1
    last_share X0, 0, 0
    last_share X1, 32, 16
    clear   r0, r1, r2, r3, r12, lr
    store_words X0, r0, r0, r0, r0, r0, r0, r0, r0
    store_words X1, r0, r0, r0, r0, r0, r0, r0, r0
    store_words GUARDS, r0, r0, r0, r0, r0, r0, r0, r0
    store_words SEEDS, r0, r0, r0, r0, r0, r0, r0, r0
    str.w   r0, [sp, #RECYCLED]
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_aes_masked_encrypt_v7m

/* A word of four rows, each from another column. */
.macro rows_of to, a, b, c, d
    and.w   \to, \a, #0x000000ff
    and.w   r8, \b, #0x0000ff00
    orr.w   \to, \to, r8
    and.w   r8, \c, #0x00ff0000
    orr.w   \to, \to, r8
    and.w   r8, \d, #0xff000000
    orr.w   \to, \to, r8
.endm

/* Exchanges bits i and i + 1 of all columns of both blocks, into words at lr. */
.macro store_bits at, x
    and.w   r8, \x, #0x55555555
    eor.w   \x, \x, r8
    orr.w   r8, r8, r8, lsl #1
    orr.w   \x, \x, \x, lsr #1
    str.w   r8, [lr, #\at]
    str.w   \x, [lr, #\at + 4]
.endm

/* A share of round key r12 bit-sliced, displaced by the ShiftRows that are then pending. */
.macro write_round_key share
    load_half KEY + 16 * \share, r0, r1, r2, r3
    .if     \share == 0
    cmp.w   r12, #0
    beq.w   7f
    eor.w   r0, r0, #0x63636363
    eor.w   r1, r1, #0x63636363
    eor.w   r2, r2, #0x63636363
    eor.w   r3, r3, #0x63636363
7:
    .endif
    tst.w   r12, #2
    beq.w   8f
    exchange_columns r0, r2, r8
    exchange_columns r1, r3, r8
8:  mov.w   r4, r0
    mov.w   r5, r1
    mov.w   r6, r2
    mov.w   r7, r3
    tst.w   r12, #1
    beq.w   9f
    rows_of r4, r0, r3, r2, r1
    rows_of r5, r1, r0, r3, r2
    rows_of r6, r2, r1, r0, r3
    rows_of r7, r3, r2, r1, r0
9:  swap_bits r4, r6, 4, 0x0f0f0f0f, r8
    swap_bits r5, r7, 4, 0x0f0f0f0f, r8
    swap_bits r4, r5, 2, 0x33333333, r8
    swap_bits r6, r7, 2, 0x33333333, r8
    ldr.w   lr, [sp, #RK]
    store_bits 32 * \share, r4
    store_bits 32 * \share + 8, r5
    store_bits 32 * \share + 16, r6
    store_bits 32 * \share + 24, r7
.endm

.macro load_half at, x0, x1, x2, x3
    ldr.w   \x0, [sp, #\at]
    ldr.w   \x1, [sp, #\at + 4]
    ldr.w   \x2, [sp, #\at + 8]
    ldr.w   \x3, [sp, #\at + 12]
.endm

/* Bits of the bytes of a word of the key. */
.macro slice word
    ldr.w   r8, [sp, #\word]
    and.w   r0, r12, r8
    and.w   r1, r12, r8, lsr #1
    and.w   r2, r12, r8, lsr #2
    and.w   r3, r12, r8, lsr #3
    and.w   r4, r12, r8, lsr #4
    and.w   r5, r12, r8, lsr #5
    and.w   r6, r12, r8, lsr #6
    and.w   r7, r12, r8, lsr #7
.endm

/* A share of the next round key, from the S-box of the last word.  r12: constant. */
.macro next_key share
    load_words X0 + 32 * \share, STATE
    eor.w   r0, r0, r1, lsl #1
    eor.w   r0, r0, r2, lsl #2
    eor.w   r0, r0, r3, lsl #3
    eor.w   r0, r0, r4, lsl #4
    eor.w   r0, r0, r5, lsl #5
    eor.w   r0, r0, r6, lsl #6
    eor.w   r0, r0, r7, lsl #7
    load_half KEY + 16 * \share, r8, r9, r10, r11
    eor.w   r8, r8, r0, ror #8
    .if     \share == 0
    eor.w   r8, r8, #0x63636363
    eor.w   r8, r8, r12
    .endif
    eor.w   r9, r9, r8
    eor.w   r10, r10, r9
    eor.w   r11, r11, r10
    store_half KEY + 16 * \share, r8, r9, r10, r11
.endm

.macro store_half at, x0, x1, x2, x3
    str.w   \x0, [sp, #\at]
    str.w   \x1, [sp, #\at + 4]
    str.w   \x2, [sp, #\at + 8]
    str.w   \x3, [sp, #\at + 12]
.endm

.macro clear_all
    clear   r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11
    and.w   r0, r0, r0, lsl #1
    str.w   sp, [sp, #PUBLIC]
    ldr.w   r0, [sp, #PUBLIC]
.endm

/* The key's words stay on the stack.  The S-box of the last one is that of encryption, which returns here because LEFT
 * is negative.  Its guards and recycled bits are the masks of other words of the key: each word is added to those. */
function narae_aes_masked_set_key_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    str.w   r0, [sp, #RK]
    mov.w   r4, #1
    str.w   r4, [sp, #RCON]
    mov.w   r4, #-1
    str.w   r4, [sp, #LEFT]
    mov.w   lr, r1
    ldr.w   r4, [r1]
    ldr.w   r5, [r1, #4]
    ldr.w   r6, [r1, #8]
    ldr.w   r7, [r1, #12]
    store_half KEY, r4, r5, r6, r7
    clear_all
    ldr.w   r8, [lr, #16]
    ldr.w   r9, [lr, #20]
    ldr.w   r10, [lr, #24]
    ldr.w   r11, [lr, #28]
    store_half KEY + 16, r8, r9, r10, r11
    clear_all
    .globl narae_aes_masked_expand
narae_aes_masked_expand:
    ldr.w   r12, [sp, #LEFT]
    mvn.w   r12, r12
    write_round_key 0
    clear_all
    write_round_key 1
    clear_all
    add.w   lr, lr, #64
    str.w   lr, [sp, #RK]
    cmp.w   r12, #10
    beq.w   6f
    mov.w   r12, #0x01010101
    slice   KEY + 12
    store_words X0, STATE
    slice   KEY + 4
    store_words GUARDS, STATE
    ldr.w   r8, [sp, #KEY + 8]
    and.w   r8, r12, r8
    str.w   r8, [sp, #RECYCLED]
    clear_all
    slice   KEY + 28
    store_words X1, STATE
    ldr.w   r8, [sp, #PUBLIC]
    cmp.w   sp, #0
    b.w     narae_aes_masked_round
    .globl narae_aes_masked_expanded
narae_aes_masked_expanded:
    ldr.w   r12, [sp, #RCON]
    next_key 0
    clear_all
    next_key 1
    clear_all
    store_words X0, sp, sp, sp, sp, sp, sp, sp, sp
    store_words X1, sp, sp, sp, sp, sp, sp, sp, sp
    store_words GUARDS, sp, sp, sp, sp, sp, sp, sp, sp
    str.w   sp, [sp, #RECYCLED]
    lsr.w   r0, r12, #7
    rsb.w   r0, r0, #0
    movw    r1, #0x11b
    and.w   r0, r0, r1
    eor.w   r12, r0, r12, lsl #1
    str.w   r12, [sp, #RCON]
    b.w     narae_aes_masked_expand
6:  store_words KEY, sp, sp, sp, sp, sp, sp, sp, sp
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_aes_masked_set_key_v7m

#endif
