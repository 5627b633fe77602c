/* SPDX-License-Identifier: MIT */
/* LEA-128 in two shares for ARMv7-M, bit-sliced: Cortex-M3, M4, M7.  KS X 3246:2016;
 * ISO/IEC 29192-2:2019, clause 6; narae/masked.h.
 *
 *   void narae_lea_masked_set_key_v7m(void *schedule, const uint8_t *key);
 *   void narae_lea_masked_encrypt_v7m(const void *schedule, uint8_t *out,
 *                                     const uint8_t *in, const uint8_t *random);
 *
 * 32 blocks: slice i of a word is bit i of it in all blocks.  A place on the stack holds the
 * slices of a word, share 0, then share 1; the places are a ring of five.  A sum goes to the
 * free place, and its second operand's becomes free: its slices are overwritten with the
 * stack pointer, which the bus needs between shares anyway.  A rotation moves the slices of
 * the sum in their place.
 *
 * The carry c of a slice becomes c + (x + c)(y + c), where + is XOR.  Both shares of c get a
 * mask m first, so they mask the products that are added to them:
 *
 *     u0 = x0 + c0, v0 = y0 + c0      c0 = c0 + m + u0 v0 + u0 v1
 *     u1 = x1 + c1, v1 = y1 + c1      c1 = c1 + m + u1 v1 + u1 v0
 *
 * m is a bit of share 0 of a word of the round key that is not part of this sum, the same
 * in all blocks.  The first carry is 0: both of its shares are `random`.  A round maps masks
 * one to one, for each key and text.  Cycles:
 *
 *     slice        5 loads 7, 5 SBFX, 13 EOR for x, y, m and the sum,
 *                  4 AND, 4 EOR, 3 stores                                     36
 *     sum          31 slices, the last one 22, 9 to turn                    1147
 *     round        3 sums, 135 for keys, addresses, clearing and the loop   3576
 *
 *     24 rounds 85824; in and out of slices, 16 words of 32 blocks, 9600; the call, the
 *     free place, wiping 1280 bytes 1000:                                  96424
 *
 * Measured: 95746 for 32 blocks, 187 cycles a byte.  A register for m would save 2 cycles a
 * slice; keys and addresses are in registers for a whole sum.  1,364 bytes of stack.
 *
 * Key setup adds a constant to each word, bit by bit in a loop: u and v as above, where the
 * constant is part of v0, and m is a bit of share 0 of the next word.  24 x 4 x 31 steps of
 * 21 cycles 62500, with 58 for each word 68000.  Measured: 68032.  It is not unrolled: it is
 * called once for a message.
 *
 * At narae_lea_masked_round and narae_lea_masked_last, the words are in all places but the free
 * one, and nothing else depends on their masks.  Words of two round keys, whose masks depend on
 * each other, never meet: what a round leaves of its key is cleared.
 *
 * Time depends on nothing. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M)

    .file   "lea_masked_v7m.S"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

/* The frame of encryption: addresses in the schedule, of texts, and of add_words' caller; `random`; the word of masks of
 * a sum; rounds left; a public word; see slice; five places. */
#    define RK 0
#    define OUT 4
#    define IN 8
#    define RECYCLED 12
#    define MASK 16
#    define RETURN 20
#    define LEFT 24
#    define PUBLIC 28
#    define TURNS 32
#    define PLACES 48
#    define PLACE 256
#    define SHARE 128
#    define RING (5 * PLACE)
#    define FRAME (PLACES + RING)

.macro clear registers:vararg
    .irp    r, \registers
    mov.w   \r, #0
    .endr
.endm

/* Operands and bus become public. */
.macro quiet
    cmp.w   sp, #0
    str.w   sp, [sp, #PUBLIC]
    ldr.w   lr, [sp, #PUBLIC]
.endm

/* Bit n of the sum.  r0, r1, r2: places of x, y and the sum; r3 to r6: shares 0 of their key words, then shares 1; r7,
 * r8: shares of the carry.  At slice 3, 5 or 23, that
 * is where a sum rotated by 29, 27 or 9 comes to the end of its place, TURNS is the size of a share. */
.macro slice n
    .if     \n == 3
    ldr.w   lr, [sp, #TURNS]
    sub.w   r2, r2, lr
    .endif
    .if     \n == 5
    ldr.w   lr, [sp, #TURNS + 4]
    sub.w   r2, r2, lr
    .endif
    .if     \n == 23
    ldr.w   lr, [sp, #TURNS + 8]
    sub.w   r2, r2, lr
    .endif
    ldr.w   r9, [r0, #4 * \n]
    ldr.w   r10, [r1, #4 * \n]
    ldr.w   r11, [r0, #4 * \n + SHARE]
    ldr.w   r12, [r1, #4 * \n + SHARE]
    str.w   sp, [r1, #4 * \n]
    sbfx.w  lr, r3, #\n, #1
    eor.w   r9, r9, lr
    eor.w   r9, r9, r7
    sbfx.w  lr, r4, #\n, #1
    eor.w   r10, r10, lr
    eor.w   lr, r9, r10
    str.w   lr, [r2, #4 * \n]
    .if     \n < 31
    eor.w   r10, r10, r7
    .endif
    sbfx.w  lr, r5, #\n, #1
    eor.w   r11, r11, lr
    eor.w   r11, r11, r8
    sbfx.w  lr, r6, #\n, #1
    eor.w   r12, r12, lr
    eor.w   lr, r11, r12
    str.w   sp, [r1, #4 * \n + SHARE]
    str.w   lr, [r2, #4 * \n + SHARE]
    .if     \n < 31
    ldr.w   lr, [sp, #MASK]
    eor.w   r12, r12, r8
    sbfx.w  lr, lr, #\n, #1
    eor.w   r8, lr, r8
    eor.w   r7, r7, lr
    and.w   lr, r9, r10
    eor.w   r7, r7, lr
    and.w   r9, r12, r9
    eor.w   r7, r7, r9
    and.w   r12, r11, r12
    eor.w   r8, r8, r12
    and.w   r10, r10, r11
    eor.w   r8, r8, r10
    .endif
.endm

/* One sum, with word `word` of the round key for x and the masks of word `mask`, rotated left; then the next one's
 * addresses. */
.macro sum word, mask, left, turn
    ldr.w   lr, [sp, #RK]
    ldr.w   r3, [lr, #4 * \word]
    ldr.w   r4, [lr, #4]
    ldr.w   r9, [lr, #4 * \mask]
    ldr.w   r5, [lr, #4 * \word + 16]
    ldr.w   r6, [lr, #20]
    str.w   r9, [sp, #MASK]
    add.w   r2, r2, #4 * \left
    clear   r9, r10
    str.w   r9, [sp, #TURNS]
    str.w   r9, [sp, #TURNS + 4]
    str.w   r9, [sp, #TURNS + 8]
    add.w   r9, r9, #SHARE
    str.w   r9, [sp, #TURNS + 4 * \turn]
    bl      add_words
    mov.w   r2, r1
    mov.w   r1, r0
    sub.w   r0, r0, #PLACE
    add.w   r9, sp, #PLACES
    sub.w   r9, r0, r9
    and.w   r9, r9, #0x80000000
    mov.w   r10, #RING
    and.w   r9, r10, r9, asr #31
    add.w   r0, r0, r9
.endm

.macro load_four p, distance
    ldr.w   r4, [\p]
    ldr.w   r5, [\p, #\distance]
    ldr.w   r6, [\p, #2 * \distance]
    ldr.w   r7, [\p, #3 * \distance]
.endm

.macro store_four p, distance
    str.w   r4, [\p]
    str.w   r5, [\p, #\distance]
    str.w   r6, [\p, #2 * \distance]
    str.w   r7, [\p, #3 * \distance]
.endm

/* Bits of words 8 or 16 apart; `from` and `to` advance by a word. */
.macro swap_far from, from_distance, from_step, to, to_distance, to_step
    mov.w   r2, #8
1:  load_four \from, \from_distance
    swap_bits r4, r6, 16, 0x0000ffff, r12
    swap_bits r5, r7, 16, 0x0000ffff, r12
    swap_bits r4, r5, 8, 0x00ff00ff, r12
    swap_bits r6, r7, 8, 0x00ff00ff, r12
    store_four \to, \to_distance
    add.w   \from, \from, #\from_step
    add.w   \to, \to, #\to_step
    subs.w  r2, r2, #1
    bne.w   1b
.endm

/* Bits of eight words at p, four times. */
.macro swap_near p
    mov.w   r2, #4
1:  ldr.w   r4, [\p]
    ldr.w   r5, [\p, #4]
    ldr.w   r6, [\p, #8]
    ldr.w   r7, [\p, #12]
    ldr.w   r8, [\p, #16]
    ldr.w   r9, [\p, #20]
    ldr.w   r10, [\p, #24]
    ldr.w   r11, [\p, #28]
    transpose_bits r12, r4, r5, r6, r7, r8, r9, r10, r11
    str.w   r4, [\p]
    str.w   r5, [\p, #4]
    str.w   r6, [\p, #8]
    str.w   r7, [\p, #12]
    str.w   r8, [\p, #16]
    str.w   r9, [\p, #20]
    str.w   r10, [\p, #24]
    str.w   r11, [\p, #28]
    add.w   \p, \p, #32
    subs.w  r2, r2, #1
    bne.w   1b
.endm

/* Slices a share of the four words of all blocks. */
.macro slice_share share
    ldr.w   r0, [sp, #IN]
    .if     \share
    add.w   r0, r0, #16
    .endif
    add.w   r1, sp, #PLACES + SHARE * \share
    mov.w   r3, #4
2:  swap_far r0, 256, 32, r1, 32, 4
    sub.w   r1, r1, #32
    swap_near r1
    sub.w   r0, r0, #256 - 4
    add.w   r1, r1, #PLACE - SHARE
    subs.w  r3, r3, #1
    bne.w   2b
.endm

/* And back: after 24 rounds, words 0 and 1 are in the last two places, 2 and 3 in the first two. */
.macro unslice_share share
    ldr.w   r0, [sp, #OUT]
    .if     \share
    add.w   r0, r0, #16
    .endif
    add.w   r1, sp, #PLACES + 3 * PLACE + SHARE * \share
    mov.w   r3, #4
2:  swap_near r1
    sub.w   r1, r1, #SHARE
    swap_far r1, 32, 4, r0, 256, 32
    sub.w   r0, r0, #256 - 4
    add.w   r1, r1, #PLACE - 32
    cmp.w   r3, #3
    bne.w   3f
    sub.w   r1, r1, #RING
3:  subs.w  r3, r3, #1
    bne.w   2b
.endm

function narae_lea_masked_encrypt_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    str.w   r0, [sp, #RK]
    str.w   r1, [sp, #OUT]
    str.w   r2, [sp, #IN]
    ldr.w   r3, [r3]
    str.w   r3, [sp, #RECYCLED]
    slice_share 0
    slice_share 1
    clear   r4, r5, r6, r7, r8, r9, r10, r11, r12
    mov.w   r9, #24
    str.w   r9, [sp, #LEFT]
    mov.w   r3, #PLACE / 4
    add.w   r2, sp, #PLACES + 4 * PLACE
1:  str.w   sp, [r2], #4
    subs.w  r3, r3, #1
    bne.w   1b
    add.w   r0, sp, #PLACES + 2 * PLACE
    add.w   r1, sp, #PLACES + 3 * PLACE
    add.w   r2, sp, #PLACES + 4 * PLACE
    b.w     narae_lea_masked_round

    .p2align 2
add_words:
    str.w   lr, [sp, #RETURN]
    ldr.w   r7, [sp, #RECYCLED]
    ldr.w   r8, [sp, #RECYCLED]
    .set    bit, 0
    .rept   32
    slice   bit
    .set    bit, bit + 1
    .endr
    ldr.w   pc, [sp, #RETURN]

narae_lea_masked_round:
    quiet
    sum     3, 0, 29, 0
    sum     2, 0, 27, 1
    sum     0, 2, 9, 2
    clear   r3, r4, r5, r6, r7, r8, r9, r10, r11, r12
    str.w   sp, [sp, #MASK]
    ldr.w   lr, [sp, #RK]
    add.w   lr, lr, #32
    str.w   lr, [sp, #RK]
    ldr.w   r9, [sp, #LEFT]
    subs.w  r9, r9, #1
    str.w   r9, [sp, #LEFT]
    bne.w   narae_lea_masked_round

narae_lea_masked_last:
    unslice_share 0
    unslice_share 1
    add.w   r0, sp, #PLACES
    mov.w   r1, #RING / 4
4:  str.w   sp, [r0], #4
    subs.w  r1, r1, #1
    bne.w   4b
    str.w   sp, [sp, #RECYCLED]
    clear   r0, r3, r12, lr
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_lea_masked_encrypt_v7m

/* The frame of key setup. */
#    define FROM 0
#    define TO 4
#    define ROUND 8
#    define KEY_PUBLIC 12
#    define KEY_RETURN 16
#    define KEY_FRAME 20

/* A word of the next round key: the word of the last one at FROM, plus a constant, rotated left. */
.macro key_word word, left
    ldr.w   r1, [sp, #ROUND]
    adr.w   r2, constants
    and.w   r3, r1, #3
    ldr.w   r6, [r2, r3, lsl #2]
    add.w   r1, r1, #\word
    rsb.w   r1, r1, #32
    ror.w   r6, r6, r1
    ldr.w   r2, [sp, #FROM]
    ldr.w   r4, [r2, #4 * \word]
    ldr.w   r7, [r2, #4 * ((\word + 1) % 4)]
    ldr.w   r5, [r2, #4 * \word + 16]
    bl      add_constant
    ldr.w   r1, [sp, #TO]
    ror.w   r4, r4, #32 - \left
    str.w   r4, [r1, #4 * \word]
    str.w   sp, [sp, #KEY_PUBLIC]
    lsr.w   r3, r1, #1
    ror.w   r5, r5, #32 - \left
    str.w   r5, [r1, #4 * \word + 16]
    str.w   sp, [sp, #KEY_PUBLIC]
    ldr.w   r1, [sp, #KEY_PUBLIC]
    mov.w   r1, #0
.endm

function narae_lea_masked_set_key_v7m
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #KEY_FRAME
    str.w   r0, [sp, #TO]
    str.w   r1, [sp, #FROM]
    mov.w   r0, #0
6:  str.w   r0, [sp, #ROUND]
    key_word 0, 1
    key_word 1, 3
    key_word 2, 6
    key_word 3, 11
    ldr.w   r0, [sp, #TO]
narae_lea_masked_key:
    str.w   r0, [sp, #FROM]
    add.w   r0, r0, #32
    str.w   r0, [sp, #TO]
    ldr.w   r0, [sp, #ROUND]
    add.w   r0, r0, #1
    cmp.w   r0, #24
    bne.w   6b
    clear   r4, r5, lr
    add.w   sp, sp, #KEY_FRAME
    pop.w   {r4-r11, pc}

/* r4, r5: shares of a word; r6: the constant; r7: masks for the carries.  r8, r9: shares of the carry, at bit r10;
 * r2, r3: of all carries. */
    .p2align 2
add_constant:
    str.w   lr, [sp, #KEY_RETURN]
    clear   r0, r1, r2, r3, r8, r9
    mov.w   r10, #1
1:  eor.w   r11, r4, r8
    eor.w   r12, r6, r8
    and.w   lr, r11, r12
    eor.w   r8, r8, r7
    eor.w   r8, r8, lr
    and.w   r1, r9, r11
    eor.w   r8, r8, r1
    lsls.w  r10, r10, #1
    and.w   r8, r10, r8, lsl #1
    orr.w   r2, r2, r8
    eor.w   r0, r5, r9
    and.w   r1, r10, r10, lsl #1
    and.w   r1, r12, r0
    eor.w   r1, r7, r1
    bic.w   r9, r9, r0
    eor.w   r9, r9, r1
    and.w   r9, r10, r9, lsl #1
    orr.w   r3, r3, r9
    mov.w   r1, #0
    bpl.w   1b
    eor.w   r4, r4, r2
    eor.w   r4, r4, r6
    clear   r0, r2, r8, r11, r12
    cmp.w   sp, #0
    eor.w   r5, r5, r3
    clear   r3, r7, r9
    ldr.w   pc, [sp, #KEY_RETURN]

    .p2align 2
constants:
    .word   0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec
end_function narae_lea_masked_set_key_v7m

#endif
