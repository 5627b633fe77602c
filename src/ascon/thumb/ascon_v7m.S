/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for ARMv7-M.  NIST SP 800-232, 3.
 *
 *   void narae_ascon_p12_v7m(uint64_t state[5]);
 *   void narae_ascon_p8_v7m(uint64_t state[5]);
 *   void narae_ascon_p6_v7m(uint64_t state[5]);
 *   void narae_ascon_aead128_blocks_v7m(uint64_t state[5], uint8_t *out,
 *                                       const uint8_t *in, size_t nblocks,
 *                                       unsigned what);
 *
 * Each word as its even and its odd bits, as in ascon_interleaved.c: rotating a word right
 * by 2k rotates both halves by k, which the shifted operand of EOR does for free.  All
 * rounds are unrolled; the state is in ten registers, with three more for temporaries.
 * Instructions of a round:
 *
 *     S-box       3 XORs, 5 ANDs, 5 XORs, 3 XORs    16, twice    32
 *     constant    one XOR a half                                  2
 *     diffusion   x ^ ror(x ^ ror(x, n - m), m)      4 a word    20
 *
 * 54 instructions.  There is no NOT: two of the five a & ~b are computed complemented,
 * which is one instruction too, b | ~a.
 *
 *     p12        12 x 54, state 22, saving registers 23, call 2     695
 *     p8         8 x 54, 22, 23, 2, jump 2                          481
 *     a block    8 x 54, interleaving 20 a word and 20 back: 80,
 *                loads and stores 16, addresses and loop 24         552
 *
 * in and out need no alignment; a word that is not aligned costs a cycle.
 *
 * Time depends on the number of blocks, and on `what`, alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

    .file   "ascon_v7m.S"

#    include "core/thumb/call.inc"
#    include "core/thumb/swap.inc"

/* Even halves, odd halves, and temporaries. */
#    define e0 r2
#    define o0 r3
#    define e1 r4
#    define o1 r5
#    define e2 r6
#    define o2 r7
#    define e3 r8
#    define o3 r9
#    define e4 r10
#    define o4 r11
#    define t r1
#    define u r12
#    define v lr

/* Of a block. */
#    define ASCON_DECRYPT 1

/* The S-box on one half.  ORN complements x2 and x3; the NOT of x2 in the standard then
 * undoes that of x2, and x3 ^= x2 that of x3. */
.macro substitute x0, x1, x2, x3, x4, constant
    eor.w   \x2, \x2, #\constant
    eor.w   \x0, \x0, \x4
    eor.w   \x4, \x4, \x3
    eor.w   \x2, \x2, \x1
    bic.w   t, \x2, \x1
    orn     u, \x4, \x0
    bic.w   v, \x1, \x0
    eor.w   \x0, \x0, t
    bic.w   t, \x3, \x2
    eor.w   \x1, \x1, t
    orn     t, \x3, \x4
    eor.w   \x2, \x2, t
    eor.w   \x3, \x3, u
    eor.w   \x4, \x4, v
    eor.w   \x1, \x1, \x0
    eor.w   \x0, \x0, \x4
    eor.w   \x3, \x3, \x2
.endm

/* to = x ^ ror(z, n), one half: a and b are even and odd halves of z if the half is
 * even, odd and even if not. */
.macro xor_ror to, x, a, b, n, odd
    .if     (\n & 1) == 0
    eor.w   \to, \x, \a, ror #(\n) / 2
    .elseif ((\n + \odd) / 2) == 0
    eor.w   \to, \x, \b
    .else
    eor.w   \to, \x, \b, ror #(\n + \odd) / 2
    .endif
.endm

.macro diffuse e, o, m, n
    xor_ror t, \e, \e, \o, (\n - \m), 0
    xor_ror u, \o, \o, \e, (\n - \m), 1
    xor_ror \e, \e, t, u, \m, 0
    xor_ror \o, \o, u, t, \m, 1
.endm

.macro round even, odd
    substitute e0, e1, e2, e3, e4, \even
    substitute o0, o1, o2, o3, o4, \odd
    diffuse e0, o0, 19, 28
    diffuse e1, o1, 39, 61
    diffuse e2, o2, 1, 6
    diffuse e3, o3, 10, 17
    diffuse e4, o4, 7, 41
.endm

.macro last_six_rounds
    round   0x6, 0x9
    round   0x3, 0x9
    round   0xc, 0x6
    round   0x9, 0x6
    round   0xc, 0x3
    round   0x9, 0x3
.endm

function narae_ascon_p12_v7m
    push.w  {r4-r11, lr}
    ldm.w   r0, {r2-r11}
    round   0xc, 0xc
    round   0x9, 0xc
    round   0xc, 0x9
    round   0x9, 0x9
1:  round   0x6, 0xc
    round   0x3, 0xc
2:  last_six_rounds
    stm.w   r0, {r2-r11}
    pop.w   {r4-r11, pc}

    .globl  narae_ascon_p8_v7m, narae_ascon_p6_v7m
    .type   narae_ascon_p8_v7m, %function
    .type   narae_ascon_p6_v7m, %function
    .thumb_func
narae_ascon_p8_v7m:
    push.w  {r4-r11, lr}
    ldm.w   r0, {r2-r11}
    b.w     1b
    .thumb_func
narae_ascon_p6_v7m:
    push.w  {r4-r11, lr}
    ldm.w   r0, {r2-r11}
    b.w     2b
end_function narae_ascon_p12_v7m

/* Frame: state, out, in, end of in; registers; what. */
#    define STATE 0
#    define OUT 4
#    define IN 8
#    define END 12
#    define WHAT 52

/* Interleaves the two words at r0; e and o are the words of the state. */
.macro absorb_word e, o, at
    ldr.w   u, [r0, #\at]
    ldr.w   v, [r0, #\at + 4]
    interleave_to u, v, u, v, t
    eor.w   \e, \e, u
    eor.w   \o, \o, v
.endm

.macro encrypt_word e, o, at
    absorb_word \e, \o, \at
    uninterleave_to u, v, \e, \o, t
    ldr.w   t, [sp, #OUT]
    str.w   u, [t, #\at]
    str.w   v, [t, #\at + 4]
.endm

.macro decrypt_word e, o, at
    uninterleave_to \e, \o, \e, \o, t
    ldr.w   u, [r0, #\at]
    ldr.w   v, [r0, #\at + 4]
    ldr.w   t, [sp, #OUT]
    eor.w   \e, \e, u
    eor.w   \o, \o, v
    str.w   \e, [t, #\at]
    str.w   \o, [t, #\at + 4]
    interleave_to \e, \o, u, v, t
.endm

function narae_ascon_aead128_blocks_v7m
    cmp.w   r3, #0
    it      eq
    bxeq    lr
    push.w  {r4-r11, lr}
    add.w   r3, r2, r3, lsl #4
    push.w  {r0-r3}
    ldm.w   r0, {r2-r11}
1:  ldr.w   r0, [sp, #IN]
    ldr.w   r1, [sp, #WHAT]
    cmp.w   r1, #ASCON_DECRYPT
    bhs.w   3f
    encrypt_word e0, o0, 0
    encrypt_word e1, o1, 8
2:  ldr.w   t, [sp, #OUT]
    add.w   r0, r0, #16
    add.w   t, t, #16
    strd    t, r0, [sp, #OUT]
    round   0x6, 0xc
    round   0x3, 0xc
    last_six_rounds
    ldr.w   r0, [sp, #IN]
    ldr.w   r1, [sp, #END]
    cmp.w   r0, r1
    bne.w   1b
    pop.w   {r0}
    stm.w   r0, {r2-r11}
    add.w   sp, sp, #12
    pop.w   {r4-r11, pc}
3:  bne.w   4f
    decrypt_word e0, o0, 0
    decrypt_word e1, o1, 8
    b.w     2b
4:  absorb_word e0, o0, 0
    absorb_word e1, o1, 8
    b.w     2b
end_function narae_ascon_aead128_blocks_v7m

#endif
