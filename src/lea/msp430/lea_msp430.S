/* SPDX-License-Identifier: MIT */
/* LEA for MSP430.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                 const uint8_t *in, size_t nblocks);
 *   void narae_lea_decrypt_msp430(likewise);
 *
 * The block stays in eight registers, and a round renames them.  A word of the block is
 * used in two sums, with a key word added to it by XOR in each.  No copy is made: the
 * schedule has the difference of the two, which turns the first into the second.  With k0'
 * of the round before (0 in the first), a round has
 *
 *     k5 ^ k0'   k4   k3 ^ k4   k2   k1 ^ k2   k0
 *
 * in this order; x3 of the last round has k0 removed at the end.  Decryption uses the same
 * words backwards, two at a time, because no addressing mode decrements.
 *
 * Rotations by 16 are names.  By 1 they take 3 cycles, by 8 a SWPB of each half and an
 * exchange of bytes 6: 3 x 3 for ror3, 6 + 9 for ror5, 6 + 3 for rol9.  Cycles of a round:
 *
 *     encryption   keys 24, sums 6, rotations 33: 63
 *     decryption   the address of the keys 3 more: 66
 *
 *                  LEA-128              LEA-192   LEA-256
 *     encryption   24 x 63 + 126: 1638  1893      2148
 *     decryption   24 x 66 + 136: 1720  1987      2254
 *
 * The rest: return and saved registers 43, block and number of rounds 51, loop 18, last key
 * word 6, tests of the arguments 8, and in decryption the end of the schedule 10.
 *
 * With NARAE_SMALL an iteration is one round and moves of the words, 10 cycles: 1932 and 2014
 * cycles for LEA-128, and with the key schedule 1170 bytes instead of 2320.
 *
 * Time depends on the number of blocks, their addresses and the key size alone. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "lea_msp430.S"

#    include "core/msp430/call.inc"

#    define a r4, r5
#    define b r6, r7
#    define c r8, r9
#    define d r10, r11
#    define k r12
#    define t r13

.macro xor_key lo, hi
    xor     @k+, \lo
    xor     @k+, \hi
.endm

.macro add_word xl, xh, yl, yh
    add     \xl, \yl
    addc    \xh, \yh
.endm

.macro sub_word xl, xh, yl, yh
    sub     \xl, \yl
    subc    \xh, \yh
.endm

/* An iteration is a round that restores all names by moves, or four without any. */
#    ifdef NARAE_SMALL
#        define ROUNDS_AT_ONCE 1

.macro exchange_four w, x, y, z
    mov     \w, t
    mov     \x, \w
    mov     \y, \x
    mov     \z, \y
    mov     t, \z
.endm
#    else
#        define ROUNDS_AT_ONCE 4
#    endif

/* --- encryption ---------------------------------------------------------- */

.macro encrypt_round x0l, x0h, x1l, x1h, x2l, x2h, x3l, x3h
    xor_key \x3l, \x3h
    xor_key \x2l, \x2h
    add_word \x2l, \x2h, \x3l, \x3h
    ror3    \x3l, \x3h

    xor_key \x2l, \x2h
    xor_key \x1l, \x1h
    add_word \x1l, \x1h, \x2l, \x2h
    ror8    \x2l, \x2h, t
    rol3    \x2l, \x2h

    xor_key \x1l, \x1h
    xor_key \x0l, \x0h
    add_word \x0l, \x0h, \x1l, \x1h
    rol8    \x1l, \x1h, t
    rol1    \x1l, \x1h
.endm

.macro enter
    save_registers
    push    r13
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    mov     @r14+, r\n
    .endr
    mov     @r12+, r15
    incd    r12
.endm

.macro leave
    pop     r13
    .irp n, 4, 5, 6, 7, 8, 9, 10, 11
    mov     r\n, 2*(\n-4)(r13)
    .endr
    restore_registers
    ret
.endm

block_function narae_lea_encrypt_msp430, 16
    enter
1:  encrypt_round a, b, c, d
#    ifdef NARAE_SMALL
    exchange_four r4, r6, r8, r10
    exchange_four r5, r7, r9, r11
#    else
    encrypt_round b, c, d, a
    encrypt_round c, d, a, b
    encrypt_round d, a, b, c
#    endif
    sub     #ROUNDS_AT_ONCE, r15
    jne     1b
    xor     -4(k), r10
    xor     -2(k), r11
    leave
end_function narae_lea_encrypt_msp430

/* --- decryption ---------------------------------------------------------- */

.macro decrypt_round y0l, y0h, y1l, y1h, y2l, y2h, y3l, y3h
    ror8    \y0l, \y0h, t
    ror1    \y0l, \y0h
    sub_word \y3l, \y3h, \y0l, \y0h
    xor_key \y0l, \y0h
    xor_key \y3l, \y3h
    sub     r14, k

    rol8    \y1l, \y1h, t
    ror3    \y1l, \y1h
    sub_word \y0l, \y0h, \y1l, \y1h
    xor_key \y1l, \y1h
    xor_key \y0l, \y0h
    sub     r14, k

    rol3    \y2l, \y2h
    sub_word \y1l, \y1h, \y2l, \y2h
    xor_key \y2l, \y2h
    xor_key \y1l, \y1h
    sub     r14, k
.endm

block_function narae_lea_decrypt_msp430, 16
    enter
    mov     r15, r14
    rla     r14
    add     r15, r14
    rla     r14
    rla     r14
    rla     r14
    add     r14, k
    xor     -4(k), r10
    xor     -2(k), r11
    sub     #8, k
    mov     #16, r14
1:  decrypt_round a, b, c, d
#    ifdef NARAE_SMALL
    exchange_four r10, r8, r6, r4
    exchange_four r11, r9, r7, r5
#    else
    decrypt_round d, a, b, c
    decrypt_round c, d, a, b
    decrypt_round b, c, d, a
#    endif
    sub     #ROUNDS_AT_ONCE, r15
    jne     1b
    leave
end_function narae_lea_decrypt_msp430

#endif
