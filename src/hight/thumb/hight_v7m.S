/* SPDX-License-Identifier: MIT */
/* HIGHT for ARMv7-M: Cortex-M3, M4, M7, M33.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *   void narae_hight_encrypt_v7m(const void *schedule, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks);
 *   void narae_hight_decrypt_v7m(likewise);
 *
 * Two bytes in a word as in hight_portable.c, a loop over four rounds.  Shifts are free, as
 * second operands; ARMv7E-M adds bytes separately, without masks.  Cycles:
 *
 *     a round       F1 3, its key 2, sum 1; F0 3, its key 2, sum 1, XOR and exchange 2: 14
 *     four rounds   56, LDM 5, loop 3 or 4
 *
 *     8 x 64 = 512, whitening, input, output, transposition 45; in decryption exchanges
 *     are free, a round 13: 480.  Without UADD8 a round is 2 more to encrypt, 3 to decrypt.
 *     Measured, of nine blocks: 575 and 543 each; on Cortex-M3 641 and 643.
 *
 * in and out need no alignment; a word that is not aligned costs a cycle.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "hight_v7m.S"

#    include "core/thumb/call.inc"

#    define rk r0
#    define f r1
#    define u r2
#    define mask r3
#    define k0 r4
#    define k1 r5
#    define k2 r6
#    define k3 r7
#    define xa r8
#    define xb r9
#    define xc r10
#    define xd r11
#    define g r12
#    define count lr

#    define SCHEDULE 0 /* on the stack */
#    define OUT 4
#    define IN 8
#    define NBLOCKS 12

/* x += y, bytes of clean words. */
.macro sum x, y
#    ifdef __ARM_FEATURE_DSP
    uadd8   \x, \x, \y
#    else
    add.w   \x, \x, \y
    and.w   \x, \x, mask
#    endif
.endm

.macro difference x, y
#    ifdef __ARM_FEATURE_DSP
    usub8   \x, \x, \y
#    else
    orr.w   \x, \x, #0x01000100
    sub.w   \x, \x, \y
    and.w   \x, \x, mask
#    endif
.endm

/* f = F1(b) ^ k, g = F0(a) + k, of bytes; k is clobbered. */
.macro functions a, b, k, meanwhile:vararg
    orr.w   g, \a, \a, lsl #8
    orr.w   f, \b, \b, lsl #8
    eor.w   u, g, g, lsr #1
    \meanwhile
    eor.w   g, g, u, lsr #5
    eor.w   u, f, f, lsr #1
    and.w   g, mask, g, lsr #1
    eor.w   f, f, u, lsr #2
    eor.w   f, \k, f, lsr #2
    and.w   \k, mask, \k, lsr #8
    and.w   f, f, mask
    sum     g, \k
.endm

.macro encrypt_round a, b, c, d, k
    functions \a, \b, \k, ror.w \c, \c, #16
    sum     \d, f
    eor.w   \c, \c, g, ror #16
.endm

.macro decrypt_round a, b, c, d, k
    functions \a, \b, \k
    difference \d, f
    eor.w   \c, g, \c, ror #16
.endm

.macro cross low, high
    lsr.w   f, \low, #16
    bfi     \low, \high, #16, #16
    bfi     \high, f, #0, #16
.endm

/* Loads the next block; x takes the even bytes, y the odd ones. */
.macro load x_low, x_high, y_low, y_high
    ldr.w   f, [sp, #IN]
    ldr.w   k0, [f], #4
    ldr.w   k1, [f], #4
    str.w   f, [sp, #IN]
    and.w   \x_low, mask, k0
    and.w   \x_high, mask, k1
    and.w   \y_low, mask, k0, lsr #8
    and.w   \y_high, mask, k1, lsr #8
    cross   \x_low, \x_high
    cross   \y_low, \y_high
.endm

.macro store x_low, x_high, y_low, y_high
    cross   \x_low, \x_high
    cross   \y_low, \y_high
    ldr.w   u, [sp, #OUT]
    orr.w   \x_low, \x_low, \y_low, lsl #8
    orr.w   \x_high, \x_high, \y_high, lsl #8
    str.w   \x_low, [u], #4
    str.w   \x_high, [u], #4
    str.w   u, [sp, #OUT]
.endm

.macro whiten operation, x, y, at
    ldr.w   k0, [rk, #\at]
    and.w   f, mask, k0
    \operation \x, f
    and.w   f, mask, k0, lsr #8
    eor.w   \y, \y, f
.endm

/* Loop over blocks; branches to label 2 if there is none. */
.macro enter
    push.w  {r0-r11, lr}
    mov.w   mask, #0x00ff00ff
1:  ldr.w   f, [sp, #NBLOCKS]
    subs.w  f, f, #1
    blo.w   2f
    str.w   f, [sp, #NBLOCKS]
    ldr.w   rk, [sp, #SCHEDULE]
    mov.w   count, #8
.endm

.macro leave
    b.w     1b
2:  add.w   sp, sp, #16
    pop.w   {r4-r11, pc}
.endm

function narae_hight_encrypt_v7m
    enter
    load    xb, xa, xd, xc
    whiten  sum, xb, xa, 4
    add.w   rk, rk, #12
3:  ldmia.w rk!, {k0-k3}
    encrypt_round xa, xb, xc, xd, k0
    encrypt_round xd, xc, xa, xb, k1
    encrypt_round xb, xa, xd, xc, k2
    encrypt_round xc, xd, xb, xa, k3
    subs.w  count, count, #1
    bne.w   3b
    ldr.w   rk, [sp, #SCHEDULE]
    whiten  sum, xd, xc, 8
    ror.w   xb, xb, #16
    store   xd, xc, xa, xb
    leave
end_function narae_hight_encrypt_v7m

function narae_hight_decrypt_v7m
    enter
    load    xd, xc, xa, xb
    whiten  difference, xd, xc, 8
    ror.w   xb, xb, #16
    add.w   rk, rk, #140
3:  ldmdb.w rk!, {k0-k3}
    decrypt_round xc, xd, xb, xa, k3
    decrypt_round xb, xa, xd, xc, k2
    decrypt_round xd, xc, xa, xb, k1
    decrypt_round xa, xb, xc, xd, k0
    subs.w  count, count, #1
    bne.w   3b
    ldr.w   rk, [sp, #SCHEDULE]
    whiten  difference, xb, xa, 4
    store   xb, xa, xd, xc
    leave
end_function narae_hight_decrypt_v7m

#endif
