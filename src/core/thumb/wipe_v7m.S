/* SPDX-License-Identifier: MIT */
/* Wiping for ARMv7-M: narae/wipe.h.
 *
 *   void narae_wipe(void *object, size_t bytes);
 *
 * A store takes a cycle: 32 bytes are eight stores, and the loop 3.  The tail is wiped in
 * pieces of 16, 8, 4, 2 and 1 bytes, one for each bit of the length.  64 bytes take 34
 * cycles on M4.  Objects that are not word-aligned are wiped by bytes.
 *
 * Time depends on the length and the alignment alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "wipe_v7m.S"

#    include "call.inc"

function narae_wipe
    mov.w   r2, #0
    cmp.w   r0, #0
    it      eq
    bxeq    lr
    tst.w   r0, #3
    bne.w   3f
    subs.w  r1, r1, #32
    blo.w   2f
1:  str.w   r2, [r0, #4]
    str.w   r2, [r0, #8]
    str.w   r2, [r0, #12]
    str.w   r2, [r0, #16]
    str.w   r2, [r0, #20]
    str.w   r2, [r0, #24]
    str.w   r2, [r0, #28]
    str.w   r2, [r0], #32
    subs.w  r1, r1, #32
    bhs.w   1b
2:  ands.w  r1, r1, #31
    it      eq
    bxeq    lr
    lsls.w  r3, r1, #28
    bcc.w   5f
    str.w   r2, [r0, #4]
    str.w   r2, [r0, #8]
    str.w   r2, [r0, #12]
    str.w   r2, [r0], #16
5:  bpl.w   6f
    str.w   r2, [r0, #4]
    str.w   r2, [r0], #8
6:  tst.w   r1, #4
    beq.w   7f
    str.w   r2, [r0], #4
7:  ands.w  r1, r1, #3
3:  cmp.w   r1, #0
    it      eq
    bxeq    lr
4:  strb.w  r2, [r0], #1
    subs.w  r1, r1, #1
    bne.w   4b
    bx      lr
end_function narae_wipe

#endif
