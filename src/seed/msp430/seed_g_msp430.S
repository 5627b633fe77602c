/* SPDX-License-Identifier: MIT */
/* G of SEED for MSP430 with the S-boxes as tables of bytes.  RFC 4269.
 *
 * narae_seed_g_msp430: (r13, r14) = G of (r10, r11), which is lost, and r15.  The S-boxes take
 * 22 cycles, seed_mix() on halves 25, of which the rotation by 8 takes 6.
 *
 * Addresses depend on secrets: seed_msp430.S. */

#include "core/family.h"

#if defined(NARAE_MSP430_KERNELS) && defined(NARAE_SMALL)

    .file   "seed_g_msp430.S"

#    include "core/msp430/call.inc"

.macro look_up x, y
    mov.b   \x, r15
    mov.b   narae_seed_s0(r15), \y
    swpb    \x
    mov.b   \x, \x
    mov.b   narae_seed_s1(\x), \x
    swpb    \x
    bis     \x, \y
.endm

function narae_seed_g_msp430
    look_up r10, r14
    look_up r11, r13
    mov     r13, r10
    xor     r14, r10
    mov     r10, r15
    and     #0x3cc3, r15
    xor     r15, r13
    xor     r15, r14
    mov     r13, r15
    and     #0x3333, r15
    xor     r10, r15
    mov     r14, r11
    and     #0x3333, r11
    xor     r10, r11
    xor     r15, r13
    xor     r11, r14
    ror8    r13, r14, r10
    xor     r15, r13
    xor     r11, r14
    ret
end_function narae_seed_g_msp430

#endif
