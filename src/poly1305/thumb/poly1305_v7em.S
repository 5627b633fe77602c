/* SPDX-License-Identifier: MIT */
/* Poly1305 for ARMv7E-M: Cortex-M4 and M7, whose multiplications take one cycle for all
 * operands.  RFC 8439, 2.5.
 *
 *   void narae_poly1305_blocks_v7em(narae_poly1305_sum *sum, const uint8_t *in,
 *                                   size_t nblocks, unsigned top);
 *
 * The words and the reduction are those of poly1305_portable.c: r and s = 5/4 r have
 * gaps at the top, so that a column of products fits in 64 bits, with the carry of the
 * column before and a word of the next block.  UMAAL adds these two for free, and only the
 * first block is added to h separately.  Cycles:
 *
 *     products       16 UMLAL or UMAAL, 4 UMLAL, MUL or MLA of h4's few bits    20
 *     words          4 of the block, 2 of r and s twice, 4 others, 4 chains     18
 *     fold           8, carries 3                                               11
 *     loop           pointer's end 1, compare 1, branch                          4
 *
 * 51 for 16 bytes.  Seven words of r and s, five of h and five for columns do not fit into
 * the registers; if they did, it would be 41.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_MULTIPLIES

    .file   "poly1305_v7em.S"

#    include "core/thumb/call.inc"

#    define in r1
#    define g0 r0
#    define g1 r2
#    define g2 r3
#    define h0 r4
#    define h1 r5
#    define h2 r6
#    define h3 r7
#    define h4 r8
#    define k0 r9
/* Other names for a part of a block. */
#    define k1 r10
#    define s1 r11
#    define s2 r12
#    define s3 lr
#    define k3 k1
#    define g3 s1
#    define k2 s2
#    define g4 s3

/* Frame: words that a block loads, the end of the input, the caller's sum. */
#    define K1 0
#    define K2 4
#    define K3 8
#    define S1 12
#    define S2 16
#    define S3 20
#    define TOP 24
#    define END 28
#    define SUM 32
#    define FRAME 36

/* h = h r, and the next block if there is one. */
.macro multiply next
    .if     \next
    ldr.w   g0, [in, #16]!
    .endif
    ldr.w   s1, [sp, #S1]
    ldr.w   s2, [sp, #S2]
    ldr.w   s3, [sp, #S3]
    ldr.w   k1, [sp, #K1]
    .if     \next
    ldr.w   g2, [in, #4]
    mov.w   g1, #0
    umlal   g0, g1, h0, k0
    .else
    umull   g0, g1, h0, k0
    mov.w   g2, #0
    .endif
    umlal   g0, g1, h1, s3
    umlal   g0, g1, h2, s2
    umlal   g0, g1, h3, s1

    umaal   g1, g2, h0, k1
    umlal   g1, g2, h1, k0
    umlal   g1, g2, h2, s3
    umlal   g1, g2, h3, s2
    umlal   g1, g2, h4, s1

    .if     \next
    ldr.w   g3, [in, #8]
    .else
    mov.w   g3, #0
    .endif
    umaal   g2, g3, h4, s2
    ldr.w   k2, [sp, #K2]
    umlal   g2, g3, h1, k1
    umlal   g2, g3, h2, k0
    umlal   g2, g3, h3, s3
    umlal   g2, g3, h0, k2

    mul     g4, h4, s3
    umaal   g3, g4, h3, k0
    umlal   g3, g4, h2, k1
    umlal   g3, g4, h1, k2
    ldr.w   k3, [sp, #K3]
    .if     \next
    ldr.w   k2, [in, #12]
    ldr.w   h1, [sp, #TOP]
    ldr.w   h2, [sp, #END]
    .endif
    umlal   g3, g4, h0, k3
    .if     \next
    adds.w  g3, g3, k2
    adc.w   g4, g4, h1
    mov.w   k1, h2
    .endif
    mla     g4, h4, k0, g4

    lsr.w   k2, g4, #2
    and.w   h4, g4, #3
    add.w   k2, k2, k2, lsl #2
    adds.w  h0, g0, k2
    adcs.w  h1, g1, #0
    adcs.w  h2, g2, #0
    adcs.w  h3, g3, #0
    adc.w   h4, h4, #0
.endm

function narae_poly1305_blocks_v7em
    cmp.w   r2, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    add.w   r2, in, r2, lsl #4
    sub.w   r2, r2, #16
    str.w   r3, [sp, #TOP]
    str.w   r2, [sp, #END]
    str.w   r0, [sp, #SUM]
    ldm.w   r0, {h0, h1, h2, h3, h4, k0}
    ldr.w   r10, [r0, #24]
    ldr.w   r11, [r0, #28]
    ldr.w   r12, [r0, #32]
    str.w   r10, [sp, #K1]
    str.w   r11, [sp, #K2]
    str.w   r12, [sp, #K3]
    add.w   r10, r10, r10, lsr #2
    add.w   r11, r11, r11, lsr #2
    add.w   r12, r12, r12, lsr #2
    str.w   r10, [sp, #S1]
    str.w   r11, [sp, #S2]
    str.w   r12, [sp, #S3]
    ldr.w   r0, [in]
    ldr.w   r10, [in, #4]
    ldr.w   r11, [in, #8]
    ldr.w   r12, [in, #12]
    adds.w  h0, h0, r0
    adcs.w  h1, h1, r10
    adcs.w  h2, h2, r11
    adcs.w  h3, h3, r12
    adc.w   h4, h4, r3
    cmp.w   in, r2
    beq.w   2f
1:  multiply 1
    cmp.w   in, k1
    bne.w   1b
2:  multiply 0
    ldr.w   r0, [sp, #SUM]
    stm.w   r0, {h0, h1, h2, h3, h4}
    add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_poly1305_blocks_v7em

#endif
