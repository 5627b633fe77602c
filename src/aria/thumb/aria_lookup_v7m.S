/* SPDX-License-Identifier: MIT */
/* ARIA with tables for ARMv7-M: Cortex-M3, M4, M7.  RFC 5794, section 2.4.
 *
 *   void narae_aria_encrypt_v7m_tables(const void *schedule, uint8_t *out,
 *                                      const uint8_t *in, size_t nblocks);
 *   void narae_aria_decrypt_v7m_tables(likewise);
 *   void narae_aria_round_v7m_tables(uint32_t x[4], unsigned even);
 *
 * The diffusion is M P M L: L replaces each byte by the sum of the other three bytes of its
 * word, which the tables include; M replaces each word by the sum of the other three, in
 * six EOR for all four; P exchanges neighbouring bytes of word 1, halves of word 2, and
 * both in word 3.  In even rounds the S-boxes of the two halves of a word are exchanged:
 * looked up in the same tables, the words come out with halves exchanged, and P undoes
 * this.  Exchanging halves is a rotation and free; REV16 exchanges neighbouring bytes, REV
 * both.
 *
 *     round        4 words of key and 4 EOR 9, 16 indices, 16 loads in groups of 4
 *                  20, 12 EOR, M twice 12, P 2                                  71
 *     last round   9 + 16 + 20 + 12, and the last key                           66
 *
 *     12 rounds    11 x 71 + 66, loop 18, the block 9, call 25:                899
 *
 * The addresses of the four tables take four registers.  Loading these, the ends of loops
 * and the frame take 29 cycles: measured, with the call, 935.  Decryption adds L of the
 * round key after the lookups instead, 12 cycles a round more: 1069.
 *
 * Addresses depend on key and data: for memory without wait states and without a
 * cache only (core/family.h), where time does not depend on them.  Time depends on the
 * number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_TABLES

    .file   "aria_lookup_v7m.S"

#    include "core/thumb/call.inc"

#    define rk r0
#    define K r1, r2, r3, r12
#    define W r4, r5, r6, r7
#    define end lr
/* Frame: first key, out, in, end of in. */
#    define OUT 4

.macro indices w
    uxtb.w  r1, \w
    ubfx    r2, \w, #8, #8
    ubfx    r3, \w, #16, #8
    lsr.w   r12, \w, #24
.endm

/* w = L of the S-boxes of w; the arguments are the tables of its bytes. */
.macro substitute w, t0, t1, t2, t3
    indices \w
    ldr.w   r1, [\t0, r1, lsl #2]
    ldr.w   r2, [\t1, r2, lsl #2]
    ldr.w   r3, [\t2, r3, lsl #2]
    ldr.w   r12, [\t3, r12, lsl #2]
    eor.w   \w, r1, r2
    eor.w   \w, \w, r3
    eor.w   \w, \w, r12
.endm

.macro substitute_all half
    .irp    w, W
    .if     \half
    substitute \w, r10, r11, r8, r9
    .else
    substitute \w, r8, r9, r10, r11
    .endif
    .endr
.endm

.macro add_words
    eor.w   r5, r5, r6
    eor.w   r6, r6, r7
    eor.w   r4, r4, r5
    eor.w   r7, r7, r5
    eor.w   r6, r6, r4
    eor.w   r5, r5, r6
.endm

.macro diffuse half
    add_words
    .if     \half
    rev.w   r5, r5
    rev16.w r7, r7
    eor.w   r5, r5, r6
    eor.w   r6, r6, r7
    eor.w   r4, r5, r4, ror #16
    .else
    rev16.w r5, r5
    rev.w   r7, r7
    eor.w   r5, r5, r6, ror #16
    eor.w   r6, r7, r6, ror #16
    eor.w   r4, r4, r5
    .endif
    eor.w   r7, r7, r5
    eor.w   r6, r6, r4
    eor.w   r5, r5, r6
.endm

.macro add_key
    eor.w   r4, r4, r1
    eor.w   r5, r5, r2
    eor.w   r6, r6, r3
    eor.w   r7, r7, r12
.endm

.macro encrypt_round half
    ldmia.w rk!, {K}
    add_key
    substitute_all \half
    diffuse \half
.endm

/* The last round: the S-boxes alone, read from a byte of the entry that is not zero.  r8 is
 * the address of the first table + 1. */
.macro last_substitute
    add.w   r8, r8, #1
    .irp    w, W
    indices \w
    ldrb.w  r1, [r10, r1, lsl #2]
    ldrb.w  r2, [r11, r2, lsl #2]
    ldrb.w  r3, [r8, r3, lsl #2]
    ldrb.w  r12, [r9, r12, lsl #2]
    eor.w   \w, r1, r2, lsl #8
    eor.w   \w, \w, r3, lsl #16
    eor.w   \w, \w, r12, lsl #24
    .endr
.endm

.macro table_addresses
    movw    r8, #:lower16:narae_aria_table
    movt    r8, #:upper16:narae_aria_table
    add.w   r9, r8, #1024
    add.w   r10, r8, #2048
    add.w   r11, r8, #3072
.endm

/* `rounds` x 16 in end, `rk` the address of the first round key. */
.macro begin
    cmp.w   r3, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    ldr.w   r4, [rk], #4
    table_addresses
    add.w   r3, r2, r3, lsl #4
    lsl.w   end, r4, #4
.endm

.macro load_block
    ldr.w   r4, [r2]
    ldr.w   r5, [r2, #4]
    ldr.w   r6, [r2, #8]
    ldr.w   r7, [r2, #12]
.endm

/* Continues at 2 with the next block. */
.macro end_block
    ldm.w   sp, {r0-r3}
    str.w   r4, [r1]
    str.w   r5, [r1, #4]
    str.w   r6, [r1, #8]
    str.w   r7, [r1, #12]
    add.w   r2, r2, #16
    cmp.w   r2, r3
    beq.w   9f
    add.w   r1, r1, #16
    sub.w   r8, r8, #1
    strd    r1, r2, [sp, #OUT]
    b.w     2b
9:  add.w   sp, sp, #16
    pop.w   {r4-r11, pc}
.endm

function narae_aria_encrypt_v7m_tables
    begin
    add.w   end, end, rk
    sub.w   end, end, #32
    push.w  {r0-r3}
2:  load_block
3:  encrypt_round 0
    encrypt_round 2
    cmp.w   rk, end
    bne.w   3b
    encrypt_round 0
    ldmia.w rk!, {K}
    add_key
    last_substitute
    ldmia.w rk, {K}
    add_key
    end_block
end_function narae_aria_encrypt_v7m_tables

/* w += L of a word of key, its halves exchanged in even rounds. */
.macro add_diffused half, w, k
    eor.w   \w, \w, \k, ror #8 * \half
    eor.w   \k, \k, \k, ror #16
    eor.w   \k, \k, \k, ror #8
    eor.w   \w, \w, \k
.endm

.macro decrypt_round half
    substitute_all \half
    ldmdb.w rk!, {K}
    add_diffused \half, r4, r1
    add_diffused \half, r5, r2
    add_diffused \half, r6, r3
    add_diffused \half, r7, r12
    diffuse \half
.endm

function narae_aria_decrypt_v7m_tables
    begin
    add.w   r4, rk, #32
    add.w   rk, rk, end
    mov.w   end, r4
    add.w   rk, rk, #16
    push.w  {r0-r3}
2:  load_block
    ldmdb.w rk!, {K}
    add_key
3:  decrypt_round 0
    decrypt_round 2
    cmp.w   rk, end
    bne.w   3b
    decrypt_round 0
    last_substitute
    ldmdb.w rk!, {K}
    add_key
    end_block
end_function narae_aria_decrypt_v7m_tables

/* A round without its key. */
function narae_aria_round_v7m_tables
    push.w  {r4-r11, lr}
    table_addresses
    ldm.w   r0, {r4-r7}
    cmp.w   r1, #0
    bne.w   1f
    substitute_all 0
    diffuse 0
    stm.w   r0, {r4-r7}
    pop.w   {r4-r11, pc}
1:  substitute_all 2
    diffuse 2
    stm.w   r0, {r4-r7}
    pop.w   {r4-r11, pc}
end_function narae_aria_round_v7m_tables

#endif
