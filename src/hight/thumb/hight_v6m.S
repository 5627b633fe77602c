/* SPDX-License-Identifier: MIT */
/* HIGHT for ARMv6-M: Cortex-M0, M0+.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *   void narae_hight_encrypt_v6m(const void *schedule, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks);
 *   void narae_hight_decrypt_v6m(likewise);
 *
 * Two bytes in a word as in hight_portable.c, one in each half, but halves of words are not
 * exchanged: instead a result with exchanged halves is rotated, one of F0 and one of F1 in
 * four rounds, and the subkeys are stored in the order that results (hight_turned.c).  d
 * and c are in different bytes of their halves, so that AND or BIC with one mask extracts
 * the subkeys of each from one word.  r0 to r7 hold the mask, the block, two temporaries
 * and the subkeys.  Cycles:
 *
 *     F1 and its sum      byte next to its copy 2, F1 4, shift 1, key 1, mask, sum, mask: 11
 *     F0 and its XOR      likewise 7, masks of F0 and key, sum, XOR, mask: 12
 *     four rounds         4 x (11 + 12 + 3 for a word of key), 2 distances, loop 4: 110
 *     decryption          borrows 4, loop 1 more: 115
 *
 *     8 x 110 = 880, whitening 12, bytes to words and back 28, loads, stores and loop 30:
 *     950 a block, 992 to decrypt.  Measured, of nine blocks: 957 and 1000 each.
 *
 * Blocks that are not aligned go through a buffer: narae_unaligned_blocks().
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "hight_v6m.S"

#    include "core/thumb/v6m.inc"

#    define xa r0
#    define xb r1
#    define xc r2
#    define xd r3
#    define t r4
#    define u r5
#    define k r6
#    define mask r7
#    define rk r8
#    define end r9
#    define step r10  /* four words of rk, up or down */
#    define borrow_low r11 /* bits from which the lower bytes of d borrow */
#    define borrow_high r12 /* and in upper ones */
#    define in lr

/* Frame: arguments, after four saved registers. */
#    define SCHEDULE 0
#    define OUT 4
#    define IN 8
#    define NBLOCKS 12

.macro keep x, place
    .ifc    \place, lower
    ands    \x, \x, mask
    .else
    bics    \x, \x, mask
    .endif
.endm

/* t = F of x, F1 if `by` is 2, F0 if it is 5; `at` is then the bit where it begins.
 * `from` and `to` are lower or upper; halves are exchanged if `turned`. */
.macro f x, from, to, by, at, turned
    .ifc    \from, lower
    lsls    t, \x, #8
    .else
    lsrs    t, \x, #8
    .endif
    orrs    t, t, \x
    lsrs    u, t, #1
    eors    u, u, t
    lsrs    u, u, #\by
    eors    t, t, u
    .ifc    \to, lower
    .if     \turned
    ror_by  t, 16 + \at, u
    .else
    lsrs    t, t, #\at
    .endif
    .else
    .if     \turned
    ror_by  t, 8 + \at, u
    .else
    lsls    t, t, #8 - \at
    .endif
    .endif
.endm

/* d and its byte (lower or upper), likewise b, a and c. */
.macro encrypt_round at, d, in_d, b, in_b, a, in_a, c, in_c, turn_d=0, turn_c=0
    mov     k, rk
    ldr     k, [k, #\at]
    f       \b, \in_b, \in_d, 2, 2, \turn_d
    eors    t, t, k
    keep    t, \in_d
    adds    \d, \d, t
    keep    \d, \in_d
    f       \a, \in_a, \in_c, 5, 1, \turn_c
    keep    t, \in_c
    keep    k, \in_c
    adds    t, t, k
    eors    \c, \c, t
    keep    \c, \in_c
.endm

.macro decrypt_round at, d, in_d, b, in_b, a, in_a, c, in_c, turn_d=0, turn_c=0
    mov     k, rk
    ldr     k, [k, #\at]
    f       \b, \in_b, \in_d, 2, 2, \turn_d
    eors    t, t, k
    keep    t, \in_d
    .ifc    \in_d, lower
    add     \d, \d, borrow_low
    .else
    add     \d, \d, borrow_high
    .endif
    subs    \d, \d, t
    keep    \d, \in_d
    f       \a, \in_a, \in_c, 5, 1, \turn_c
    keep    t, \in_c
    keep    k, \in_c
    adds    t, t, k
    eors    \c, \c, t
    keep    \c, \in_c
.endm

/* y = bytes 2 and 3 of y above those of x, x = bytes 0 and 1 likewise. */
.macro cross x, y
    lsrs    t, \x, #16
    uxth    \x, \x
    lsls    u, \y, #16
    orrs    \x, \x, u
    lsrs    \y, \y, #16
    lsls    \y, \y, #16
    orrs    \y, \y, t
.endm

/* x and k's lower bytes by `operation`, y ^= k's upper bytes. */
.macro whiten operation, x, y
    movs    t, k
    ands    t, t, mask
    bics    k, k, mask
    \operation \x, \x, t
    eors    \y, \y, k
    ands    \x, \x, mask
.endm

.macro begin name, last
blocks_function \name, 8, narae_unaligned_blocks
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    push    {r4-r7}
    push    {r0-r3}
    mov     in, r2
    movs    t, r0
    adds    t, t, #\last
    mov     end, t
    ldr     mask, =0x00ff00ff
.endm

/* `whitening` is the offset of the whitening word, `first` that of the first subkeys. */
.macro begin_block whitening, first
    mov     k, in
    ldm     k!, {xb, xc}
    mov     in, k
    ldr     k, [sp, #SCHEDULE]
    movs    t, k
    adds    t, t, #\first
    mov     rk, t
    ldr     k, [k, #\whitening]
    cross   xb, xc
.endm

.macro end_block low, high
    cross   \low, \high
    ldr     k, [sp, #OUT]
    stm     k!, {\low, \high}
    str     k, [sp, #OUT]
    ldr     k, [sp, #NBLOCKS]
    subs    k, k, #1
    str     k, [sp, #NBLOCKS]
.endm

.macro finish
    add     sp, sp, #16
    return_all
    .ltorg
.endm

begin narae_hight_encrypt_v6m, 140
    movs    t, #16
    mov     step, t
1:  begin_block 4, 12
    lsrs    xd, xb, #8
    lsls    xa, xc, #8
    keep    xd, lower
    keep    xb, lower
    ror_by  xb, 16, t
    keep    xc, upper
    keep    xa, upper
    whiten  adds, xb, xa
2:  encrypt_round 0, xd, lower, xb, lower, xa, upper, xc, upper, turn_d=1
    encrypt_round 4, xb, lower, xc, upper, xd, lower, xa, upper
    encrypt_round 8, xc, upper, xa, upper, xb, lower, xd, lower, turn_c=1
    encrypt_round 12, xa, upper, xd, lower, xc, upper, xb, lower
    add     rk, rk, step
    cmp     rk, end
    bne     2b
    ldr     k, [sp, #SCHEDULE]
    ldr     k, [k, #8]
    lsls    xb, xb, #8
    whiten  adds, xd, xc
    lsrs    xc, xc, #8
    orrs    xd, xd, xa
    orrs    xc, xc, xb
    movs    xa, xd
    movs    xb, xc
    end_block xa, xb
    beq     3f
    b       1b
3:  finish
end_function narae_hight_encrypt_v6m

begin narae_hight_decrypt_v6m, 12
    movs    t, #16
    rsbs    t, t, #0
    mov     step, t
    movs    t, #1
    lsls    t, t, #8
    mov     borrow_low, t
    lsls    t, t, #8
    mov     borrow_high, t
1:  begin_block 8, 124
    movs    xd, xb
    movs    xa, xb
    keep    xd, lower
    keep    xa, upper
    lsrs    xb, xc, #8
    lsls    xc, xc, #8
    keep    xb, lower
    keep    xc, upper
    add     xd, xd, borrow_low
    whiten  subs, xd, xc
2:  decrypt_round 12, xa, upper, xd, lower, xc, upper, xb, lower
    decrypt_round 8, xc, upper, xa, upper, xb, lower, xd, lower, turn_c=1
    decrypt_round 4, xb, lower, xc, upper, xd, lower, xa, upper
    decrypt_round 0, xd, lower, xb, lower, xa, upper, xc, upper, turn_d=1
    cmp     rk, end
    beq     3f
    add     rk, rk, step
    b       2b
3:  ldr     k, [sp, #SCHEDULE]
    ldr     k, [k, #4]
    add     xb, xb, borrow_low
    lsls    xd, xd, #8
    whiten  subs, xb, xa
    ror_by  xb, 16, t
    lsrs    xa, xa, #8
    orrs    xb, xb, xd
    orrs    xa, xa, xc
    movs    xc, xa
    end_block xb, xc
    beq     4f
    b       1b
4:  finish
end_function narae_hight_decrypt_v6m

#endif
