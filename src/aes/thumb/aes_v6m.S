/* SPDX-License-Identifier: MIT */
/* AES for ARMv6-M, bit-sliced: Cortex-M0, M0+.  FIPS 197.
 *
 *   void narae_aes_encrypt_v6m(const void *schedule, uint8_t *out,
 *                              const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_v6m(likewise);
 *   uint32_t narae_aes_sub_word_v6m(uint32_t x);
 *
 * Two blocks at a time: word i holds bit i of all bytes, and fixsliced rounds omit
 * ShiftRows, both as in aes_portable.c.  A round reads one state on the stack and writes
 * another; dev/aes/thumb/rounds_v6m.py allocates its values to eight low registers, six
 * high ones and the stack.  Cycles:
 *
 *     k ShiftRows pending                     1     2     3     0   the last round
 *     XOR, AND and BIC of words             193   169   193   145     126
 *     ROR and its distance                   64    48    64    32       -
 *     key 8 words, state 8 words and back    48    48    48    48      64
 *     moves, spills and copies              159   149   169   131     119
 *     a round                               464   414   474   356     309
 *
 *     AES-128   3 x 464 + 2 x 414 + 2 x 474 + 2 x 356 + 309 = 4189, transpositions
 *               156 and 190, masks, loops and the call 129: one block or two     4664
 *
 * Decryption is the same backwards, with InvMixColumns: 3 x 574 + 2 x 405 + 2 x 579 + 2 x
 * 480 + 273 = 4923, in all 5416.  Without moves, spills and copies the rounds would take
 * 2695 and 3164, but the S-box alone has twice as many live values as there are registers.
 *
 * Blocks that are not aligned go through a buffer: narae_unaligned_blocks().
 *
 * Time depends on the number of blocks and the key size alone; all addresses are fixed. */

#include "core/family.h"

#if defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)

    .file   "aes_v6m.S"

#    include "core/thumb/v6m.inc"

/* Frame: the address of the round keys, masks for rounds_v6m.inc, two states, the
 * arguments; then the spill slots of the rounds. */
#    define RK 0
#    define MASKS 4
#    define A 16
#    define B 48
#    define OUT 80
#    define IN 84
#    define LEFT 88
#    define FIRST_KEY 92
#    define END 96

#    include "rounds_v6m.inc"

/* Exchanges the bits of x under mask << n with the bits of y under mask. */
.macro exchange x, y, n, mask, t
    lsrs    \t, \x, #\n
    eors    \t, \t, \y
    ands    \t, \t, \mask
    eors    \y, \y, \t
    lsls    \t, \t, #\n
    eors    \x, \x, \t
.endm

/* Exchanges bit b of word i with bit i of word b in each byte: the lower two bits of i and
 * b, in a half of the state at `at`; r6 is 0x33333333 and r7 0x55555555. */
.macro transpose_half
    exchange r0, r1, 1, r7, r4
    exchange r2, r3, 1, r7, r4
    exchange r0, r2, 2, r6, r4
    exchange r1, r3, 2, r6, r4
.endm

.macro load_masks
    ldr     r6, =0x33333333
    ldr     r7, =0x55555555
.endm

.macro transpose_halves at
    load_masks
    .irp    half, 0, 16
    add     r5, sp, #\at + \half
    ldm     r5!, {r0-r3}
    transpose_half
    add     r5, sp, #\at + \half
    stm     r5!, {r0-r3}
    .endr
.endm

/* Two ShiftRows of columns: in odd rows columns 0 and 2, and 1 and 3, are exchanged.  r7 is
 * 0xff00ff00. */
.macro exchange_columns x, y
    movs    r4, \x
    eors    r4, r4, \y
    ands    r4, r4, r7
    eors    \x, \x, r4
    eors    \y, \y, r4
.endm

/* The upper bit of i and b.  r6 is 0x0f0f0f0f. */
.macro transpose_pair
    exchange r0, r1, 4, r6, r4
.endm

.macro load_pair at, i
    ldr     r0, [sp, #\at + 4 * \i]
    ldr     r1, [sp, #\at + 4 * \i + 16]
.endm

.macro store_pair at, i
    str     r0, [sp, #\at + 4 * \i]
    str     r1, [sp, #\at + 4 * \i + 16]
.endm

/* Columns of the two blocks at r2 and r3, alternately; an even i is the one at r2. */
.macro block_pair op, i
    .if     \i & 1
    \op     r0, [r3, #4 * (\i / 2)]
    \op     r1, [r3, #4 * (\i / 2) + 8]
    .else
    \op     r0, [r2, #4 * (\i / 2)]
    \op     r1, [r2, #4 * (\i / 2) + 8]
    .endif
.endm

/* r2 and r3 = the addresses of the block whose address is at `at` in the frame, and of the
 * next one; of the same one if it is the last. */
.macro two_blocks at
    ldr     r2, [sp, #\at]
    ldr     r3, [sp, #LEFT]
    subs    r3, r3, #1
    beq     90f
    movs    r3, #16
90: adds    r3, r3, r2
.endm

.macro begin_pairs
    ldr     r6, =0x0f0f0f0f
    ldr     r7, =0xff00ff00
.endm

.macro aes_function name
blocks_function \name, 16, narae_unaligned_blocks
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    sub     sp, sp, #FRAME
    str     r1, [sp, #OUT]
    str     r2, [sp, #IN]
    str     r3, [sp, #LEFT]
    ldr     r5, =0x03030303
    ldr     r6, =0x0f0f0f0f
    ldr     r7, =0x3f3f3f3f
    add     r4, sp, #MASKS
    stm     r4!, {r5-r7}
    ldm     r0!, {r4}
    lsls    r4, r4, #5
.endm

/* Goes back to 1 if there are more blocks. */
.macro end_blocks
    ldr     r0, [sp, #LEFT]
    subs    r0, r0, #2
    bls     9f
    str     r0, [sp, #LEFT]
    ldr     r0, [sp, #IN]
    adds    r0, r0, #32
    str     r0, [sp, #IN]
    ldr     r0, [sp, #OUT]
    adds    r0, r0, #32
    str     r0, [sp, #OUT]
    bl      1b /* which reaches further than B; lr is free */
9:  add     sp, sp, #FRAME
    return_all
.endm

/* Round r of the schedule is 32 r bytes from its start; each iteration advances RK by four.
 * With 10 or 14 rounds the last S-box is the second one of four, with 12 the fourth, and
 * END is one round key before the last. */
aes_function narae_aes_encrypt_v6m
    str     r0, [sp, #FIRST_KEY]
    adds    r4, r4, r0
    subs    r4, r4, #32
    str     r4, [sp, #END]
1:  two_blocks IN
    ldr     r0, [sp, #FIRST_KEY]
    str     r0, [sp, #RK]
    load_masks
    .irp    half, 0, 1
    ldr     r0, [r2, #8 * \half]
    ldr     r1, [r3, #8 * \half]
    mov     r8, r2
    mov     r9, r3
    ldr     r2, [r2, #8 * \half + 4]
    ldr     r3, [r3, #8 * \half + 4]
    transpose_half
    add     r5, sp, #A + 16 * \half
    stm     r5!, {r0-r3}
    mov     r2, r8
    mov     r3, r9
    .endr
    ldr     r6, =0x0f0f0f0f
    .irp    i, 0, 1, 2, 3
    load_pair A, \i
    transpose_pair
    store_pair A, \i
    .endr
    b       2f
    .ltorg

2:  encrypt_1
    ldr     r0, [sp, #RK]
    adds    r0, r0, #32
    ldr     r1, [sp, #END]
    cmp     r0, r1
    bne     3f
    bl      6f
3:  encrypt_2
    encrypt_3
    ldr     r0, [sp, #RK]
    adds    r0, r0, #96
    ldr     r1, [sp, #END]
    cmp     r0, r1
    bne     4f
    bl      6f
4:  encrypt_0
    ldr     r0, [sp, #RK]
    adds    r0, r0, #128
    str     r0, [sp, #RK]
    bl      2b

6:  str     r0, [sp, #RK]
    encrypt_last
    ldr     r0, [sp, #RK]
    ldr     r1, [sp, #FIRST_KEY]
    subs    r0, r0, r1
    mov     r8, r0
    transpose_halves A
    two_blocks OUT
    begin_pairs
    mov     r0, r8
    lsls    r0, r0, #25
    bpl     7f
    movs    r7, #0
7:
    .irp    i, 0, 1, 2, 3
    load_pair A, \i
    transpose_pair
    exchange_columns r0, r1
    block_pair str, \i
    .endr
    end_blocks
    .ltorg
end_function narae_aes_encrypt_v6m

/* RK is the address of round key 4 n, at the end of the first key. */
aes_function narae_aes_decrypt_v6m
    str     r0, [sp, #END]
    adds    r4, r4, r0
    str     r4, [sp, #FIRST_KEY]
1:  two_blocks IN
    begin_pairs
    ldr     r0, [sp, #END]
    ldr     r5, [sp, #FIRST_KEY]
    subs    r0, r5, r0
    lsls    r0, r0, #25
    bmi     2f
    movs    r7, #0
2:
    .irp    i, 0, 1, 2, 3
    block_pair ldr, \i
    exchange_columns r0, r1
    transpose_pair
    store_pair B, \i
    .endr
    transpose_halves B
    ldr     r6, [sp, #FIRST_KEY]
    .irp    half, 0, 16
    add     r5, sp, #B + \half
    ldm     r5!, {r0-r3}
    ldm     r6!, {r4, r5}
    eors    r0, r0, r4
    eors    r1, r1, r5
    ldm     r6!, {r4, r5}
    eors    r2, r2, r4
    eors    r3, r3, r5
    add     r5, sp, #B + \half
    stm     r5!, {r0-r3}
    .endr
    ldr     r0, [sp, #END]
    ldr     r5, [sp, #FIRST_KEY]
    subs    r0, r5, r0
    lsls    r0, r0, #25
    bmi     3f
    subs    r5, r5, #128
    str     r5, [sp, #RK]
    b       5f
    .ltorg
3:  subs    r5, r5, #64
    str     r5, [sp, #RK]
    bl      6f
5:  decrypt_3
    decrypt_2
6:  decrypt_1
    ldr     r0, [sp, #RK]
    ldr     r1, [sp, #END]
    cmp     r0, r1
    bne     4f
    bl      7f
4:  decrypt_0
    ldr     r0, [sp, #RK]
    subs    r0, r0, #128
    str     r0, [sp, #RK]
    bl      5b
7:  decrypt_last
    transpose_halves B
    two_blocks OUT
    ldr     r6, =0x0f0f0f0f
    .irp    i, 0, 1, 2, 3
    load_pair B, \i
    transpose_pair
    block_pair str, \i
    .endr
    end_blocks
    .ltorg
end_function narae_aes_decrypt_v6m

/* The circuit treats all bytes alike, so the four stay where they are. */
function narae_aes_sub_word_v6m
    save_all
    sub     sp, sp, #FRAME
    ldr     r7, =0x01010101
    movs    r1, r0
    ands    r1, r1, r7
    str     r1, [sp, #A]
    .irp    i, 1, 2, 3, 4, 5, 6, 7
    lsrs    r1, r0, #\i
    ands    r1, r1, r7
    str     r1, [sp, #A + 4 * \i]
    .endr
    b       1f
    .ltorg
1:  s_box
    ldr     r0, [sp, #B]
    .irp    i, 1, 2, 3, 4, 5, 6, 7
    ldr     r1, [sp, #B + 4 * \i]
    lsls    r1, r1, #\i
    eors    r0, r0, r1
    .endr
    ldr     r1, =0x63636363
    eors    r0, r0, r1
    add     sp, sp, #FRAME
    return_all
    .ltorg
end_function narae_aes_sub_word_v6m

#endif
