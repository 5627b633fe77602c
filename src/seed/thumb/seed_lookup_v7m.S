/* SPDX-License-Identifier: MIT */
/* SEED with tables for ARMv7-M: Cortex-M3, M4, M7.  RFC 4269.
 *
 *   void narae_seed_encrypt_v7m_tables(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, size_t nblocks);
 *   void narae_seed_decrypt_v7m_tables(likewise);
 *
 * The tables of the upper two bytes of a word are those of the lower two with halves
 * exchanged, a rotation of an operand.
 *
 *     G        4 indices, 4 loads in a group 5, 3 EOR: 12
 *     a round  3 x 12, 2 words of key 3, 3 EOR, 3 additions, 2 EOR: 47
 *     16 x 47 = 752, 8 x 4 for the loop, 36 for the block: 820
 *
 * Addresses depend on key and data: for memory without wait states and without a
 * cache only (core/family.h), where time does not depend on them.  Time depends on the
 * number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_TABLES

    .file   "seed_lookup_v7m.S"

#    include "core/thumb/call.inc"

#    define rk r0
#    define t0 r10
#    define t1 r11
#    define end lr
/* Frame: first key, out, in, end of in. */
#    define OUT 4

.macro g x
    uxtb.w  r1, \x
    ubfx    r2, \x, #8, #8
    ubfx    r3, \x, #16, #8
    lsr.w   r12, \x, #24
    ldr.w   r1, [r8, r1, lsl #2]
    ldr.w   r2, [r9, r2, lsl #2]
    ldr.w   r3, [r8, r3, lsl #2]
    ldr.w   r12, [r9, r12, lsl #2]
    eor.w   r1, r1, r2
    eor.w   r3, r3, r12
    eor.w   \x, r1, r3, ror #16
.endm

/* The key is in r1 and r2. */
.macro round a, b, c, d
    eor.w   t0, \c, r1
    eor.w   t1, \d, r2
    eor.w   t1, t1, t0
    g       t1
    add.w   t0, t0, t1
    g       t0
    add.w   t1, t1, t0
    g       t1
    add.w   t0, t0, t1
    eor.w   \a, \a, t0
    eor.w   \b, \b, t1
.endm

/* `first` is the offset of the first key from the schedule, `last` that of the end. */
.macro begin first, last
    cmp.w   r3, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    movw    r8, #:lower16:narae_seed_table
    movt    r8, #:upper16:narae_seed_table
    add.w   r9, r8, #1024
    add.w   r3, r2, r3, lsl #4
    add.w   end, rk, #\last
    add.w   rk, rk, #\first
    push.w  {r0-r3}
2:  ldr.w   r4, [r2]
    ldr.w   r5, [r2, #4]
    ldr.w   r6, [r2, #8]
    ldr.w   r7, [r2, #12]
    rev.w   r4, r4
    rev.w   r5, r5
    rev.w   r6, r6
    rev.w   r7, r7
.endm

/* Continues at 2 with the next block. */
.macro end_block
    ldm.w   sp, {r0-r3}
    rev.w   r4, r4
    rev.w   r5, r5
    rev.w   r6, r6
    rev.w   r7, r7
    str.w   r6, [r1]
    str.w   r7, [r1, #4]
    str.w   r4, [r1, #8]
    str.w   r5, [r1, #12]
    add.w   r2, r2, #16
    cmp.w   r2, r3
    beq.w   9f
    add.w   r1, r1, #16
    strd    r1, r2, [sp, #OUT]
    b.w     2b
9:  add.w   sp, sp, #16
    pop.w   {r4-r11, pc}
.endm

function narae_seed_encrypt_v7m_tables
    begin   4, 132
3:  ldrd    r1, r2, [rk], #8
    round   r4, r5, r6, r7
    ldrd    r1, r2, [rk], #8
    round   r6, r7, r4, r5
    cmp.w   rk, end
    bne.w   3b
    end_block
end_function narae_seed_encrypt_v7m_tables

function narae_seed_decrypt_v7m_tables
    begin   132, 4
3:  ldrd    r1, r2, [rk, #-8]!
    round   r4, r5, r6, r7
    ldrd    r1, r2, [rk, #-8]!
    round   r6, r7, r4, r5
    cmp.w   rk, end
    bne.w   3b
    end_block
end_function narae_seed_decrypt_v7m_tables

#endif
