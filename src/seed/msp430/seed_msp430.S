/* SPDX-License-Identifier: MIT */
/* SEED for MSP430.  RFC 4269.
 *
 *   void narae_seed_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                  const uint8_t *in, size_t nblocks);
 *   void narae_seed_decrypt_msp430(likewise);
 *
 * Of the block the right half is in registers, the left one on the stack; rounds change
 * either in turn.  Both halves, the two words of F and three registers for G would take 14.
 * G is in g.inc: 34 cycles.  A round that changes the left half takes 138 cycles, keys 14,
 * three G 102, sums 6, XORs in memory 16; one that changes the right half 134, its operands
 * in memory 8 more, its XORs 4.  With all in registers it would be 126.
 *
 *     8 x (138 + 134 + 4 for the loop) = 2208, return and saved registers 43, block 85,
 *     tests of the arguments 8, end of the keys 7: 2351.  Decryption 2 more a round, because
 *     no addressing mode decrements: 2383
 *
 * With NARAE_SMALL 3551 and 3583, and with the key schedule 1644 bytes instead of 3764.
 *
 * Time depends on the number of blocks and their addresses alone.  Addresses in memory depend
 * on secrets, but flash and RAM have no cache and are read in the same time everywhere.  FRAM
 * with wait states, above 8 MHz, has a cache: constants must be in RAM there. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "seed_msp430.S"

#    include "core/msp430/call.inc"

#    include "g.inc"

#    define c r4, r5 /* lower and upper half */
#    define d r6, r7
#    define end @r1
#    define b 2(r1), 4(r1)
#    define a 6(r1), 8(r1)
#    define k r12

/* The words y of one half ^= F of those of the other, x. */
.macro round x0l, x0h, x1l, x1h, y0l, y0h, y1l, y1h
    mov     @k+, r8
    mov     @k+, r9
    xor     \x0l, r8
    xor     \x0h, r9
    mov     @k+, r10
    mov     @k+, r11
    xor     \x1l, r10
    xor     \x1h, r11
    xor     r8, r10
    xor     r9, r11
    f
    xor     r10, \y0l
    xor     r11, \y0h
    xor     r8, \y1l
    xor     r9, \y1h
.endm

/* A word is big-endian. */
.macro load_half lo, hi
    mov     @r14+, \hi
    mov     @r14+, \lo
    swpb    \hi
    swpb    \lo
.endm

.macro store_half at, lo, hi
    swpb    \hi
    swpb    \lo
    mov     \hi, \at(r13)
    mov     \lo, \at+2(r13)
.endm

/* The left half to the stack, and r15. */
.macro enter
    save_registers
    push    r13
    load_half c
    load_half d
    push    r5
    push    r4
    push    r7
    push    r6
    push    r15
    load_half c
    load_half d
.endm

.macro leave
    incd    r1
    pop     r8
    pop     r9
    pop     r10
    pop     r11
    pop     r13
    store_half 0, c
    store_half 4, d
    store_half 8, r10, r11
    store_half 12, r8, r9
    restore_registers
    ret
.endm

block_function narae_seed_encrypt_msp430, 16
    add     #4, k
    mov     k, r15
    add     #128, r15
    enter
1:  round   c, d, a, b
    round   a, b, c, d
    cmp     end, k
    jne     1b
    leave
end_function narae_seed_encrypt_msp430

block_function narae_seed_decrypt_msp430, 16
    mov     k, r15
    sub     #4, r15
    add     #124, k
    enter
1:  round   c, d, a, b
    sub     #16, k
    round   a, b, c, d
    sub     #16, k
    cmp     end, k
    jne     1b
    leave
end_function narae_seed_decrypt_msp430

#endif
