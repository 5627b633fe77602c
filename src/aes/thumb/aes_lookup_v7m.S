/* SPDX-License-Identifier: MIT */
/* AES with tables for ARMv7-M: Cortex-M3, M4, M7.  FIPS 197, clause 5.
 *
 *   void narae_aes_encrypt_v7m_tables(const void *schedule, uint8_t *out,
 *                                     const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_v7m_tables(likewise);
 *
 * A column of a round is four lookups of a word, one for each row, and the round
 * key.  One table serves all rows, because rotations are free.  Columns are computed in
 * pairs: eight indices, then eight consecutive loads, which take nine cycles.  Cycles:
 *
 *     a round        16 indices, 18 for the loads, 12 + 4 EOR, 4 words of key: 55
 *     last round     the same with bytes, the address of out, 4 stores: 60
 *     AES-128        9 x 55 + 60, load and first key 13, call 34: 602
 *
 * The tests for several blocks and for more than 10 rounds, storing out and loading the
 * table's address take 8 more.  Measured, with the call: 610.  With one more register the
 * second series of loads could include the round key, which would save a cycle.
 *
 * Decryption is the same with other tables: 613.  All rounds are unrolled.  Several blocks
 * are processed one by one.
 *
 * Addresses depend on key and data: for memory without wait states and without a
 * cache only (core/family.h), where time does not depend on them.  Time depends on the
 * number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_TABLES

    .file   "aes_lookup_v7m.S"

#    include "core/thumb/call.inc"

#    define rk r0
#    define table lr

/* Indices: byte 0 of a, 1 of b, 2 of c, 3 of d. */
.macro indices i0, i1, i2, i3, a, b, c, d
    uxtb.w  \i0, \a
    ubfx    \i1, \b, #8, #8
    ubfx    \i2, \c, #16, #8
    lsr.w   \i3, \d, #24
.endm

.macro look_up instruction, i0, i1, i2, i3
    \instruction \i0, [table, \i0, lsl #2]
    \instruction \i1, [table, \i1, lsl #2]
    \instruction \i2, [table, \i2, lsl #2]
    \instruction \i3, [table, \i3, lsl #2]
.endm

/* x2 = a column: the table is that of row 2. */
.macro add_up x0, x1, x2, x3
    eor.w   \x2, \x2, \x0, ror #16
    eor.w   \x2, \x2, \x1, ror #8
    eor.w   \x2, \x2, \x3, ror #24
.endm

/* Two columns in r3 and r11, then two in r8 and s1. */
.macro round_of s0, s1, s2, s3, k0, k1, k2, k3
    indices r1, r2, r3, r8, \s0, \s1, \s2, \s3
    indices r9, r10, r11, r12, \s1, \s2, \s3, \s0
    look_up ldr.w, r1, r2, r3, r8
    look_up ldr.w, r9, r10, r11, r12
    add_up  r1, r2, r3, r8
    add_up  r9, r10, r11, r12
    indices r1, r2, r8, r9, \s2, \s3, \s0, \s1
    indices \s3, \s0, \s1, \s2, \s3, \s0, \s1, \s2
    look_up ldr.w, r1, r2, r8, r9
    look_up ldr.w, \s3, \s0, \s1, \s2
    add_up  r1, r2, r8, r9
    add_up  \s3, \s0, \s1, \s2
    ldmia.w rk!, {r1, r2, r9, r10}
    eor.w   \s3, \s1, \k3
    eor.w   \s0, r3, \k0
    eor.w   \s1, r11, \k1
    eor.w   \s2, r8, \k2
.endm

.macro join x0, x1, x2, x3
    eor.w   \x0, \x0, \x1, lsl #8
    eor.w   \x0, \x0, \x2, lsl #16
    eor.w   \x0, \x0, \x3, lsl #24
.endm

.macro look_up_bytes shift, i0, i1, i2, i3
    ldrb.w  \i0, [table, \i0, lsl #\shift]
    ldrb.w  \i1, [table, \i1, lsl #\shift]
    ldrb.w  \i2, [table, \i2, lsl #\shift]
    ldrb.w  \i3, [table, \i3, lsl #\shift]
.endm

/* The last round: the S-box alone, a byte at a time, and the stores.  n1 and n3 are the
 * offsets of the columns in key and block. */
.macro last_round shift, s0, s1, s2, s3, n1, n3
    indices r1, r2, r3, r8, \s0, \s1, \s2, \s3
    indices r9, r10, r11, r12, \s1, \s2, \s3, \s0
    look_up_bytes \shift, r1, r2, r3, r8
    look_up_bytes \shift, r9, r10, r11, r12
    join    r1, r2, r3, r8
    join    r9, r10, r11, r12
    indices r2, r3, r8, r10, \s2, \s3, \s0, \s1
    indices \s3, \s0, \s1, \s2, \s3, \s0, \s1, \s2
    ldr.w   r12, [sp], #4
    ldr.w   r11, [rk]
    look_up_bytes \shift, r2, r3, r8, r10
    look_up_bytes \shift, \s3, \s0, \s1, \s2
    eor.w   r1, r1, r11
    join    r2, r3, r8, r10
    join    \s3, \s0, \s1, \s2
    ldr.w   r3, [rk, #\n1]
    ldr.w   r8, [rk, #8]
    ldr.w   r10, [rk, #\n3]
    str.w   r1, [r12]
    eor.w   r9, r9, r3
    eor.w   r2, r2, r8
    eor.w   \s3, \s3, r10
    str.w   r9, [r12, #\n1]
    str.w   r2, [r12, #8]
    str.w   \s3, [r12, #\n3]
    pop.w   {r4-r11, pc}
.endm

/* Loads a block and adds the first key, whose address r0 is advanced. */
.macro load_block
    ldr.w   r4, [r2]
    ldr.w   r5, [r2, #4]
    ldr.w   r6, [r2, #8]
    ldr.w   r7, [r2, #12]
    ldr.w   r9, [r0, #-16]
    ldr.w   r10, [r0, #-12]
    ldr.w   r11, [r0, #-8]
    ldr.w   r12, [r0, #-4]
    eor.w   r4, r4, r9
    eor.w   r5, r5, r10
    eor.w   r6, r6, r11
    eor.w   r7, r7, r12
.endm

/* Several blocks, one by one. */
.macro many one
    cmp.w   r3, #0
    it      eq
    bxeq    lr
    push.w  {r4-r7, r8, lr}
    mov.w   r4, r0
    mov.w   r5, r1
    mov.w   r6, r2
    mov.w   r7, r3
1:  mov.w   r0, r4
    mov.w   r1, r5
    mov.w   r2, r6
    bl      \one
    add.w   r5, r5, #16
    add.w   r6, r6, #16
    subs.w  r7, r7, #1
    bne.w   1b
    pop.w   {r4-r7, r8, pc}
.endm

.macro all_rounds name, shift, s0, s1, s2, s3, k0, k1, k2, k3, n1, n3
    cmp.w   r1, #10
    bne.w   .L\name\()_more
.L\name\()_ten:
    .rept 9
    round_of \s0, \s1, \s2, \s3, \k0, \k1, \k2, \k3
    .endr
    .if     \shift == 0
    add.w   table, table, #1024
    .endif
    last_round \shift, \s0, \s1, \s2, \s3, \n1, \n3

.L\name\()_more:
    cmp.w   r1, #12
    beq.w   1f
    round_of \s0, \s1, \s2, \s3, \k0, \k1, \k2, \k3
    round_of \s0, \s1, \s2, \s3, \k0, \k1, \k2, \k3
1:  round_of \s0, \s1, \s2, \s3, \k0, \k1, \k2, \k3
    round_of \s0, \s1, \s2, \s3, \k0, \k1, \k2, \k3
    b.w     .L\name\()_ten
.endm

    .section .text.narae_aes_encrypt_v7m_tables, "ax", %progbits
    .p2align 2
.Lencrypt_many:
    many    .Lencrypt_one

function narae_aes_encrypt_v7m_tables
    cmp     r3, #1
    bne.n   .Lencrypt_many
.Lencrypt_one:
    push.w  {r1, r4-r11, lr}
    ldr.w   r1, [r0], #20
    load_block
    movw    table, #:lower16:narae_aes_te_v7m
    movt    table, #:upper16:narae_aes_te_v7m
    all_rounds encrypt, 2, r4, r5, r6, r7, r1, r2, r9, r10, 4, 12
end_function narae_aes_encrypt_v7m_tables

    .section .text.narae_aes_decrypt_v7m_tables, "ax", %progbits
    .p2align 2
.Ldecrypt_many:
    many    .Ldecrypt_one

/* InvShiftRows rotates the other way: columns 1 and 3 are exchanged. */
function narae_aes_decrypt_v7m_tables
    cmp     r3, #1
    bne.n   .Ldecrypt_many
.Ldecrypt_one:
    push.w  {r1, r4-r11, lr}
    ldr.w   r1, [r0], #36
    movw    table, #:lower16:narae_aes_td_v7m
    add.w   r0, r0, r1, lsl #4
    movt    table, #:upper16:narae_aes_td_v7m
    load_block
    all_rounds decrypt, 0, r4, r7, r6, r5, r1, r10, r9, r2, 12, 4
end_function narae_aes_decrypt_v7m_tables

#endif
