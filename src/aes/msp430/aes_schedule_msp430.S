/* SPDX-License-Identifier: MIT */
/* AES key schedule for MSP430.  FIPS 197, clauses 5.2 and 5.3.5.
 *
 *   void narae_aes_set_key_msp430(void *schedule, const uint8_t *key, size_t key_bytes);
 *
 * The round keys of encryption are followed by those of decryption, all words in reverse order.
 * InvMixColumns is linear: a word of decryption is the sum of the same two as that of
 * encryption, and is computed from scratch only for the key and after an S-box.  It is applied
 * to the outer two keys, too, which are replaced at the end.
 *
 * A word takes 38 cycles, an S-box and InvMixColumns 79 more, a word of the key itself 83, the
 * outer keys 96.  AES-128: 40 x 38 + 10 x 79 + 4 x 83 + 96 = 2738, and 54 for saved registers,
 * pointers and the rest: 2792.  AES-192 takes 3082, AES-256 3842.
 *
 * Time depends on the key size alone; addresses in memory depend on secrets: aes_msp430.S. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && !defined(NARAE_SMALL)

    .file   "aes_schedule_msp430.S"

#    include "core/msp430/call.inc"

/* A word of encryption and its place, the same of decryption, and those nk words before. */
#    define lo r4
#    define hi r5
#    define to r6
#    define from r7
#    define dlo r8
#    define dhi r9
#    define dto r10
#    define dfrom r11
#    define rcon r12
#    define left r13 /* words until the next S-box */
#    define t r14
#    define u r15

/* The frame: end of encryption's keys, their start, nk. */
#    define end @r1
#    define first 2(r1)
#    define nk 4(r1)

/* The S-box of both bytes of x: the lower one in y, the upper one in x. */
.macro substitute x, y
    mov.b   \x, \y
    swpb    \x
    mov.b   \x, \x
    mov.b   narae_aes_sbox_msp430(\y), \y
    mov.b   narae_aes_sbox_msp430(\x), \x
.endm

.macro join lower, upper
    swpb    \upper
    bis     \upper, \lower
.endm

/* Adds what InvMixColumns makes of the byte t: the tables have it by that of which t is the inverse S-box. */
.macro add_words table, x, y
    mov.b   narae_aes_sbox_msp430(t), t
    rla     t
    xor     narae_aes_td_msp430+\table(t), \x
    xor     narae_aes_td_msp430+\table+512(t), \y
.endm

/* (dlo, dhi) ^= InvMixColumns of (lo, hi) */
.macro add_inverse_column
    mov.b   lo, t
    add_words 0, dlo, dhi
    mov     lo, t
    swpb    t
    mov.b   t, t
    add_words 1024, dlo, dhi
    mov.b   hi, t
    add_words 0, dhi, dlo
    mov     hi, t
    swpb    t
    mov.b   t, t
    add_words 1024, dhi, dlo
.endm

.macro store
    mov     lo, 0(to)
    mov     hi, 2(to)
    add     #4, to
    mov     dlo, 0(dto)
    mov     dhi, 2(dto)
    sub     #4, dto
.endm

function narae_aes_set_key_msp430
    save_registers
    mov     r12, to
    rra     r14
    rra     r14
    push    r14
    mov     r13, u
    mov     r14, left
    add     #6, t
    mov     t, 0(to)
    clr     2(to)
    add     #4, to
    inc     t
    .rept   4
    rla     t
    .endr
    push    to
    mov     to, dto
    add     t, dto
    push    dto
    add     t, dto
    sub     #4, dto
    mov     to, from
    mov     dto, dfrom

1:  .irp x, lo, hi
    mov.b   @u+, \x
    mov.b   @u+, t
    join    \x, t
    .endr
    clr     dlo
    clr     dhi
    add_inverse_column
    store
    dec     left
    jne     1b
    mov     #1, rcon

2:  mov     nk, left
    substitute lo, t
    substitute hi, u
    join    lo, u
    join    hi, t
    xor     rcon, lo
    rla.b   rcon
    jnc     3f
    mov     #0x1b, rcon
3:  clr     dlo
    clr     dhi
    add_inverse_column
4:  xor     @from+, lo
    xor     @from+, hi
    xor     @dfrom, dlo
    xor     2(dfrom), dhi
    sub     #4, dfrom
    store
    cmp     end, to
    jeq     6f
    dec     left
    jeq     2b
    cmp     #4, left
    jne     4b
    cmp     #8, nk
    jne     4b
    substitute lo, t
    substitute hi, u
    join    t, lo
    join    u, hi
    mov     t, lo
    mov     u, hi
    jmp     3b

/* The outer keys as they are. */
6:  mov     to, dto
    add     to, dto
    sub     first, dto
    mov     first, from
    .irp n, 0, 4, 8, 12
    mov     -4-\n(to), \n(to)
    mov     -2-\n(to), 2+\n(to)
    mov     \n(from), -4-\n(dto)
    mov     2+\n(from), -2-\n(dto)
    .endr
    add     #6, r1
    restore_registers
    ret
end_function narae_aes_set_key_msp430

#endif
