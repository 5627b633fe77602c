/* SPDX-License-Identifier: MIT */
/* LEA for ARMv6-M: Cortex-M0, M0+.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_encrypt_v6m(const void *schedule, uint8_t *out,
 *                              const uint8_t *in, size_t nblocks);
 *   void narae_lea_decrypt_v6m(likewise);
 *
 * r0 to r7 hold the block, the pointer to the schedule and three more words.  The schedule
 * has the words of a round in the order in which encryption uses them, so that LDM loads
 * two at a time and advances the pointer: k1 k4, k2 k0 for LEA-128, k4 k5, k2 k3, k0 k1 for
 * the others.  Decryption needs another order and loads each word on its own.
 *
 *                              encrypt             decrypt
 *                            4 words    6        4 words    6
 *     EOR, ADD or SUB, ROR     12      12          12      12
 *     key words                 6       9           8      12
 *     distances of rotations    3       2           2       1
 *     a round                  21      23          22      25
 *
 *     LEA-128      24 x 21 + 17 = 521           24 x 22 + 23 = 551
 *     LEA-192      28 x 23 + 20 = 664           28 x 25 + 27 = 727
 *     LEA-256      32 x 23 + 23 = 759           32 x 25 + 31 = 831
 *
 * Loops over four rounds are included.  Loading and storing a block and advancing the
 * pointers take 23 more; the call and the test of alignment 47 or 48.  The lower bound of a
 * round is 12 and one LDM, 17 or 19, which would need 9 or 11 registers besides those of
 * the distances.  Decryption with six words a round is 1.4 times as fast as gcc's code, the
 * rest 1.6 times; an LDM with a descending address would load its keys in 9.
 *
 * Blocks that are not aligned go through a buffer: narae_unaligned_blocks().
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "lea_v6m.S"

#    include "core/thumb/v6m.inc"

#    define rk r4

/* y = ror((x ^ kx) + (y ^ ky), n), but for the rotation; kx is lost. */
.macro sum kx, x, ky, y
    eors    \y, \y, \ky
    eors    \kx, \kx, \x
    adds    \y, \y, \kx
.endm

.macro round_of_four a, b, c, d
    ldm     rk!, {r5, r6}
    sum     r6, \c, r5, \d
    ror_by  \d, 3, r6
    ldm     rk!, {r6, r7}
    sum     r6, \b, r5, \c
    ror_by  \c, 5, r6
    sum     r7, \a, r5, \b
    ror_by  \b, 23, r7
.endm

/* r7 is 23. */
.macro round_of_six a, b, c, d
    ldm     rk!, {r5, r6}
    sum     r5, \c, r6, \d
    ror_by  \d, 3, r5
    ldm     rk!, {r5, r6}
    sum     r5, \b, r6, \c
    ror_by  \c, 5, r5
    ldm     rk!, {r5, r6}
    sum     r5, \a, r6, \b
    rors    \b, \b, r7
.endm

/* y = (y - (x ^ kx)) ^ ky, of which y is rotated. */
.macro difference x, kx, y, ky, t
    ldr     \t, [rk, #\kx]
    eors    \t, \t, \x
    subs    \y, \y, \t
    ldr     \t, [rk, #\ky]
    eors    \y, \y, \t
.endm

/* The words before the round are y3, y0, y1, y2.  r7 is 9. */
.macro undo_four at, y0, y1, y2, y3
    rors    \y0, \y0, r7
    ldr     r6, [rk, #\at + 12]
    eors    r6, r6, \y3
    subs    \y0, \y0, r6
    ldr     r5, [rk, #\at]
    eors    \y0, \y0, r5
    ror_by  \y1, 27, r6
    ldr     r6, [rk, #\at + 8]
    eors    r6, r6, \y0
    subs    \y1, \y1, r6
    eors    \y1, \y1, r5
    ror_by  \y2, 29, r6
    ldr     r6, [rk, #\at + 4]
    eors    r6, r6, \y1
    subs    \y2, \y2, r6
    eors    \y2, \y2, r5
.endm

/* Likewise, and r6 is 27. */
.macro undo_six at, y0, y1, y2, y3
    rors    \y0, \y0, r7
    difference \y3, \at + 16, \y0, \at + 20, r5
    rors    \y1, \y1, r6
    difference \y0, \at + 8, \y1, \at + 12, r5
    ror_by  \y2, 29, r5
    difference \y1, \at, \y2, \at + 4, r5
.endm

/* Frame: start of the keys, out, end of in.  r12 is in, lr the end of the keys. */
#    define FIRST 0
#    define OUT 4
#    define END 8

.macro begin_block
    mov     r4, r12
    ldm     r4!, {r0-r3}
    mov     r12, r4
    ldr     rk, [sp, #FIRST]
.endm

.macro end_block next
    ldr     r4, [sp, #OUT]
    stm     r4!, {r0-r3}
    str     r4, [sp, #OUT]
    ldr     r5, [sp, #END]
    cmp     r12, r5
    bne     \next
.endm

/* r0 = address of the first key word, r4 = rounds, r3 = end of in. */
.macro lea_function name
    blocks_function \name, 16, narae_unaligned_blocks
    lsls    r3, r3, #4
    adds    r3, r3, r2
    mov     r12, r2
    ldm     r0!, {r4}
.endm

lea_function narae_lea_encrypt_v6m
    push    {r3}
    push    {r0, r1}
    lsls    r1, r4, #4
    cmp     r4, #24
    bne     3f
    adds    r0, r0, r1
    mov     lr, r0
1:  begin_block
2:  round_of_four r0, r1, r2, r3
    round_of_four r1, r2, r3, r0
    round_of_four r2, r3, r0, r1
    round_of_four r3, r0, r1, r2
    cmp     rk, lr
    bne     2b
    end_block 1b
    b       5f
3:  lsls    r4, r4, #3
    adds    r1, r1, r4
    adds    r0, r0, r1
    mov     lr, r0
    movs    r7, #23
3:  begin_block
4:  round_of_six r0, r1, r2, r3
    round_of_six r1, r2, r3, r0
    round_of_six r2, r3, r0, r1
    round_of_six r3, r0, r1, r2
    cmp     rk, lr
    bne     4b
    end_block 3b
5:  add     sp, sp, #12
    pop     {r4-r7, pc}
end_function narae_lea_encrypt_v6m

lea_function narae_lea_decrypt_v6m
    movs    r7, #9
    mov     lr, r0
    lsls    r5, r4, #4
    adds    r0, r0, r5
    cmp     r4, #24
    bne     3f
    push    {r3}
    push    {r0, r1}
1:  begin_block
2:  subs    rk, rk, #64
    undo_four 48, r0, r1, r2, r3
    undo_four 32, r3, r0, r1, r2
    undo_four 16, r2, r3, r0, r1
    undo_four 0, r1, r2, r3, r0
    cmp     rk, lr
    bne     2b
    end_block 1b
    b       5f
3:  lsls    r4, r4, #3
    adds    r0, r0, r4
    push    {r3}
    push    {r0, r1}
    movs    r6, #27
3:  begin_block
4:  subs    rk, rk, #96
    undo_six 72, r0, r1, r2, r3
    undo_six 48, r3, r0, r1, r2
    undo_six 24, r2, r3, r0, r1
    undo_six 0, r1, r2, r3, r0
    cmp     rk, lr
    bne     4b
    end_block 3b
5:  add     sp, sp, #12
    pop     {r4-r7, pc}
end_function narae_lea_decrypt_v6m

#endif
