/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for ARMv7-M.  NIST SP 800-232, 3.
 *
 *   void narae_ascon_permute_v7m(uint64_t state[5], unsigned rounds);
 *
 * Each word as its even and its odd bits, as in ascon_interleaved.c: a word that
 * turns right by 2k turns both halves by k, which the second operand of EOR does
 * on the way.  A round in line, all words in registers, three more for what is
 * between:
 *
 *     S-box       3 XORs, 5 ANDs, 5 XORs, 3 XORs    16, twice    32
 *     constant    one XOR a half                                  2
 *     diffusion   x ^ ror(x ^ ror(x, n - m), m)      4 a word    20
 *
 * 54 instructions.  No NOT among them: a word may be kept complemented.  AND,
 * BIC or ORR find the product of complemented factors, perhaps complemented; the
 * macros know which words are, the same in both halves.  One of twelve rounds
 * complements a word, so that all are as they should be at the end.
 *
 *     p12     12 x 54 + 2, state 22, registers 23, call and sorting 4     699
 *     p8       8 x 54 + 2, six complements to begin, 22, 23, 7            492
 *
 * Time depends on the number of rounds alone. */

#include "core/kernels.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

    .file   "ascon_v7m.S"

#    include "core/thumb/call.inc"

/* Even halves, odd halves, and what is between. */
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

/* to = a & ~b, of words that are complemented if ca, cb; found is 1 if `to` is. */
.macro and_not to, a, ca, b, cb
    .set    found, 0
    .if     \ca && \cb
    bic.w   \to, \b, \a
    .elseif \ca
    orr.w   \to, \a, \b
    .set    found, 1
    .elseif \cb
    and.w   \to, \a, \b
    .else
    bic.w   \to, \a, \b
    .endif
.endm

/* One half.  c0..c4 are 1 for complemented words, turn for x2 to be complemented. */
.macro substitute x0, x1, x2, x3, x4, constant, turn
    eor.w   \x2, \x2, #\constant
    eor.w   \x0, \x0, \x4
    eor.w   \x4, \x4, \x3
    eor.w   \x2, \x2, \x1
    .if     \turn
    mvn.w   \x2, \x2
    .endif
    .set    c0, c0 ^ c4
    .set    c4, c4 ^ c3
    .set    c2, c2 ^ c1 ^ \turn
    and_not t, \x2, c2, \x1, c1
    .set    ct, found
    and_not u, \x0, c0, \x4, c4
    .set    cu, found
    and_not v, \x1, c1, \x0, c0
    .set    cv, found
    eor.w   \x0, \x0, t
    .set    c0, c0 ^ ct
    and_not t, \x3, c3, \x2, c2
    eor.w   \x1, \x1, t
    .set    c1, c1 ^ found
    and_not t, \x4, c4, \x3, c3
    eor.w   \x2, \x2, t
    .set    c2, c2 ^ found
    eor.w   \x3, \x3, u
    .set    c3, c3 ^ cu
    eor.w   \x4, \x4, v
    .set    c4, c4 ^ cv
    eor.w   \x1, \x1, \x0
    .set    c1, c1 ^ c0
    eor.w   \x0, \x0, \x4
    .set    c0, c0 ^ c4
    eor.w   \x3, \x3, \x2
    .set    c3, c3 ^ c2
    .set    c2, c2 ^ 1
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

.macro round even, odd, turn=0
    .set    b0, c0
    .set    b1, c1
    .set    b2, c2
    .set    b3, c3
    .set    b4, c4
    substitute e0, e1, e2, e3, e4, \even, \turn
    .set    c0, b0
    .set    c1, b1
    .set    c2, b2
    .set    c3, b3
    .set    c4, b4
    substitute o0, o1, o2, o3, o4, \odd, \turn
    diffuse e0, o0, 19, 28
    diffuse e1, o1, 39, 61
    diffuse e2, o2, 1, 6
    diffuse e3, o3, 10, 17
    diffuse e4, o4, 7, 41
.endm

.macro complement c, e, o
    .if     \c
    mvn.w   \e, \e
    mvn.w   \o, \o
    .endif
.endm

/* As the words stand where a permutation of fewer rounds begins. */
.macro begin to, b0, b1, b2, b3, b4
    complement \b0, e0, o0
    complement \b1, e1, o1
    complement \b2, e2, o2
    complement \b3, e3, o3
    complement \b4, e4, o4
    b.w     \to
.endm

function narae_ascon_permute_v7m
    push.w  {r4-r11, lr}
    cmp.w   r1, #8
    ldm.w   r0, {r2-r11}
    bls.w   3f
    .set    c0, 0
    .set    c1, 0
    .set    c2, 0
    .set    c3, 0
    .set    c4, 0
    round   0xc, 0xc
    round   0x9, 0xc
    round   0xc, 0x9
    round   0x9, 0x9
    .set    eight0, c0
    .set    eight1, c1
    .set    eight2, c2
    .set    eight3, c3
    .set    eight4, c4
1:  round   0x6, 0xc
    round   0x3, 0xc
    .set    six0, c0
    .set    six1, c1
    .set    six2, c2
    .set    six3, c3
    .set    six4, c4
2:  round   0x6, 0x9
    round   0x3, 0x9
    round   0xc, 0x6
    round   0x9, 0x6
    round   0xc, 0x3
    round   0x9, 0x3, 1
    .if     c0 || c1 || c2 || c3 || c4
    .error  "a word is complemented at the end"
    .endif
    stm.w   r0, {r2-r11}
    pop.w   {r4-r11, pc}
3:  bne.w   4f
    begin   1b, eight0, eight1, eight2, eight3, eight4
4:  begin   2b, six0, six1, six2, six3, six4
end_function narae_ascon_permute_v7m

#endif
