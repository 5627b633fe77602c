/* SPDX-License-Identifier: MIT */
/* AES for MSP430.  FIPS 197, clause 5.
 *
 *   void narae_aes_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                 const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_msp430(likewise);
 *
 * A column j is in two registers, lj and hj.  Each byte of it is a doubled index, at 2 cycles
 * a lower and 3 an upper one, of two words that are added to the halves of a new column
 * (aes_tables_msp430.c).  The old and the new state would take 16 registers.  In groups of
 * words that go to the same columns, l0 h2, l1 h3, l2 h0, l3 h1, twelve are enough; the pointer
 * to the keys is on the stack meanwhile.  Half of the words change their registers in a
 * round, and come back in the next.
 *
 *     a round       indices 8 x 5, look-ups 32 x 3, keys 16, their pointer 5: 157
 *     last round    indices 8 x 3, look-ups 16 x 3, bytes to words 16, keys and stores 48: 136
 *     AES-128       9 x 157 + 136 = 1549; block and first key 32, saved registers and return 38,
 *                   the loop 28, pointers 17, tests of the arguments 8: 1672
 *
 * AES-192 takes 1992, AES-256 2312.  Decryption is the same with columns in reverse
 * order, other tables and keys: 3 more for the address of the keys.
 *
 * Time depends on the number of blocks, their addresses and the key size alone.  Addresses in
 * memory depend on secrets, but flash and RAM have no cache and are read in the same time
 * everywhere.  FRAM with wait states, above 8 MHz, has a cache: constants must be in RAM there. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file   "aes_msp430.S"

#    include "core/msp430/call.inc"

#    define l0 r4
#    define l1 r5
#    define l2 r6
#    define h2 r7
#    define k r12
#    define out r8

/* Doubled indices of the bytes of x in u and v, which may be x. */
.macro split x, u, v
    mov.b   \x, \u
    swpb    \x
    mov.b   \x, \v
    rla     \u
    rla     \v
.endm

/* What the byte with index u adds to a column: two words for rows 0 and 2, or 1 and 3. */
.macro add_even t, u, x, y
    xor     \t(\u), \x
    xor     \t+512(\u), \y
.endm

.macro add_odd t, u, x, y
    xor     \t+1024(\u), \x
    xor     \t+1536(\u), \y
.endm

/* A word of rows 2 and 3; u is free. */
.macro add_upper t, x, u, lower2, upper2, lower3, upper3
    split   \x, \u, \x
    add_even \t, \u, \upper2, \lower2
    add_odd \t, \x, \upper3, \lower3
.endm

/* The new l3, h0, h1 and h3 are in m3, n0, n1 and n3.  Leaves the pointer to the next key in h3. */
.macro round t, l3, h0, h1, h3, m3, n0, n1, n3
    split   l0, \n1, \m3
    mov     \t(\n1), l0
    mov     \t+512(\n1), \n0
    mov     \t+1536(\m3), \n3
    mov     \t+1024(\m3), \m3
    add_upper \t, h2, \n1, l0, \n0, \m3, \n3

    split   l1, h2, \n1
    add_odd \t, \n1, l0, \n0
    mov     \t(h2), l1
    mov     \t+512(h2), \n1
    add_upper \t, \h3, h2, l1, \n1, l0, \n0

    split   l2, \h3, h2
    add_odd \t, h2, l1, \n1
    mov     \t(\h3), l2
    mov     \t+512(\h3), h2
    add_upper \t, \h0, \h3, l2, h2, l1, \n1

    split   \l3, \h3, \l3
    add_even \t, \h3, \m3, \n3
    add_odd \t, \l3, l2, h2
    add_upper \t, \h1, \h3, \m3, \n3, l2, h2

    pop     \h3
    .irp x, l0, \n0, l1, \n1, l2, h2, \m3, \n3
    xor     @\h3+, \x
    .endr
.endm

/* Bytes of the S-box for those of x: the lower one in u, the upper one in the upper byte of x. */
.macro substitute s, x, u
    mov.b   \x, \u
    swpb    \x
    mov.b   \x, \x
    mov.b   \s(\u), \u
    mov.b   \s(\x), \x
    swpb    \x
.endm

.macro emit at, lower, upper
    bis     \upper, \lower
    xor     @r11+, \lower
    mov     \lower, \at(out)
.endm

/* The last round, after an odd number of others. */
.macro finish s, column0, column1, column2, column3
    incd    r1
    pop     out
    substitute \s, l0, r9
    substitute \s, l1, r10
    emit    \column0, r9, l1
    substitute \s, h2, r9
    substitute \s, r15, l1
    emit    \column0+2, r9, r15
    substitute \s, l2, r9
    emit    \column1, r10, l2
    substitute \s, r13, r10
    emit    \column1+2, l1, r13
    substitute \s, r12, l1
    emit    \column2, r9, r12
    substitute \s, r14, r9
    emit    \column2+2, r10, r14
    emit    \column3, l1, l0
    emit    \column3+2, r9, h2
    restore_registers
    ret
.endm

.macro rounds t
1:  round   \t, r8, r9, r10, r11, r12, r13, r14, r15
    cmp     @r1, r11
    jeq     2f
    push    r11
    round   \t, r12, r13, r14, r15, r8, r9, r10, r11
    push    r15
    jmp     1b
2:
.endm

/* r15 = 16 times the number of rounds; k goes to the first key of encryption. */
.macro enter
    save_registers
    push    r13
    mov     @k+, r15
    incd    k
    .rept   4
    rla     r15
    .endr
.endm

block_function narae_aes_encrypt_msp430, 16
    enter
    add     k, r15
    push    r15
    .irp x, l0, r9, l1, r10, l2, h2, r8, r11
    mov     @r14+, \x
    xor     @k+, \x
    .endr
    push    k
    rounds  narae_aes_te_msp430
    finish  narae_aes_sbox_msp430, 0, 4, 8, 12
end_function narae_aes_encrypt_msp430

block_function narae_aes_decrypt_msp430, 16
    enter
    add     r15, k
    add     #16, k
    add     k, r15
    push    r15
    .irp x, r8, r11, l2, h2, l1, r10, l0, r9
    mov     @r14+, \x
    .endr
    .irp x, l0, r9, l1, r10, l2, h2, r8, r11
    xor     @k+, \x
    .endr
    push    k
    rounds  narae_aes_td_msp430
    finish  narae_aes_inv_sbox_msp430, 12, 8, 4, 0
end_function narae_aes_decrypt_msp430

#endif
