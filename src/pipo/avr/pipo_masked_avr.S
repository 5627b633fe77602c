/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 in two shares for AVR with MUL.  Kim et al., ICISC 2020;
 * narae/masked.h.
 *
 *   void narae_pipo_masked_set_key_avr(void *schedule, const uint8_t *key);
 *   void narae_pipo_masked_encrypt_avr(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, const uint8_t *random);
 *
 * Both shares of the state are in registers, those of a row in a pair, so that MOVW copies
 * both for a product.  x + a b has the shares x0 + a0 b0 + a0 b1 and x1 + a1 b0 + a1 b1, or
 * with terms exchanged: two copies, four ANDs and four EORs.  Each such step is invertible
 * on shares, so they stay uniform without fresh random bytes.
 *
 * The order of the S-box is that of dev/pipo/avr/masked.py: no register and no operand
 * takes one share after the other, nor what reveals as much.  The rows of one share are
 * rotated before those of the other.  Cycles:
 *
 *     S-box       135: 11 products of 10, 11 EORs of rows, 2 copies, one COM
 *     rotations    46 for each share, with moves and key: rows rotated by 2, 3 and 6
 *                 places are products, whose halves are added to the key where the row
 *                 belongs
 *     clearing      3: T twice, the last product
 *     number        2, address of the key 2 or 3, loop 4
 *
 *     13 x 232 + 33 + 51 = 3100, and 222 for the call, saved registers, first key, block
 *     and clearing.  A neutral instruction is needed nowhere
 *
 * At narae_pipo_masked_round, the shares of row i are in r(2 i + 2) and r(2 i + 3).
 * Nothing else depends on them: r18 to r23 and r29 are bytes of the key's shares; r0, r1
 * and r24 to r28 are constants and the number of the round; T is clear; the operands of
 * the last instructions were constants.
 *
 * Time depends on nothing. */

#include "core/family.h"

#ifdef NARAE_AVR_KERNELS

    .file   "pipo_masked_avr.S"

#    include "core/avr/call.inc"

#    define x0 2
#    define x1 4
#    define x2 6
#    define x3 8
#    define x4 10
#    define x5 12
#    define x6 14
#    define x7 16
#    define copy0 18
#    define copy1 20
#    define copy2 22
#    define by4 24
#    define by8 25
#    define by64 26
#    define none 27
#    define number 28
#    define k 29

#    include "masked.inc"

/* Adds the next byte of the round key to a register, through another one. */
.macro add_key x, through
    ld      \through, Z+
    eor     \x, \through
.endm

/* x = the product in r1 and r0, a rotation, plus the next byte of the key. */
.macro add_product x
    ld      \x, Z+
    eor     \x, r0
    eor     \x, r1
.endm

/* Moves the rows of one share back to their registers, rotates them, and adds the key. */
.macro rotate_and_add_key share
    mul     x1 + \share, by4
    mov     x1 + \share, x0 + \share
    mov     x0 + \share, x7 + \share
    add_product x7 + \share
    add_key x0 + \share, copy0 + \share
    bst     x1 + \share, 0
    lsr     x1 + \share
    bld     x1 + \share, 7
    add_key x1 + \share, copy1 + \share
    swap    x2 + \share
    add_key x2 + \share, copy2 + \share
    mul     x6 + \share, by8
    mov     x6 + \share, x3 + \share
    add_product x3 + \share
    mul     x5 + \share, by64
    mov     x5 + \share, x4 + \share
    add_product x4 + \share
    swap    x5 + \share
    lsl     x5 + \share
    adc     x5 + \share, none
    add_key x5 + \share, k
    lsl     x6 + \share
    adc     x6 + \share, none
    add_key x6 + \share, k
.endm

/* Bytes of a half of the key's share in the order in which the rounds add them. */
.macro copy_half to
    .irp n, 1, 2, 3, 4, 5, 6, 7, 0
    ld      r18, X+
    std     Z + \to + \n, r18
    .endr
.endm

function narae_pipo_masked_set_key_avr
    movw    r30, r24
    movw    r26, r22
    copy_half 0
    copy_half 16
    copy_half 8
    copy_half 24
    ldi     r18, 0
    ret
end_function narae_pipo_masked_set_key_avr

function narae_pipo_masked_encrypt_avr
    push_range 2, 17
    push_range 28, 29
    push_range 22, 23
    movw    r30, r24
    movw    r26, r20
    .irp n, x0, x1, x2, x3, x4, x5, x6, x7
    ld      \n, X+
    .endr
    .irp n, x0, x1, x2, x3, x4, x5, x6, x7
    ld      \n + 1, X+
    .endr
    ldi     by4, 4
    ldi     by8, 8
    ldi     by64, 64
    ldi     none, 0
    .irp n, x7, x0, x1, x2, x3, x4, x5, x6
    add_key \n, k
    .endr
    .irp n, x7, x0, x1, x2, x3, x4, x5, x6
    add_key \n + 1, k
    .endr
    clr     number

narae_pipo_masked_round:
    substitute
    rotate_and_add_key 0
    clt
    rotate_and_add_key 1
    clt
    movw    r0, by4
    inc     number
    eor     x0, number
    sbrc    number, 0
    sbiw    r30, 32
    cpi     number, 13
    breq    1f
    rjmp    narae_pipo_masked_round

1:  pop_range 26, 27
    .irp n, x0, x1, x2, x3, x4, x5, x6, x7
    st      X+, \n
    .endr
    .irp n, x0, x1, x2, x3, x4, x5, x6, x7
    st      X+, \n + 1
    .endr
    .irp n, 18, 19, 20, 21, 22, 23
    ldi     \n, 0
    .endr
    movw    r0, r18
    pop_range 28, 29
    pop_range 2, 17
    ret
end_function narae_pipo_masked_encrypt_avr

#endif
