/* SPDX-License-Identifier: MIT */
/* ChaCha for ARMv8-A, nine blocks: see chacha_neon.c.
 *
 *   void narae_chacha_nine_neon(chacha_nine *nine, uint8_t *out,
 *                               const uint8_t *in, size_t runs,
 *                               size_t nines, size_t rounds);
 *
 * Each run is 8 blocks, and 9 in the last `nines` of them; rounds is even and
 * at least 4.  dev/chacha/arm/rounds.py schedules the instructions.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

    .file   "chacha_nine_neon.S"

#    define nine x19
#    define out x20
#    define in x21
#    define out8 x22
#    define in8 x23
#    define left w24
#    define runs x16
#    define nines x17
#    define double w30

/* The frame: spill slots (SLOTS of the generator), an unused block, and
 * callee-saved registers. */
#    define SCRATCH 256
#    define SAVED (SCRATCH + 64)
#    define FRAME (SAVED + 160)

/* In chacha_nine: words of the first blocks, counters of the others. */
#    define FIRST 64
#    define COUNTERS 320

#    include "core/arm/call.inc"
#    include "rounds.inc"

.macro saved instruction
    \instruction x19, x20, SAVED
    \instruction x21, x22, SAVED + 16
    \instruction x23, x24, SAVED + 32
    \instruction x25, x26, SAVED + 48
    \instruction x27, x28, SAVED + 64
    \instruction x29, x30, SAVED + 80
    \instruction d8, d9, SAVED + 96
    \instruction d10, d11, SAVED + 112
    \instruction d12, d13, SAVED + 128
    \instruction d14, d15, SAVED + 144
.endm

function SYMBOL(narae_chacha_nine_neon)
    enter_frame FRAME
    saved   save
    mov     nine, x0
    mov     out, x1
    mov     in, x2
    mov     runs, x3
    mov     nines, x4
    sub     double, w5, 2
1:  mov     left, double
    cmp     runs, nines
    add     x6, sp, SCRATCH
    add     out8, out, 512
    add     in8, in, 512
    csel    out8, out8, x6, ls
    csel    in8, in8, x6, ls
    start_rounds
2:  two_rounds
    subs    left, left, 2
    b.ne    2b
    finish_rounds
    mov     w3, 8
    cmp     runs, nines
    cinc    x3, x3, ls
    ldr     q1, [nine, FIRST + 192]
    ldr     q2, [nine, COUNTERS]
    dup     v0.4s, w3
    add     out, out, x3, lsl 6
    add     in, in, x3, lsl 6
    add     v1.4s, v1.4s, v0.4s
    add     v2.4s, v2.4s, v0.4s
    str     q1, [nine, FIRST + 192]
    str     q2, [nine, COUNTERS]
    subs    runs, runs, 1
    b.ne    1b
    saved   restore
    leave_frame FRAME
end_function SYMBOL(narae_chacha_nine_neon)

#endif
