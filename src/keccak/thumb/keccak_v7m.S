/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for ARMv7-M.  FIPS 202, 3.2.
 *
 *   void narae_keccak_f1600_v7m(uint64_t state[25]);
 *
 * Lanes as even and odd bits, as in keccak_interleaved.c.  A round reads one state on the
 * stack and writes another, so that 14 registers are free; the first round reads the
 * caller's state, the last one writes it.  The rounds are in rounds.inc, which
 * dev/keccak/thumb/rounds.py generates.
 *
 * Only in the last round do rotations take instructions: elsewhere the rotation of a word
 * is pending until it is the second operand of an EOR or BIC.  15 words of a round are
 * added to the next theta's sums as they are computed.  Cycles:
 *
 *     theta     40 XORs of columns, 10 of d, 50 of lanes    100
 *     chi       2 x 50, iota 2                              102
 *     words     50 stores, 50 loads for chi, 35 for theta   135
 *     d         10 of them are spilled: 6 stores, 7 loads    13
 *     iota      4 loads                                       4
 *     loads     8 chains that no store follows                8
 *
 * 362 a round; the first takes 397, the last 392, of which 44 are rotations.  Loop, saved
 * registers and the call take 116: 8869.
 *
 * Time is constant. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

    .file   "keccak_v7m.S"

#    include "core/thumb/call.inc"

#    include "rounds.inc"

/* Frame: two states, spilled words, the address of the next constants, that of the caller's
 * state. */
#    define CONSTANTS 440
#    define FRAME 444

/* Even and odd bits of all but the first and the last constant, up to a multiple of 256. */
    .section .rodata.narae_keccak_f1600_v7m, "a", %progbits
    .p2align 8
    .skip   80
.Lconstants:
    .word   0x00000000, 0x00000089, 0x00000000, 0x8000008b, 0x00000000, 0x80008080
    .word   0x00000001, 0x0000008b, 0x00000001, 0x00008000, 0x00000001, 0x80008088
    .word   0x00000001, 0x80000082, 0x00000000, 0x0000000b, 0x00000000, 0x0000000a
    .word   0x00000001, 0x00008082, 0x00000000, 0x00008003, 0x00000001, 0x0000808b
    .word   0x00000001, 0x8000000b, 0x00000001, 0x8000008a, 0x00000001, 0x80000081
    .word   0x00000000, 0x80000081, 0x00000000, 0x80000008, 0x00000000, 0x00000083
    .word   0x00000000, 0x80008003, 0x00000001, 0x80008088, 0x00000000, 0x80000088
    .word   0x00000001, 0x00008000

function narae_keccak_f1600_v7m
    push.w  {r0, r4-r11, lr}
    sub.w   sp, sp, #FRAME
    movw    r1, #:lower16:.Lconstants
    movt    r1, #:upper16:.Lconstants
    str.w   r1, [sp, #CONSTANTS]
    first_round r0, 0, sp, 0
1:  middle_round sp, 0, sp, 200, 0
    middle_round sp, 200, sp, 0, 8
    ldr.w   lr, [sp, #CONSTANTS]
    add.w   lr, lr, #16
    str.w   lr, [sp, #CONSTANTS]
    lsls.w  lr, lr, #24
    bne.w   1b
    ldr.w   r0, [sp, #FRAME]
    last_round sp, 0, r0, 0
    add.w   sp, sp, #FRAME + 4
    pop.w   {r4-r11, pc}
end_function narae_keccak_f1600_v7m

#endif
