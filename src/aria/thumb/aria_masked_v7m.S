/* SPDX-License-Identifier: MIT */
/* ARIA-128 in two shares for ARMv7-M, bit-sliced: Cortex-M3, M4, M7.  KS X 1213; RFC 5794;
 * narae/masked.h.
 *
 *   void narae_aria_masked_set_key_v7m(void *schedule, const uint8_t *key);
 *   void narae_aria_masked_encrypt_v7m(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, const uint8_t *random);
 *
 * Two blocks, in the layout of aria_v7m.S but in the polynomial basis.  All 32 bytes go
 * through the masked S-box of aes/thumb/masked.inc, which is S1 without its constant, with
 * the guards that aes_masked_v7m.S describes: there a byte of a word is a row, here it is a
 * word of the block.  random: 4 recycled bytes, then 8 of the first word's guards.
 *
 * The inverse of S1, S2 and its inverse are the same S-box between linear maps, on bytes
 * that masks select; these maps, diffusion and keys are done with one share, then with the
 * other: dev/aria/thumb/masked.py.  Cycles of a round without spills and clearing, and what it
 * takes with them:
 *
 *     S-box                376 gates, 18 for loads, 16 stores         410    758
 *     map and diffusion    49 and 136 in each share, 9 for loads      388    426
 *     keys                 10 for loads, 8 EOR in each share           36     40
 *     map                  52 in each share                           104    158
 *     state and guards     10 for loads, 8 ORR, 32 stores              50     50
 *     clearing, loop                                                    -     60
 *
 *     By count 12 rounds with one map behind instead of diffusion in the last, 11584; the last
 *     keys 36, transpositions of both shares 338, call 26: 11984, 375 cycles a byte.  Measured,
 *     with the call: 17962 for two blocks, 561 cycles a byte.  Simulated t-test on a Cortex-M4,
 *     100,000 traces: at most 4.29 at first order.
 *
 * At narae_aria_masked_round the shares, guards and key words lie as in aes_masked_v7m.S.
 *
 * Key setup takes 60 random bytes from the schedule: those of an encryption, used in each of
 * the three steps of the Feistel cipher, then new masks of its outcome W1 to W3, each of
 * which is then at sp + WORDS.  Measured: 9804.
 *
 * Time depends on nothing. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M)

    .file   "aria_masked_v7m.S"

#    include "aes/thumb/masked.inc"
#    include "masked.inc"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

/* Key setup: W0 to W3, each in shares, behind the frame. */
#define WORDS FRAME
#define KEY_FRAME (FRAME + 4 * 32)
#define COUNT KEY

.macro exchange_halves x, y, t
    lsr.w   \t, \x, #16
    bfi     \x, \y, #16, #16
    bfi     \y, \t, #0, #16
.endm

/* Byte b of word t and byte t of word b. */
.macro transpose_bytes t, x0, x1, x2, x3
    swap_bits \x0, \x1, 8, 0x00ff00ff, \t
    swap_bits \x2, \x3, 8, 0x00ff00ff, \t
    exchange_halves \x0, \x2, \t
    exchange_halves \x1, \x3, \t
.endm

/* Words 0, 2, 1, 3 of two blocks, alternately; the second one is 32 bytes behind. */
.macro blocks instruction, p, x0, x1, x2, x3, x4, x5, x6, x7
    \instruction \x0, [\p]
    \instruction \x4, [\p, #4]
    \instruction \x2, [\p, #8]
    \instruction \x6, [\p, #12]
    \instruction \x1, [\p, #32]
    \instruction \x5, [\p, #36]
    \instruction \x3, [\p, #40]
    \instruction \x7, [\p, #44]
.endm

.macro slice
    transpose_bytes r8, r0, r4, r2, r6
    transpose_bytes r8, r1, r5, r3, r7
    transpose_bits r8, STATE
.endm

/* With the halves of words exchanged. */
.macro unslice
    transpose_bits r8, STATE
    transpose_bytes r8, r2, r6, r0, r4
    transpose_bytes r8, r3, r7, r1, r5
.endm

.macro add_key at
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

/* Guards of four bits: those of each word of the block are share 0 of the word before; the first word's are those of
 * the last one a round earlier. */
.macro store_with_guards i, x0, x1, x2, x3
    ldrb.w  r8, [sp, #SEEDS + 4 * \i + 3]
    ldrb.w  r9, [sp, #SEEDS + 4 * \i + 7]
    ldrb.w  r10, [sp, #SEEDS + 4 * \i + 11]
    ldrb.w  r11, [sp, #SEEDS + 4 * \i + 15]
    orr.w   r8, r8, \x0, lsl #8
    orr.w   r9, r9, \x1, lsl #8
    orr.w   r10, r10, \x2, lsl #8
    orr.w   r11, r11, \x3, lsl #8
    store_half X0 + 4 * \i, \x0, \x1, \x2, \x3
    store_half SEEDS + 4 * \i, \x0, \x1, \x2, \x3
    store_half GUARDS + 4 * \i, r8, r9, r10, r11
.endm

.macro store_half at, x0, x1, x2, x3
    str.w   \x0, [sp, #\at]
    str.w   \x1, [sp, #\at + 4]
    str.w   \x2, [sp, #\at + 8]
    str.w   \x3, [sp, #\at + 12]
.endm

.macro store_words at, x0, x1, x2, x3, x4, x5, x6, x7
    store_half \at, \x0, \x1, \x2, \x3
    store_half \at + 16, \x4, \x5, \x6, \x7
.endm

.macro clear registers:vararg
    .irp    r, \registers
    mov.w   \r, #0
    .endr
.endm

/* Registers, latches of operands, and the bus. */
.macro clear_all
    mov.w   lr, #0
    clear_but_lr
.endm

.macro clear_but_lr
    clear   r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12
    and.w   r0, r0, r0, lsl #1
    str.w   sp, [sp, #PUBLIC]
    ldr.w   r0, [sp, #PUBLIC]
.endm

/* The state before the S-box, which takes share 1 in registers, too. */
.macro end_share share
    .if     \share == 0
    before_share_0
    store_with_guards 0, r0, r1, r2, r3
    store_with_guards 4, r4, r5, r6, r7
    clear_all
    .else
    before_share_1
    store_words X1, STATE
    clear   r8, r9, r10, r11, r12, lr
    cmp.w   sp, #0
    str.w   sp, [sp, #PUBLIC]
    ldr.w   lr, [sp, #PUBLIC]
    .endif
.endm

.macro seeds from
    ldr.w   r4, [\from]
    str.w   r4, [sp, #RECYCLED]
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7
    ldrb.w  r4, [\from, #4 + \i]
    strb.w  r4, [sp, #SEEDS + 4 * \i + 3]
    .endr
.endm

.macro next_key
    ldr.w   lr, [sp, #RK]
    add.w   lr, lr, #64
    str.w   lr, [sp, #RK]
.endm

.macro first_share share
    ldr.w   r8, [sp, #IN]
    .if     \share
    add.w   r8, r8, #16
    .endif
    blocks  ldr.w, r8, STATE
    slice
    add_key 32 * \share
    end_share \share
.endm

.macro last_share share
    behind_share_\share
    add_key 32 * \share
    unslice
    ldr.w   lr, [sp, #OUT]
    .if     \share
    add.w   lr, lr, #16
    .endif
    blocks  str.w, lr, r2, r3, r0, r1, r6, r7, r4, r5
    clear_all
.endm

.macro clear_frame
    store_words X0, sp, sp, sp, sp, sp, sp, sp, sp
    store_words X1, sp, sp, sp, sp, sp, sp, sp, sp
    store_words GUARDS, sp, sp, sp, sp, sp, sp, sp, sp
    store_words SEEDS, sp, sp, sp, sp, sp, sp, sp, sp
    str.w   sp, [sp, #RECYCLED]
.endm

function narae_aria_masked_encrypt_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #KEY_FRAME
    str.w   r0, [sp, #RK]
    str.w   r1, [sp, #OUT]
    str.w   r2, [sp, #IN]
    seeds   r3
    mov.w   r4, #12
    str.w   r4, [sp, #LEFT]
    first_share 0
    first_share 1
    next_key
    .globl narae_aria_masked_round
narae_aria_masked_round:
    masked_s_box
    ldr.w   r8, [sp, #LEFT]
    subs.w  r8, r8, #1
    str.w   r8, [sp, #LEFT]
    beq.w   4f
    bmi.w   narae_aria_masked_expanded
    diffuse_share_0
    add_key 0
    end_share 0
    diffuse_share_1
    add_key 32
    end_share 1
    next_key
    b.w     narae_aria_masked_round
4:  last_share 0
    last_share 1
    clear_frame
    add.w   sp, sp, #KEY_FRAME
    pop.w   {r4-r11, pc}
end_function narae_aria_masked_encrypt_v7m

/* Key setup. */

/* Words 0 to 3 of a block twice. */
#define BLOCK r0, r4, r2, r6
#define LAST_BLOCK r2, r6, r0, r4

.macro twice
    mov.w   r1, r0
    mov.w   r3, r2
    mov.w   r5, r4
    mov.w   r7, r6
.endm

.macro load_block p, at, x0, x1, x2, x3
    ldr.w   \x0, [\p, #\at]
    ldr.w   \x1, [\p, #\at + 4]
    ldr.w   \x2, [\p, #\at + 8]
    ldr.w   \x3, [\p, #\at + 12]
.endm

.macro add_block x0, x1, x2, x3, y0, y1, y2, y3
    eor.w   \x0, \x0, \y0
    eor.w   \x1, \x1, \y1
    eor.w   \x2, \x2, \y2
    eor.w   \x3, \x3, \y3
.endm

.macro add_constants x0, x1, x2, x3, y0, y1, y2, y3
    .irp    pair, "\x0, \y0", "\x1, \y1", "\x2, \y2", "\x3, \y3"
    add_constant \pair
    .endr
.endm

.macro add_constant x, c
    .if     (\c) & 0xffff
    movw    r8, #((\c) & 0xffff)
    .else
    mov.w   r8, #0
    .endif
    .if     ((\c) >> 16) & 0xffff
    movt    r8, #(((\c) >> 16) & 0xffff)
    .endif
    eor.w   \x, \x, r8
.endm

.macro rotate_all x0, x1, x2, x3
    ror.w   \x0, \x0, #16
    ror.w   \x1, \x1, #16
    ror.w   \x2, \x2, #16
    ror.w   \x3, \x3, #16
.endm

/* A step of the Feistel cipher: W(j-1) + CKj before the S-boxes, with the constants of the inverse ones. */
.macro before_step j, share, c0, c1, c2, c3
    load_block sp, WORDS + 32 * (\j - 1) + 16 * \share, BLOCK
    .if     \share == 0
    add_constants BLOCK, \c0, \c1, \c2, \c3
    .endif
    .if     \j == 2
    rotate_all BLOCK
    .endif
    twice
    slice
    end_share \share
.endm

/* Wj: behind the S-boxes, with new masks, plus W(j-2). */
.macro behind_step j, share
    diffuse_share_\share
    unslice
    .if     \share == 0
    add_constants LAST_BLOCK, 0x63e20000, 0x000063e2, 0xe2630000, 0x0000e263
    .endif
    .if     \j == 2
    rotate_all LAST_BLOCK
    .endif
    ldr.w   lr, [sp, #RK]
    load_block lr, 12 + 16 * (\j - 1), r8, r9, r10, r11
    add_block LAST_BLOCK, r8, r9, r10, r11
    .if     \j > 1
    load_block sp, WORDS + 32 * (\j - 2) + 16 * \share, r8, r9, r10, r11
    add_block LAST_BLOCK, r8, r9, r10, r11
    .endif
    store_half WORDS + 32 * \j + 16 * \share, LAST_BLOCK
    clear_all
.endm

/* Both lanes hold the same block, and only the first word's guards differ in them: those of the random bytes, not those
 * of the last word a step earlier. */
.macro step j, c0, c1, c2, c3
    ldr.w   lr, [sp, #RK]
    seeds   lr
    before_step \j, 0, \c0, \c1, \c2, \c3
    before_step \j, 1
    b.w     narae_aria_masked_round
.endm

.macro end_step j
    behind_step \j, 0
    behind_step \j, 1
.endm

/* Round key number COUNT: W(i) plus W(i+1), rotated to the right by `words` words and `bits` bits as a big-endian
 * number. */
.macro turned x, low, high, bits
    lsr.w   r8, \low, #\bits
    orr.w   r8, r8, \high, lsl #(32 - \bits)
    rev.w   r8, r8
    eor.w   \x, \x, r8
.endm

.macro turned_block bits, x0, x1, x2, x3, y0, y1, y2, y3
    turned  \x0, \y0, \y3, \bits
    turned  \x1, \y1, \y0, \bits
    turned  \x2, \y2, \y1, \bits
    turned  \x3, \y3, \y2, \bits
.endm

.macro round_key r, share, words, bits
    load_block sp, WORDS + 32 * (\r % 4) + 16 * \share, BLOCK
    load_block sp, WORDS + 32 * ((\r + 1) % 4) + 16 * \share, r9, r10, r11, r12
    rev.w   r9, r9
    rev.w   r10, r10
    rev.w   r11, r11
    rev.w   r12, r12
    .if     \words == 0
    turned_block \bits, BLOCK, r9, r10, r11, r12
    .elseif \words == 2
    turned_block \bits, BLOCK, r11, r12, r9, r10
    .else
    turned_block \bits, BLOCK, r10, r11, r12, r9
    .endif
    .if     \r == 12 || \r % 2
    rotate_all BLOCK
    .endif
    .if     \share == 0
    .if     \r == 0
    add_constants BLOCK, 0xe2630000, 0xe2630000, 0xe2630000, 0xe2630000
    .elseif \r == 12
    add_constants BLOCK, 0x0000e263, 0x0000e263, 0x0000e263, 0x0000e263
    .else
    add_constants BLOCK, 0xe26363e2, 0x81810000, 0xe263e263, 0
    .endif
    .endif
    bl      write_round_key
.endm

.macro both_shares r, words, bits
    round_key \r, 0, \words, \bits
    round_key \r, 1, \words, \bits
.endm

function narae_aria_masked_set_key_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #KEY_FRAME
    str.w   r0, [sp, #RK]
    mov.w   r4, #0
    str.w   r4, [sp, #LEFT]
    str.w   r1, [sp, #IN]
    ldr.w   lr, [sp, #IN]
    load_block lr, 0, BLOCK
    store_half WORDS, BLOCK
    clear_all
    ldr.w   lr, [sp, #IN]
    load_block lr, 16, BLOCK
    store_half WORDS + 16, BLOCK
    clear_all
    step    1, 0xb7c17c51 ^ 0xe2630000, 0x940a2227 ^ 0xe2630000, 0xe8ab13fe ^ 0xe2630000, 0xe06e9afa ^ 0xe2630000
    .globl narae_aria_masked_expanded
narae_aria_masked_expanded:
    ldr.w   r8, [sp, #LEFT]
    adds.w  r8, r8, #2
    bmi.w   3f
    beq.w   2f
    end_step 1
    .globl narae_aria_masked_word_1
narae_aria_masked_word_1:
    step    2, 0xcc4ab16d ^ 0xe263, 0x20c8219e ^ 0xe263, 0xd5b128ff ^ 0xe263, 0xb0e25def ^ 0xe263
2:  end_step 2
    .globl narae_aria_masked_word_2
narae_aria_masked_word_2:
    step    3, 0x1d3792db ^ 0xe2630000, 0x70e92621 ^ 0xe2630000, 0x75972403 ^ 0xe2630000, 0x0ec9e804 ^ 0xe2630000
3:  end_step 3
    .globl narae_aria_masked_word_3
narae_aria_masked_word_3:
    clear_frame
    ldr.w   r8, [sp, #RK]
    .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    str.w   r8, [r8, #4 * \i]
    .endr
    .irp    r, 0, 1, 2, 3
    both_shares \r, 0, 19
    .endr
    .irp    r, 4, 5, 6, 7
    both_shares \r, 0, 31
    .endr
    .irp    r, 8, 9, 10, 11
    both_shares \r, 2, 3
    .endr
    both_shares 12, 3, 1
    .irp    j, 0, 1, 2, 3
    store_words WORDS + 32 * \j, sp, sp, sp, sp, sp, sp, sp, sp
    .endr
    add.w   sp, sp, #KEY_FRAME
    pop.w   {r4-r11, pc}

/* A share of a round key, bit-sliced. */
write_round_key:
    twice
    slice
    ldr.w   r8, [sp, #RK]
    str.w   r0, [r8]
    str.w   r1, [r8, #4]
    str.w   r2, [r8, #8]
    str.w   r3, [r8, #12]
    str.w   r4, [r8, #16]
    str.w   r5, [r8, #20]
    str.w   r6, [r8, #24]
    str.w   r7, [r8, #28]
    add.w   r8, r8, #32
    str.w   r8, [sp, #RK]
    clear_but_lr
    bx      lr
end_function narae_aria_masked_set_key_v7m

#endif
