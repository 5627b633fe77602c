/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for ARMv6-M: Cortex-M0, M0+.  NIST SP 800-232, 3.
 *
 *   void narae_ascon_permute_v6m(uint64_t state[5], unsigned rounds);
 *
 * Each word as its even and its odd bits, as in ascon_interleaved.c.  Five halves are in
 * low registers, the other five in high ones.  Instructions of a round, all unrolled:
 *
 *     constants   one each half                                         4
 *     S-box       11 XORs, 5 times MOV and AND, BIC or ORR: 21, twice  42
 *     exchange    the even halves and the odd ones                     10
 *     diffusion   13 a word, 11 for x2, 12 for x3, and 2 to fetch its
 *                 even half and put its odd one                        72
 *
 * 128, of which 25 are moves between low and high registers.  There is no NOT: a word may
 * be kept complemented, and the macros track which words are, as in ascon_v7m.S.  Words 0,
 * 2 and 4 are complemented before the first of twelve rounds, none before the last eight;
 * one round complements a word.  The diffusion leaves each even half in the register of the
 * odd one before it, so that the next round finds every word where this one did.
 *
 *     p12    12 x 128 + 2, state 46, complements 12, saving registers 33, dispatch 8, call 3
 *            1640
 *     p8      8 x 128 + 2, likewise without complements                         1117
 *
 * Without the moves and with every distance in a register, a round would be 80.
 *
 * Time depends on the number of rounds alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)

    .file   "ascon_v6m.S"

#    include "core/thumb/v6m.inc"

/* Either the even halves are r6, r0, r1, r2, r3 and the odd ones r8 to r12, or the odd ones
 * are r0 to r4 and the even ones r8 to r12.  r7 is always a temporary. */

/* to = a & ~b, where a and b are complemented if ca and cb are 1; sets complemented to 1 if `to`
 * is. */
.macro and_not to, a, ca, b, cb
    .set    complemented, 0
    .if     \ca && \cb
    movs    \to, \b
    bics    \to, \to, \a
    .else
    movs    \to, \a
    .if     \ca
    orrs    \to, \to, \b
    .set    complemented, 1
    .elseif \cb
    ands    \to, \to, \b
    .else
    bics    \to, \to, \b
    .endif
    .endif
.endm

/* The S-box on one half.  c0..c4 are 1 for complemented words; with turn = 1 x2 is
 * complemented. */
.macro substitute x0, x1, x2, x3, x4, t, u, v, constant, turn
    movs    \t, #\constant
    eors    \x2, \x2, \t
    eors    \x0, \x0, \x4
    eors    \x4, \x4, \x3
    eors    \x2, \x2, \x1
    .if     \turn
    mvns    \x2, \x2
    .endif
    .set    c0, c0 ^ c4
    .set    c4, c4 ^ c3
    .set    c2, c2 ^ c1 ^ \turn
    and_not \u, \x0, c0, \x4, c4
    .set    cu, complemented
    and_not \v, \x1, c1, \x0, c0
    .set    cv, complemented
    and_not \t, \x2, c2, \x1, c1
    eors    \x0, \x0, \t
    .set    c0, c0 ^ complemented
    and_not \t, \x3, c3, \x2, c2
    eors    \x1, \x1, \t
    .set    c1, c1 ^ complemented
    and_not \t, \x4, c4, \x3, c3
    eors    \x2, \x2, \t
    .set    c2, c2 ^ complemented
    eors    \x3, \x3, \u
    .set    c3, c3 ^ cu
    eors    \x4, \x4, \v
    .set    c4, c4 ^ cv
    eors    \x1, \x1, \x0
    .set    c1, c1 ^ c0
    eors    \x0, \x0, \x4
    .set    c0, c0 ^ c4
    eors    \x3, \x3, \x2
    .set    c3, c3 ^ c2
    .set    c2, c2 ^ 1
.endm

/* to = z ^ ror(y ^ ror(x, m), n), another register than x, y and z; if m is 0, r7 holds the
 * distance. */
.macro diffuse_to to, z, x, y, m, n
    movs    \to, \x
    .if     \m
    ror_by  \to, \m, r7
    .else
    rors    \to, \to, r7
    .endif
    eors    \to, \to, \y
    .if     \n
    ror_by  \to, \n, r7
    .endif
    eors    \to, \to, \z
.endm

/* z ^= ror(z ^ ror(x, m), n) */
.macro diffuse z, x, m, n
    ror_by  \x, \m, r7
    eors    \x, \x, \z
    ror_by  \x, \n, r7
    eors    \z, \z, \x
.endm

/* z ^= ror(x, m) ^ ror(x, m + n) */
.macro diffuse_two z, x, m, n
    ror_by  \x, \m, r7
    eors    \z, \z, \x
    ror_by  \x, \n, r7
    eors    \z, \z, \x
.endm

.macro round even, odd, turn=0
    .set    e0, c0
    .set    e1, c1
    .set    e2, c2
    .set    e3, c3
    .set    e4, c4
    substitute r6, r0, r1, r2, r3, r4, r5, r7, \even, \turn
    mov     r4, r12
    mov     r12, r3
    mov     r3, r11
    mov     r11, r2
    mov     r2, r10
    mov     r10, r1
    mov     r1, r9
    mov     r9, r0
    mov     r0, r8
    mov     r8, r6
    .set    c0, e0
    .set    c1, e1
    .set    c2, e2
    .set    c3, e3
    .set    c4, e4
    substitute r0, r1, r2, r3, r4, r5, r6, r7, \odd, \turn

    mov     r5, r8
    diffuse_to r6, r5, r0, r5, 27, 14
    diffuse r0, r5, 28, 14
    mov     r8, r0

    mov     r5, r9
    diffuse_to r0, r5, r1, r1, 11, 19
    diffuse_two r1, r5, 20, 11
    mov     r9, r1

    mov     r5, r10
    diffuse_to r1, r2, r5, r5, 3, 0
    diffuse r2, r5, 30, 3
    mov     r10, r2

    mov     r5, r11
    diffuse_to r2, r5, r3, r5, 0, 5
    diffuse r3, r5, 4, 5
    mov     r11, r3

    mov     r5, r12
    diffuse_to r3, r5, r4, r4, 17, 3
    diffuse_two r4, r5, 4, 17
    mov     r12, r4
.endm

.macro complement_high x
    mov     r7, \x
    mvns    r7, r7
    mov     \x, r7
.endm

function narae_ascon_permute_v6m
    save_all
    push    {r0, r1}
    ldm     r0!, {r1-r7}
    mov     r8, r2
    mov     r9, r4
    mov     r10, r6
    movs    r6, r1
    movs    r1, r5
    ldm     r0, {r0, r2, r4}
    mov     r11, r0
    mov     r12, r4
    movs    r0, r3
    movs    r3, r2
    movs    r2, r7
    ldr     r7, [sp, #4]
    cmp     r7, #8
    bne     1f
    b       .Leight
1:  bhi     2f
    mvns    r6, r6
    mvns    r0, r0
    mvns    r2, r2
    complement_high r8
    complement_high r9
    complement_high r11
    b       .Lsix

2:  mvns    r6, r6
    mvns    r1, r1
    mvns    r3, r3
    complement_high r8
    complement_high r10
    complement_high r12
    .set    c0, 1
    .set    c1, 0
    .set    c2, 1
    .set    c3, 0
    .set    c4, 1
    round   0xc, 0xc
    round   0x9, 0xc
    round   0xc, 0x9
    round   0x9, 0x9
.Leight:
    .if     c0 + c1 + c2 + c3 + c4
    .error  "the last eight rounds begin with a complemented word"
    .endif
    round   0x6, 0xc
    round   0x3, 0xc
.Lsix:
    .if     c0 != 1 || c1 != 1 || c2 != 0 || c3 != 1 || c4 != 0
    .error  "the last six rounds begin with other words complemented"
    .endif
    round   0x6, 0x9
    round   0x3, 0x9
    round   0xc, 0x6
    round   0x9, 0x6
    round   0xc, 0x3, 1
    round   0x9, 0x3
    .if     c0 + c1 + c2 + c3 + c4
    .error  "a word is complemented at the end"
    .endif
    pop     {r4, r5}
    mov     r7, r8
    stm     r4!, {r6, r7}
    mov     r7, r9
    stm     r4!, {r0, r7}
    mov     r7, r10
    stm     r4!, {r1, r7}
    mov     r7, r11
    stm     r4!, {r2, r7}
    mov     r7, r12
    stm     r4!, {r3, r7}
    return_all
end_function narae_ascon_permute_v6m

#endif
