/* SPDX-License-Identifier: MIT */
/* Products of words for GHASH on ARMv6-M: Cortex-M0, M0+.  SP 800-38D, clause 6.3.
 *
 *   void narae_ghash_products_v6m(uint32_t w[36]);
 *
 * Replaces the first 18 words by the lower halves of their carry-less products with the
 * other 18, as in ghash_low32.c.  Each word is split into four combs, x in low registers, y
 * in high ones, from which MOV copies the factor that MULS overwrites.  Cycles:
 *
 *     combs, two words       8 AND, 6 copies, mask 7, to high registers 4    25
 *     products               16 MOV, 16 MULS, 12 EOR                         44
 *     every fourth bit       4 AND, 3 ORR, mask 3                            10
 *     loads, stores, loop    x, y 5, the product 4, loop 5                     14
 *
 * 93 in all; it would be 67 if MULS did not overwrite a factor and all combs were in low
 * registers.  18 products are 1674, with saving the caller's registers 1713.  A block takes
 * 2814 by the model: sums, mirrored words and the reduction are in ghash_low32.c.
 *
 * Time is the same for all words where a multiplication takes one cycle. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "ghash_v6m.S"

#    include "core/thumb/v6m.inc"

#    define x0 r0
#    define x1 r1
#    define x2 r2
#    define x3 r3
#    define t r4
#    define z r5
#    define sum r6
#    define mask r7
#    define comb r8
#    define y0 r9
#    define y1 r10
#    define y2 r11
#    define y3 r12
#    define place lr

.macro take to, from
    movs    \to, \from
    ands    \to, \to, mask
.endm

.macro times to, x, y
    mov     t, \y
    muls    t, \x, t
    eors    \to, \to, t
.endm

/* to = the sum of four products, in every fourth bit. */
.macro column to, a, b, c, d
    mov     \to, \a
    muls    \to, x0, \to
    times   \to, x1, \b
    times   \to, x2, \c
    times   \to, x3, \d
    ands    \to, \to, mask
.endm

.macro next_column a, b, c, d
    lsls    mask, mask, #1
    column  z, \a, \b, \c, \d
    orrs    sum, sum, z
.endm

function narae_ghash_products_v6m
    save_all
    mov     place, r0
    adds    r0, r0, #72
    push    {r0}
    ldr     r1, =0x11111111
    mov     comb, r1
1:  mov     r0, place
    ldr     r1, [r0, #72]
    ldr     r0, [r0]
    mov     mask, comb
    take    r2, r1
    mov     y0, r2
    lsls    mask, mask, #1
    take    r2, r1
    mov     y1, r2
    lsls    mask, mask, #1
    take    r2, r1
    mov     y2, r2
    lsls    mask, mask, #1
    ands    r1, r1, mask
    mov     y3, r1
    take    x3, r0
    lsrs    mask, mask, #1
    take    x2, r0
    lsrs    mask, mask, #1
    take    x1, r0
    lsrs    mask, mask, #1
    ands    x0, x0, mask
    column  sum, y0, y3, y2, y1
    next_column y1, y0, y3, y2
    next_column y2, y1, y0, y3
    next_column y3, y2, y1, y0
    mov     t, place
    stmia   t!, {sum}
    mov     place, t
    ldr     z, [sp]
    cmp     t, z
    bne     1b
    add     sp, sp, #4
    return_all
    .ltorg
end_function narae_ghash_products_v6m

#endif
