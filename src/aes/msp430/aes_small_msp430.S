/* SPDX-License-Identifier: MIT */
/* AES for MSP430 in little flash.  FIPS 197, clause 5.
 *
 *   void narae_aes_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                 const uint8_t *in, size_t nblocks);
 *   void narae_aes_decrypt_msp430(likewise);
 *
 * A round reads one state on the stack and writes another one, column by column.  Each column is
 * there twice, at a distance of 16 bytes, so that ShiftRows are offsets.  Encryption looks up
 * (2 s, s) for each byte; decryption looks up the inverse S-box, and computes InvMixColumns:
 *
 *     x = 4 (a0 + a2, a1 + a3)   added to both halves, then MixColumns
 *
 *                   a column                            a round           AES-128
 *     encryption    indices and look-ups 27, sums 18,   4 x 70 + 11: 291  9 x 291 + 193 + 172: 2984
 *                   key 4, stores 16, loop 5
 *     decryption    bytes 28, key 4, InvMixColumns 70,  4 x 122 + 13: 501 9 x 501 + 179 + 178: 4866
 *                   stores 16, loop 4
 *
 * where the last round takes 193 or 179, and block, first key, saved registers and tests of the
 * arguments the rest.  With the key schedule 1714 bytes, of which 768 are tables, instead of 6666.
 *
 * Time depends on the number of blocks, their addresses and the key size alone.  Addresses in
 * memory depend on secrets: aes_msp430.S. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && defined(NARAE_SMALL)

    .file   "aes_small_msp430.S"

#    include "core/msp430/call.inc"

#    define TE narae_aes_te_msp430
#    define BOX TE+1

#    define from r4
#    define to r5
#    define lo r6
#    define hi r7
#    define t r8
#    define u r9
#    define v r10
#    define w r11
#    define k r12
#    define out r13
#    define columns r14
#    define rounds r15

.macro store_column
    mov     lo, 0(to)
    mov     hi, 2(to)
    mov     lo, 16(to)
    mov     hi, 18(to)
    add     #4, to
.endm

.macro add_key
    xor     @k+, lo
    xor     @k+, hi
.endm

/* The two states are on the stack. */
.macro enter
    save_registers
    sub     #64, r1
    mov     r1, to
    mov     @k+, rounds
    incd    k
.endm

.macro load
    mov     #4, w
1:  mov     @r14+, lo
    mov     @r14+, hi
    add_key
    store_column
    dec     w
    jne     1b
    mov     r1, from
    mov     r1, to
    add     #32, to
    dec     rounds
.endm

.macro leave
    add     #64, r1
    restore_registers
    ret
.endm

/* The states' roles are exchanged. */
.macro turn
    mov     from, t
    mov     to, from
    mov     t, to
    sub     #16, from
    sub     #16, to
.endm

/* A byte of the column's for each row, by a table of bytes whose index is doubled or not. */
.macro substitute_column table, double, row1, row3
    mov.b   @from, lo
    mov.b   \row1(from), t
    mov.b   10(from), hi
    mov.b   \row3(from), u
    .irp    x, lo, t, hi, u
    .if     \double
    rla     \x
    .endif
    mov.b   \table(\x), \x
    .endr
    swpb    t
    swpb    u
    bis     t, lo
    bis     u, hi
    add     #4, from
.endm

.macro last_round table, double, row1, row3
    mov     #4, columns
2:  substitute_column \table, \double, \row1, \row3
    add_key
    mov     lo, 0(out)
    mov     hi, 2(out)
    add     #4, out
    dec     columns
    jne     2b
.endm

block_function narae_aes_encrypt_msp430, 16
    enter
    load
1:  mov     #4, columns
2:  mov.b   @from, lo
    mov.b   5(from), t
    mov.b   10(from), hi
    mov.b   15(from), u
    .irp    x, lo, t, hi, u
    rla     \x
    mov     TE(\x), \x
    .endr
    mov.b   lo, v
    mov.b   t, w
    swpb    t
    xor     w, t
    xor     t, lo
    mov.b   u, w
    swpb    u
    xor     w, u
    mov.b   hi, w
    xor     u, hi
    mov     lo, t
    xor     hi, t
    swpb    lo
    swpb    hi
    xor     t, lo
    xor     t, hi
    xor     w, hi
    xor     v, lo
    xor     @k+, hi
    xor     @k+, lo
    mov     hi, 0(to)
    mov     lo, 2(to)
    mov     hi, 16(to)
    mov     lo, 18(to)
    add     #4, to
    add     #4, from
    dec     columns
    jne     2b
    turn
    dec     rounds
    jne     1b
    last_round BOX, 1, 5, 15
    leave
end_function narae_aes_encrypt_msp430

/* x = 2 x in each byte */
.macro double x, a, b
    mov     \x, \a
    and     #0x8080, \a
    xor     \a, \x
    rla     \x
    mov     \a, \b
    rla     \b
    adc     \b
    swpb    \b
    sub     \b, \a
    and     #0x1b1b, \a
    xor     \a, \x
.endm

block_function narae_aes_decrypt_msp430, 16
    enter
    mov     rounds, t
    .rept   4
    rla     t
    .endr
    add     t, k
    load
1:  sub     #32, k
    mov     #4, columns
2:  substitute_column narae_aes_inv_sbox_msp430, 0, 13, 7
    add_key
    mov     lo, t
    xor     hi, t
    double  t, u, v
    double  t, u, v
    xor     t, lo
    xor     t, hi
    mov     lo, t
    mov     hi, u
    exchange_bytes t, u, v
    swpb    t
    swpb    u
    xor     t, lo
    xor     u, hi
    xor     hi, t
    xor     lo, u
    double  lo, v, w
    double  hi, v, w
    xor     t, lo
    xor     u, hi
    store_column
    dec     columns
    jne     2b
    turn
    dec     rounds
    jne     1b
    sub     #32, k
    last_round narae_aes_inv_sbox_msp430, 0, 13, 7
    leave
end_function narae_aes_decrypt_msp430

#endif
