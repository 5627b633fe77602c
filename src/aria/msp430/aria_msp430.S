/* SPDX-License-Identifier: MIT */
/* ARIA for MSP430.  KS X 1213-1; RFC 5794.
 *
 *   void narae_aria_encrypt_msp430(const void *schedule, uint8_t *out,
 *                                  const uint8_t *in, size_t nblocks);
 *   void narae_aria_decrypt_msp430(likewise);
 *
 * The block stays in eight registers; an iteration is two rounds.  The layers are in round.inc:
 * key 16, substitution 88, diffusion 48.  The last round has no diffusion, but a second key.
 *
 *     ARIA-128    12 x 104 + 11 x 48 = 1776; last key 16, block 48, saved registers and return
 *                 38, the loop 28, pointers 9, tests of the arguments 8: 1923
 *
 * ARIA-192 takes 2232, ARIA-256 2541.  Decryption adds the key before the diffusion layer
 * (aria_internal.h), 2 cycles more a round, because no addressing mode decrements, and 6 for the
 * address of the keys: 1953, 2266, 2579.
 *
 * Time depends on the number of blocks, their addresses and the key size alone.  Addresses in
 * memory depend on secrets, but flash and RAM have no cache and are read in the same time
 * everywhere.  FRAM with wait states, above 8 MHz, has a cache: constants must be in RAM there. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

    .file   "aria_msp430.S"

#    include "core/msp430/call.inc"

#    include "round.inc"

/* r15 = the number of rounds; k goes to the first key. */
.macro enter
    save_registers
    push    r13
    mov     @k+, r15
    incd    k
    .irp    x, odd_round
    mov     @r14+, \x
    .endr
.endm

/* The last key and the block, after a substitution of an even round. */
.macro leave
    add_key even_round
    pop     r13
    .set    at, 0
    .irp    x, even_round
    mov     \x, at(r13)
    .set    at, at + 2
    .endr
    restore_registers
    ret
.endm

block_function narae_aria_encrypt_msp430, 16
    enter
    rra     r15
1:  add_key odd_round
    substitute_odd
    diffuse odd_round
    add_key even_round
    substitute_even
    dec     r15
    jeq     2f
    diffuse even_round
    jmp     1b
2:  leave
end_function narae_aria_encrypt_msp430

/* To the key before the last one that was added. */
.macro back
    sub     #32, k
.endm

block_function narae_aria_decrypt_msp430, 16
    enter
    mov     r15, r14
    rra     r15
    .rept   4
    rla     r14
    .endr
    add     r14, k
    add_key odd_round
1:  back
    substitute_odd
    add_key odd_round
    diffuse odd_round
    back
    substitute_even
    dec     r15
    jeq     2f
    add_key even_round
    diffuse even_round
    jmp     1b
2:  leave
end_function narae_aria_decrypt_msp430

#endif
