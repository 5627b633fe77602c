/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 in two shares for ARMv6-M, four blocks at a time.  Kim et al., ICISC 2020;
 * narae/masked.h.
 *
 *   void narae_pipo_masked_set_key_v6m(void *schedule, const uint8_t *key);
 *   void narae_pipo_masked_encrypt_v6m(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, const uint8_t *random);
 *
 * Rows, products and the schedule are those of pipo_masked_v7m.S.  An operation takes low
 * registers and overwrites an operand, so most ANDs are of a copy; a copy from a high
 * register costs no more than one from a low one.  Between rounds no row is in a low
 * register.  dev/pipo/thumb/masked_v6m.py orders the steps and gives each its registers:
 * no register, operand, word on a bus or in the frame, and no flag N or C, follows the
 * other share, nor what reveals as much.  Cycles:
 *
 *     S-box       111: 11 products of 8, 11 EORs of rows, one NOT
 *     copies       77, of which the ANDs and ORs take 44 at most
 *     rotations    14, and 13 for their distances
 *     key          16 EORs and 16 loads                                    48
 *     frame        33 loads, 18 stores                                    102
 *     waits        20: 7 registers cleared, 5 neutral instructions, 4 of a public word
 *     loop          7
 *
 *     13 x 392 = 5096, exchanges 8 x 73 = 584, and 282 for the call, saved registers,
 *     blocks, the first key and clearing: 5962 cycles for four blocks.  Without waits, with
 *     the 44 copies alone, a distance for each row, and rows stored and loaded once or moved
 *     to high registers, it would be 4467
 *
 * At narae_pipo_masked_round, rows 5 to 7 of share 0 are in r8, r10 and r12, of share 1 in
 * r9, r11 and lr; rows 0 to 4 in ten words from the stack pointer on, each row's shares one
 * after the other.  Low registers and the bus have nothing that depends on shares, and
 * neither had the operands of the last instructions.
 *
 * Time depends on nothing. */

#include "core/family.h"

#if defined(NARAE_THUMB_V6M)

    .file   "pipo_masked_v6m.S"

#    include "core/thumb/v6m.inc"

#    define rk r0
#    define p r2
#    define ROWS r4, r5, r6, r7 /* of half a block, while they are exchanged */

/* The frame: rows 0 to 4, each in two words; row 7 of share 1 while lr has an address; a
 * public word; the schedule's end; the address of the output. */
#    define X0 0
#    define X1 8
#    define X2 16
#    define X3 24
#    define X4 32
#    define X7 40
#    define PUBLIC 44
#    define END 48
#    define OUT 52
#    define FRAME 56

#    define ROUND 64 /* bytes of a round's key: rows of share 0, of share 1 */
#    define ROUNDS 13
#    define BLOCK 16

#    include "rows_v6m.inc"
#    include "masked_v6m.inc"

.macro clear_operands
    cmp     rk, rk
.endm

/* Half a block of each of four blocks. */
.macro each_half op, half, share
    .set    at, 4 * \half + 8 * \share
    \op     r4, [p, #at]
    \op     r6, [p, #at + BLOCK]
    \op     r5, [p, #at + 2 * BLOCK]
    \op     r7, [p, #at + 3 * BLOCK]
.endm

.macro add_row x, row, share
    ldr     r1, [rk, #4 * (\row) + 32 * \share]
    eors    \x, \x, r1
.endm

.macro load_half half, share
    each_half ldr, \half, \share
    bl      .Lto_rows
    add_row r4, 4 * \half, \share
    add_row r5, 4 * \half + 1, \share
    add_row r6, 4 * \half + 2, \share
    add_row r7, 4 * \half + 3, \share
.endm

.macro low_rows op, share
    \op     r4, [sp, #X0 + 4 * \share]
    \op     r5, [sp, #X1 + 4 * \share]
    \op     r6, [sp, #X2 + 4 * \share]
    \op     r7, [sp, #X3 + 4 * \share]
.endm

.macro store_half half, share
    bl      .Lfrom_rows
    each_half str, \half, \share
.endm

.macro clear_low
    .irp    r, r4, r5, r6, r7, r1, r3
    movs    \r, #0
    .endr
    clear_operands
.endm

/* r6 |= r6 << n, and of that the bits under mask, if there is one. */
.macro spread n, mask
    lsls    r5, r6, #\n
    orrs    r6, r6, r5
    .if     \mask
    ldr     r4, =\mask
    ands    r6, r6, r4
    .endif
.endm

/* Eight bytes of the key, each bit four times, to the keys of the rounds from `at` on. */
.macro expand at
    movs    r2, r0
    adds    r2, r2, #\at
    movs    r3, #8
1:  ldrb    r6, [r1]
    adds    r1, r1, #1
    spread  12, 0x000f000f
    spread  6, 0x03030303
    spread  3, 0x11111111
    spread  1, 0
    spread  2, 0
    .rept   7
    str     r6, [r2]
    adds    r2, r2, #2 * ROUND
    .endr
    ldr     r4, =14 * ROUND - 4
    subs    r2, r2, r4
    subs    r3, r3, #1
    bne     1b
.endm

function narae_pipo_masked_set_key_v6m
    push    {r4-r6}
    expand  0
    expand  ROUND
    movs    r2, r0
    .set    round, 1
    .rept   ROUNDS
    adds    r2, r2, #ROUND
    ldr     r6, [r2]
    ldr     r4, =(round & 1) * 0xf | (round & 2) * 0x78 | (round & 4) * 0x3c0 | (round & 8) * 0x1e00
    eors    r6, r6, r4
    str     r6, [r2]
    .set    round, round + 1
    .endr
    expand  32
    expand  ROUND + 32
    pop     {r4-r6}
    bx      lr
    .ltorg
end_function narae_pipo_masked_set_key_v6m

function narae_pipo_masked_encrypt_v6m
    save_all
    sub     sp, sp, #FRAME
    str     r1, [sp, #OUT]
    str     rk, [sp, #PUBLIC]
    movs    r3, #ROUNDS + 1
    lsls    r3, r3, #6 /* times ROUND */
    adds    r3, r3, rk
    str     r3, [sp, #END]

    /* No half of a share follows the same half of the other one. */
    load_half 0, 0
    low_rows str, 0
    load_half 1, 1
    str     r4, [sp, #X4 + 4]
    mov     r9, r5
    mov     r11, r6
    str     r7, [sp, #X7]
    load_half 0, 1
    low_rows str, 1
    load_half 1, 0
    str     r4, [sp, #X4]
    mov     r8, r5
    mov     r10, r6
    mov     r12, r7
    clear_low
    str     rk, [sp, #PUBLIC]
    ldr     r1, [sp, #X7]
    mov     lr, r1
    movs    r1, #0
    str     rk, [sp, #X7]
    ldr     r1, [sp, #END]
    adds    rk, rk, #ROUND
    clear_operands

narae_pipo_masked_round:
    round
    adds    rk, rk, #ROUND
    ldr     r1, [sp, #END]
    cmp     rk, r1
    beq     1f
    b       narae_pipo_masked_round

1:  mov     r1, lr
    str     r1, [sp, #X7]
    clear_low
    ldr     p, [sp, #OUT]
    low_rows ldr, 0
    store_half 0, 0
    ldr     r4, [sp, #X4 + 4]
    mov     r5, r9
    mov     r6, r11
    ldr     r7, [sp, #X7]
    store_half 1, 1
    low_rows ldr, 1
    store_half 0, 1
    ldr     r4, [sp, #X4]
    mov     r5, r8
    mov     r6, r10
    mov     r7, r12
    store_half 1, 0
    clear_low
    .irp    r, r8, r10, r12, r9, r11
    mov     \r, rk
    .endr
    .irp    word, X0, X0 + 4, X1, X1 + 4, X2, X2 + 4, X3, X3 + 4, X4, X4 + 4, X7
    str     rk, [sp, #\word]
    .endr
    add     sp, sp, #FRAME
    return_all

.Lto_rows:
    to_rows ROWS, r3, r1
    bx      lr
.Lfrom_rows:
    from_rows ROWS, r3, r1
    bx      lr
    .ltorg
end_function narae_pipo_masked_encrypt_v6m

#endif
