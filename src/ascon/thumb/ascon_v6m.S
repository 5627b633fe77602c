/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for ARMv6-M: Cortex-M0, M0+.  NIST SP 800-232, 3.
 *
 *   void narae_ascon_permute_v6m(uint64_t state[5], unsigned rounds);
 *
 * Each word as its even and its odd bits, as in ascon_interleaved.c.  Five halves are in
 * low registers, the other five in high ones:
 *
 *     constants   one each half, from a table                           9
 *     S-box       11 XORs, 5 times MOV and BIC: 21, twice              42
 *     exchange    the even halves for the odd ones                     10
 *     diffusion   13 a word, 11 for x2, and 2 to fetch its even half
 *                 and put its odd one                                  73
 *     loop                                                              4
 *
 * 138 a round, of which 14 are moves between registers of two kinds.  The S-box's NOT is
 * in the constants: x2 is complemented between rounds.  The diffusion leaves each even
 * half in the register of the odd one before it, so that the next round finds every word
 * where this one did.
 *
 *     p12    12 x 138, state and table 66, registers 32, call 3       1757
 *     p8      8 x 138, likewise                                       1205
 *
 * Rounds in line would take 7 less for 3 KB.  gcc takes 3107 and 2119.
 *
 * Time depends on the number of rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_THUMB_V6M

    .file   "ascon_v6m.S"

#    include "core/thumb/v6m.inc"

/* The even halves are r6, r0, r1, r2, r3, the odd ones r8 to r12; or the odd ones are
 * r0 to r4 and the even ones r8 to r12.  r7 is never one.  lr is the table. */

.macro and_not to, a, b
    movs    \to, \a
    bics    \to, \to, \b
.endm

.macro substitute x0, x1, x2, x3, x4, t, u, v
    eors    \x0, \x0, \x4
    eors    \x4, \x4, \x3
    eors    \x2, \x2, \x1
    and_not \u, \x0, \x4
    and_not \v, \x1, \x0
    and_not \t, \x2, \x1
    eors    \x0, \x0, \t
    and_not \t, \x3, \x2
    eors    \x1, \x1, \t
    and_not \t, \x4, \x3
    eors    \x2, \x2, \t
    eors    \x3, \x3, \u
    eors    \x4, \x4, \v
    eors    \x1, \x1, \x0
    eors    \x0, \x0, \x4
    eors    \x3, \x3, \x2
.endm

/* to = z ^ ror(y ^ ror(x, m), n), where `to` may be x or z. */
.macro xor_ror to, z, x, y, m, n
    .ifnc   \to, \x
    .ifnc   \to, \z
    movs    \to, \x
    .endif
    .endif
    .ifnc   \to, \z
    ror_by  \to, \m, r7
    eors    \to, \to, \y
    ror_by  \to, \n, r7
    eors    \to, \to, \z
    .else
    ror_by  \x, \m, r7
    eors    \x, \x, \y
    ror_by  \x, \n, r7
    eors    \z, \z, \x
    .endif
.endm

/* z ^= ror(x, m) ^ ror(x, m + n) */
.macro xor_two z, x, m, n
    ror_by  \x, \m, r7
    eors    \z, \z, \x
    ror_by  \x, \n, r7
    eors    \z, \z, \x
.endm

    .section .text.narae_ascon_permute_v6m, "ax", %progbits
    .p2align 2
.Lend:
    pop     {r5}
    mov     r7, r8
    stm     r5!, {r6, r7}
    mov     r4, r9
    stm     r5!, {r0, r4}
    mvns    r1, r1
    mov     r4, r10
    mvns    r4, r4
    stm     r5!, {r1, r4}
    mov     r4, r11
    stm     r5!, {r2, r4}
    mov     r4, r12
    stm     r5!, {r3, r4}
    return_all
function narae_ascon_permute_v6m
    save_all
    push    {r0}
    movs    r2, #12
    subs    r2, r2, r1
    lsls    r2, r2, #3
    adr     r1, .Lconstants
    adds    r1, r1, r2
    mov     lr, r1
    ldm     r0!, {r1-r7}
    mov     r8, r2
    mov     r9, r4
    mov     r10, r6
    movs    r6, r1
    mvns    r1, r5
    ldm     r0, {r0, r2, r4}
    mov     r11, r0
    mov     r12, r4
    movs    r0, r3
    movs    r3, r2
    movs    r2, r7
    mov     r7, r10
    mvns    r7, r7
    mov     r10, r7

1:  mov     r7, lr
    ldm     r7!, {r4, r5}
    mov     lr, r7
    cmp     r4, #0
    beq     .Lend
    eors    r1, r1, r4
    mov     r7, r10
    eors    r7, r7, r5
    mov     r10, r7
    substitute r6, r0, r1, r2, r3, r4, r5, r7

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
    substitute r0, r1, r2, r3, r4, r5, r6, r7

    mov     r5, r8
    xor_ror r6, r5, r0, r5, 27, 14
    xor_ror r0, r0, r5, r0, 28, 14
    mov     r8, r0

    mov     r5, r9
    xor_ror r0, r5, r1, r1, 11, 19
    xor_two r1, r5, 20, 11
    mov     r9, r1

    mov     r5, r10
    movs    r1, r5
    ror_by  r1, 3, r7
    eors    r1, r1, r5
    eors    r1, r1, r2
    xor_ror r2, r2, r5, r2, 30, 3
    mov     r10, r2

    mov     r5, r11
    xor_ror r2, r5, r3, r5, 3, 5
    xor_ror r3, r3, r5, r3, 4, 5
    mov     r11, r3

    mov     r5, r12
    xor_ror r3, r5, r4, r4, 17, 3
    xor_two r4, r5, 4, 17
    mov     r12, r4
    b       1b
    .p2align 2
/* The complements of the constants' even and odd bits, and an end. */
.Lconstants:
    .irp    c, 0xcc, 0x9c, 0xc9, 0x99, 0x6c, 0x3c, 0x69, 0x39, 0xc6, 0x96, 0xc3, 0x93
    .word   ~(\c >> 4), ~(\c & 15)
    .endr
    .word   0, 0
end_function narae_ascon_permute_v6m

#endif
