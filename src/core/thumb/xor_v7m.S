/* SPDX-License-Identifier: MIT */
/* XOR of two texts for ARMv7-M: core/xor.h.
 *
 *   void narae_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes);
 *
 * 16 bytes are eight consecutive loads, which take nine cycles, then four EOR and four
 * stores; pointers are advanced for free, and the loop takes 3: 20 on M4.  On M3 changing
 * the base register breaks the sequence of loads.  The tail of less than 16 bytes is
 * processed by words, then by bytes.  A word that is not aligned costs a cycle.
 *
 * Time depends on the length alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "xor_v7m.S"

#    include "call.inc"

function narae_xor
    subs.w  r3, r3, #16
    push.w  {r4-r10}
    blo.w   2f
1:  ldr.w   r4, [r1], #16
    ldr.w   r8, [r2], #16
    ldr.w   r5, [r1, #-12]
    ldr.w   r6, [r1, #-8]
    ldr.w   r7, [r1, #-4]
    ldr.w   r9, [r2, #-12]
    ldr.w   r10, [r2, #-8]
    ldr.w   r12, [r2, #-4]
    eor.w   r4, r4, r8
    eor.w   r5, r5, r9
    eor.w   r6, r6, r10
    eor.w   r7, r7, r12
    str.w   r5, [r0, #4]
    str.w   r6, [r0, #8]
    str.w   r7, [r0, #12]
    str.w   r4, [r0], #16
    subs.w  r3, r3, #16
    bhs.w   1b
2:  adds.w  r3, r3, #12
    bmi.w   4f
3:  ldr.w   r4, [r1], #4
    ldr.w   r5, [r2], #4
    eor.w   r4, r4, r5
    str.w   r4, [r0], #4
    subs.w  r3, r3, #4
    bhs.w   3b
4:  adds.w  r3, r3, #4
    beq.w   6f
5:  ldrb.w  r4, [r1], #1
    ldrb.w  r5, [r2], #1
    eor.w   r4, r4, r5
    strb.w  r4, [r0], #1
    subs.w  r3, r3, #1
    bne.w   5b
6:  pop.w   {r4-r10}
    bx      lr
end_function narae_xor

#endif
