/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256 for ARMv7-M.  Kim et al., ICISC 2020.
 *
 *   void narae_pipo_encrypt_v7m(const void *schedule, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void narae_pipo_decrypt_v7m(likewise);
 *
 * Rotating a word of 32 bits rotates a row of 8 bits, in one of two layouts:
 *
 *   one block     the row is repeated in each byte of the word
 *   four blocks   bit 4 j + k of the word is bit j of block k
 *
 * So no rotation takes an instruction: the EOR that adds the key rotates its second
 * operand.  Decryption adds the key first; there the rotation of each row is pending until
 * the row is added to the next key.  Operations on two rows need only the difference of
 * their pending rotations, a constant, which the second operand applies.
 *
 * The S-box has a NOT.  It is moved into the key, and into ORN and BIC: 11 nonlinear
 * operations and 22 XORs.  Cycles:
 *
 *     a round       33, key 8, its 8 words two chains of loads 10     51
 *
 *     one block     64/128: 13 x 51 = 663, the first key 21, loop 15
 *                   bytes in and out 17, repeated 9, call and dispatch 46     771
 *     four blocks   64/128: 663 + 21 + 15, exchanges 80 twice, words 17
 *                   call and dispatch 64                                      940
 *
 * Two and three blocks are encrypted as four; the others are discarded.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

    .file   "pipo_v7m.S"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"
#    include "schedule.h"

#    define rk r0
#    define x0 r1
#    define x1 r2
#    define x2 r3
#    define x3 r4
#    define x4 r5
#    define x5 r6
#    define x6 r7
#    define x7 r8
#    define t r9
#    define u r10
#    define v r11
#    define y r12
#    define row0 lr

/* Frame: out, in, blocks, end of the rows 0 of the keys; registers. */
#    define OUT 0
#    define IN 4
#    define NBLOCKS 8
#    define END 12

#    include "rows.inc"

.macro eor_ror to, a, b, n
    .if     (\n) & 31
    eor.w   \to, \a, \b, ror #(\n) & 31
    .else
    eor.w   \to, \a, \b
    .endif
.endm

/* Rows 0 to 7 are then in x7 v x2 x6 x5 x4 x3 x1; rows 1, 2 and 6 are complemented, instead
 * of the NOT. */
.macro sbox x3, x4, x5, x6
    and.w   t, x7, \x6
    eor.w   \x5, \x5, t
    and.w   t, \x3, \x5
    eor.w   \x4, \x4, t
    eor.w   x7, x7, \x4
    eor.w   \x6, \x6, \x3
    orr.w   t, \x4, \x5
    eor.w   \x3, \x3, t
    eor.w   \x5, \x5, x7
    and.w   t, \x5, \x6
    eor.w   \x4, \x4, t

    and.w   t, x1, x0
    eor.w   x2, x2, t
    orr.w   t, x2, x1
    eor.w   x0, x0, t
    orr.w   t, x2, x0
    eor.w   x1, x1, t
    eor.w   x7, x7, x1
    eor.w   \x4, \x4, x0
    eor.w   \x3, \x3, x2

    and.w   t, x7, \x5
    eor.w   \x6, \x6, t
    eor.w   u, x7, \x6
    orn     t, \x4, \x3
    eor.w   \x6, \x6, t
    eor.w   v, \x3, \x5
    orr.w   t, \x6, \x4
    eor.w   \x5, \x5, t
    eor.w   x1, x1, \x4
    bic.w   t, u, v
    eor.w   x2, x2, u
    eor.w   x1, x1, t
    eor.w   v, x0, v
.endm

/* Rows 3 to 6 are exchanged: they go to x6, x5, x4, x3.  A row is rotated left by `unit`
 * times the rotation of a byte. */
.macro round unit, key, x3, x4, x5, x6
    sbox    \x3, \x4, \x5, \x6
    ldr.w   x0, [row0], #4
    ldr.w   t, [rk, #\key]
    ldr.w   u, [rk, #\key + 24]
    ldr.w   y, [rk, #\key + 4]
    eor.w   x0, x0, x7
    eor_ror x7, u, x1, -2 * \unit
    eor_ror x1, t, v, -7 * \unit
    eor_ror x2, y, x2, -4 * \unit
    ldr.w   t, [rk, #\key + 8]
    ldr.w   u, [rk, #\key + 12]
    ldr.w   v, [rk, #\key + 16]
    ldr.w   y, [rk, #\key + 20]
    eor_ror \x6, t, \x6, -3 * \unit
    eor_ror \x5, u, \x5, -6 * \unit
    eor_ror \x4, v, \x4, -5 * \unit
    eor_ror \x3, y, \x3, -1 * \unit
.endm

.macro add_key key, number:vararg
    ldr.w   t, [rk, #\key]
    ldr.w   u, [rk, #\key + 4]
    ldr.w   v, [rk, #\key + 8]
    ldr.w   y, [rk, #\key + 12]
    eor.w   x1, x1, t
    eor.w   x2, x2, u
    eor.w   x3, x3, v
    eor.w   x4, x4, y
    ldr.w   t, \number
    ldr.w   u, [rk, #\key + 16]
    ldr.w   v, [rk, #\key + 20]
    ldr.w   y, [rk, #\key + 24]
    eor.w   x0, x0, t
    eor.w   x5, x5, u
    eor.w   x6, x6, v
    eor.w   x7, x7, y
.endm

/* The key without the complements. */
.macro complement x1, x2, x6
    mvn.w   \x1, \x1
    mvn.w   \x2, \x2
    mvn.w   \x6, \x6
.endm

/* Rows 0 to 7 are then in x0 x1 x2 x6 x5 x4 x3 x7. */
.macro encrypt unit, key, end
    add_key \key, [row0], #4
    complement x1, x2, x6
1:  round   \unit, \key + 28, x3, x4, x5, x6
    round   \unit, \key + 56, x6, x5, x4, x3
    round   \unit, \key + 84, x3, x4, x5, x6
    round   \unit, \key, x6, x5, x4, x3
    ldr.w   t, [sp, #\end]
    cmp.w   row0, t
    bne.w   1b
    round   \unit, \key + 28, x3, x4, x5, x6
.endm

/* to = a op b; `waits` are pending rotations to the left of registers. */
.macro with op, to, a, b
    .set    right, (waits_\a - waits_\b) & 31
    .if     right
    \op     \to, \a, \b, ror #right
    .else
    \op     \to, \a, \b
    .endif
    .set    waits_\to, waits_\a
.endm

/* After the key: the inverse rotations, and the inverse S-box.  Rows 0 to 7 are then in v
 * x7 x2 x6 x5 x4 x3 x0. */
.macro inverse_sbox unit, x3, x4, x5, x6
    waiting x0, 0
    waiting x1, 1 * \unit
    waiting x2, 4 * \unit
    waiting \x3, 5 * \unit
    waiting \x4, 2 * \unit
    waiting \x5, 3 * \unit
    waiting \x6, 7 * \unit
    waiting x7, 6 * \unit
    with    orr.w, t, \x3, \x5
    with    eor.w, \x4, \x4, t
    with    orn, t, \x5, \x6
    with    eor.w, \x3, \x3, t
    with    eor.w, u, x0, \x3
    with    eor.w, v, \x6, \x4
    with    and.w, t, x0, \x4
    with    eor.w, \x3, \x3, t

    with    eor.w, x1, x1, v
    with    eor.w, x2, x2, u
    with    eor.w, x7, x7, \x5
    with    bic.w, t, u, v
    with    eor.w, x7, x7, t
    with    eor.w, x0, x0, x7
    with    eor.w, \x6, \x6, x2
    with    eor.w, \x5, \x5, x1
    with    orr.w, t, x2, x1
    with    eor.w, x7, x7, t
    with    orr.w, t, x2, x7
    with    eor.w, v, x1, t
    with    and.w, t, x7, v
    with    eor.w, x2, x2, t

    with    and.w, t, \x4, \x3
    with    eor.w, \x5, \x5, t
    with    eor.w, \x4, \x4, x0
    with    orr.w, t, \x5, \x4
    with    eor.w, \x6, \x6, t
    with    eor.w, \x3, \x3, \x6
    with    eor.w, x0, x0, \x5
    with    and.w, t, \x6, \x4
    with    eor.w, \x5, \x5, t
    with    and.w, t, x0, \x3
    with    eor.w, \x4, \x4, t
.endm

.macro waiting x, turn
    .set    waits_\x, \turn
.endm

.macro add_to to, key, x
    .set    right, -waits_\x & 31
    .if     right
    eor.w   \to, \key, \x, ror #right
    .else
    eor.w   \to, \key, \x
    .endif
.endm

.macro unround unit, key, x3, x4, x5, x6
    inverse_sbox \unit, \x3, \x4, \x5, \x6
    ldr.w   u, [row0, #-4]!
    ldr.w   x1, [rk, #\key]
    ldr.w   t, [rk, #\key + 24]
    ldr.w   y, [rk, #\key + 4]
    add_to  x1, x1, x7
    add_to  x7, t, x0
    add_to  x0, u, v
    add_to  x2, y, x2
    ldr.w   t, [rk, #\key + 8]
    ldr.w   u, [rk, #\key + 12]
    ldr.w   v, [rk, #\key + 16]
    ldr.w   y, [rk, #\key + 20]
    add_to  \x6, t, \x6
    add_to  \x5, u, \x5
    add_to  \x4, v, \x4
    add_to  \x3, y, \x3
.endm

.macro decrypt unit, key, end
    add_key \key + 28, [row0, #-4]!
1:  unround \unit, \key, x3, x4, x5, x6
    unround \unit, \key + 84, x6, x5, x4, x3
    unround \unit, \key + 56, x3, x4, x5, x6
    unround \unit, \key + 28, x6, x5, x4, x3
    ldr.w   t, [sp, #\end]
    cmp.w   row0, t
    bne.w   1b
    unround \unit, \key, x3, x4, x5, x6
    complement x1, x2, x3
.endm

/* The registers of the rows in order, before and after the rounds. */
#    define HOME x0, x1, x2, x3, x4, x5, x6, x7
#    define AWAY x0, x1, x2, x6, x5, x4, x3, x7

/* One block; x1 is `in`. */
.macro load_block x0, x1, x2, x3, x4, x5, x6, x7
    ldrb.w  \x0, [\x1]
    ldrb.w  \x2, [\x1, #2]
    ldrb.w  \x3, [\x1, #3]
    ldrb.w  \x4, [\x1, #4]
    ldrb.w  \x5, [\x1, #5]
    ldrb.w  \x6, [\x1, #6]
    ldrb.w  \x7, [\x1, #7]
    ldrb.w  \x1, [\x1, #1]
    mov.w   t, #0x01010101
    mul     \x0, \x0, t
    mul     \x1, \x1, t
    mul     \x2, \x2, t
    mul     \x3, \x3, t
    mul     \x4, \x4, t
    mul     \x5, \x5, t
    mul     \x6, \x6, t
    mul     \x7, \x7, t
.endm

.macro store_block out, x0, x1, x2, x3, x4, x5, x6, x7
    strb.w  \x0, [\out]
    strb.w  \x1, [\out, #1]
    strb.w  \x2, [\out, #2]
    strb.w  \x3, [\out, #3]
    strb.w  \x4, [\out, #4]
    strb.w  \x5, [\out, #5]
    strb.w  \x6, [\out, #6]
    strb.w  \x7, [\out, #7]
.endm

/* x1 last, which is `in`. */
.macro four_blocks op, p, x0, x1, x2, x3, x4, x5, x6, x7
    \op     \x0, [\p]
    \op     \x4, [\p, #4]
    \op     \x2, [\p, #8]
    \op     \x6, [\p, #12]
    \op     \x5, [\p, #20]
    \op     \x3, [\p, #24]
    \op     \x7, [\p, #28]
    \op     \x1, [\p, #16]
.endm

/* Start or end of the rows 0 of the keys; r12 is the number of rounds. */
.macro ends_encrypt at, row
    add.w   row0, rk, #\row
    add.w   \at, row0, \at, lsl #2
.endm

.macro ends_decrypt at, row
    add.w   row0, rk, #\row + 4
    add.w   t, row0, \at, lsl #2
    mov.w   \at, row0
    mov.w   row0, t
.endm

/* Two or three blocks of four; the registers of the others are left as they are. */
.macro few_blocks op, p, x0, x1, x2, x3, x4, x5, x6, x7
    \op     \x0, [\p]
    \op     \x4, [\p, #4]
    \op     \x2, [\p, #8]
    \op     \x6, [\p, #12]
    bne.w   1f
    \op     \x5, [\p, #20]
    \op     \x1, [\p, #16]
1:
.endm

.macro kernel direction
function narae_pipo_\direction\()_v7m
    cmp.w   r3, #1
    bne.w   2f
7:  push.w  {r1, r4-r11, lr}
    ldr.w   r12, [rk]
    ends_\direction r12, PIPO_ONE_ROW0
    str.w   r12, [sp, #-4]!
    load_block HOME
    \direction 1, PIPO_ONE, 0
    ldrd    u, t, [sp], #8
    store_block t, AWAY
    pop.w   {r4-r11, pc}

2:  blo.w   9f
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #16
3:  ldr.w   r12, [rk]
    strd    r1, r2, [sp, #OUT]
    ends_\direction r12, PIPO_FOUR_ROW0
    strd    r3, r12, [sp, #NBLOCKS]
    cmp.w   r3, #3
    bls.w   5f
    four_blocks ldr.w, r2, HOME
4:  to_rows HOME
    \direction 4, PIPO_FOUR, END
    from_rows AWAY
    ldrd    t, u, [sp, #OUT]
    ldr.w   y, [sp, #NBLOCKS]
    cmp.w   y, #3
    bls.w   6f
    four_blocks str.w, t, AWAY
    add.w   r1, t, #32
    add.w   r2, u, #32
    subs.w  r3, y, #4
    beq.w   8f
    cmp.w   r3, #1
    bne.w   3b
    add.w   sp, sp, #16
    pop.w   {r4-r11, lr}
    b.w     7b
5:  few_blocks ldr.w, r2, HOME
    b.w     4b
6:  few_blocks str.w, t, AWAY
8:  add.w   sp, sp, #16
    pop.w   {r4-r11, pc}
9:  bx      lr
end_function narae_pipo_\direction\()_v7m
.endm

    kernel  encrypt
    kernel  decrypt

#    define words r0
#    define key r1
#    define number r2
#    define rounds r3
#    define ones r4
#    define one r5
#    define four r6

/* Stores the byte in `one` in both layouts, `apart` bytes from each other. */
.macro write_row complemented, apart
    orr.w   four, one, one, lsl #12
    and.w   four, four, #0x000f000f
    orr.w   four, four, four, lsl #6
    and.w   four, four, #0x03030303
    orr.w   four, four, four, lsl #3
    and.w   four, four, #0x11111111
    rsb.w   four, four, four, lsl #4
    mul     one, one, ones
    .if     \complemented
    mvn.w   one, one
    mvn.w   four, four
    .endif
    str.w   four, [words, #\apart]
    str.w   one, [words], #4
.endm

.macro write_part
    .irp    row, 1, 2, 3, 4, 5, 6, 7
    ldrb.w  one, [key, #\row]
    write_row ((0x46 >> \row) & 1), (PIPO_FOUR - PIPO_ONE)
    .endr
    add.w   key, key, #8
.endm

/* Two parts once more. */
.macro repeat_parts at
    ldr.w   r5, [words, #\at]
    ldr.w   r6, [words, #\at + 4]
    ldr.w   r7, [words, #\at + 8]
    ldr.w   r8, [words, #\at + 12]
    ldr.w   r9, [words, #\at + 16]
    ldr.w   r10, [words, #\at + 20]
    ldr.w   r11, [words, #\at + 24]
    str.w   r5, [words, #\at + 56]
    str.w   r6, [words, #\at + 60]
    str.w   r7, [words, #\at + 64]
    str.w   r8, [words, #\at + 68]
    str.w   r9, [words, #\at + 72]
    str.w   r10, [words, #\at + 76]
    str.w   r11, [words, #\at + 80]
.endm

/* void narae_pipo_set_key_v7m(pipo_schedule *schedule, const uint8_t *key,
 *                             size_t key_bytes) */
function narae_pipo_set_key_v7m
    push.w  {r4-r11, lr}
    lsr.w   number, number, #3
    add.w   rounds, number, number
    mov.w   ones, #0x01010101
    add.w   rounds, rounds, #9
    mov.w   r12, number
    sub.w   lr, number, #1
    str.w   rounds, [words], #PIPO_ONE
1:  write_part
    subs.w  number, number, #1
    bne.w   1b
    sub.w   key, key, r12, lsl #3
    cmp.w   r12, #4
    beq.w   2f
    repeat_parts -56
    repeat_parts -28
    repeat_parts (PIPO_FOUR - PIPO_ONE - 56)
    repeat_parts (PIPO_FOUR - PIPO_ONE - 28)
    add.w   words, words, #56
2:  add.w   words, words, #PIPO_ONE_ROW0 - PIPO_FOUR
3:  and.w   one, number, lr
    ldrb.w  one, [key, one, lsl #3]
    eor.w   one, one, number
    write_row 0, (PIPO_FOUR_ROW0 - PIPO_ONE_ROW0)
    add.w   number, number, #1
    cmp.w   number, rounds
    bls.w   3b
    pop.w   {r4-r11, pc}
end_function narae_pipo_set_key_v7m

#endif
