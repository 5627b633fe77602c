/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for ARMv6-M: Cortex-M0, M0+.  FIPS 202, 3.2.
 *
 *   void narae_keccak_f1600_v6m(uint64_t state[25]);
 *
 * Lanes as even and odd bits, as in keccak_interleaved.c.  Two states are on the stack,
 * first all even halves, then all odd ones; a round reads one and writes the other.  A half
 * row is computed in r0 to r6 and stored by STM; LDM loads two words at a time for theta's
 * sums, which start with the last row while it is in registers.  Six of the ten words d are
 * in high registers.  Cycles:
 *
 *     sums        45 words loaded: 2 x 51 + 6, 5 moves                  113
 *     d           10 XORs, 5 rotations, moves 15, stores 10              40
 *     rho, theta  50 loads 100, d 50 and 20, XORs 50, rotations 47 x 2  314
 *     chi         10 x 14, of which 40 are moves and XORs               140
 *     stores      10 x 7                                                 70
 *     iota        2 x 7, loop 4                                          18
 *
 *     24 x 695, words to the stack and back 305, registers and pointers 47: 17032
 *
 * SHA3-256 of a kilobyte is 1.4 times as fast as by gcc.  50 loads, 50 stores, 50 XORs, 94
 * for rotations and 140 for chi are 434; 15 registers cannot also hold the sums or d while
 * a row is computed.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "keccak_v6m.S"

#    include "core/thumb/v6m.inc"

/* Frame: two states, four words d, the address of the next constants, that of the caller's
 * state. */
#    define ODD 100 /* of a state */
#    define OTHER 200
#    define D 400
#    define CONSTANTS 416
#    define STATE 420
#    define FRAME 424

/* Adds twenty more words, from r7 on, to r0 to r4. */
.macro add_rows
    .irp    half, 1, 2
    ldm     r7!, {r5, r6}
    eors    r0, r0, r5
    eors    r1, r1, r6
    ldm     r7!, {r5, r6}
    eors    r2, r2, r5
    eors    r3, r3, r6
    ldm     r7!, {r5, r6}
    eors    r4, r4, r5
    eors    r0, r0, r6
    ldm     r7!, {r5, r6}
    eors    r1, r1, r5
    eors    r2, r2, r6
    ldm     r7!, {r5, r6}
    eors    r3, r3, r5
    eors    r4, r4, r6
    .endr
.endm

/* r5 is the high register's sum XORed with that in `low`. */
.macro odd_d low, high
    mov     r5, \high
    eors    r5, r5, \low
.endm

.macro even_d low, high
    mov     r5, \high
    eors    \low, \low, r5
.endm

/* Row 4 of the even halves is in r0 to r4.  The words d are then in r8 to r12, lr (0,
 * odd) and on the stack (1 to 4, odd). */
.macro theta from
    add     r7, sp, #\from
    add_rows
    mov     r8, r0
    mov     r9, r1
    mov     r10, r2
    mov     r11, r3
    mov     r12, r4
    add     r7, sp, #\from + ODD
    ldm     r7!, {r0-r4}
    add_rows
    odd_d   r4, r9
    mov     lr, r5
    odd_d   r0, r10
    str     r5, [sp, #D]
    odd_d   r1, r11
    str     r5, [sp, #D + 4]
    odd_d   r2, r12
    str     r5, [sp, #D + 8]
    odd_d   r3, r8
    str     r5, [sp, #D + 12]
    movs    r7, #31
    rors    r0, r0, r7
    rors    r1, r1, r7
    rors    r2, r2, r7
    rors    r3, r3, r7
    rors    r4, r4, r7
    even_d  r1, r12
    even_d  r2, r8
    even_d  r3, r9
    even_d  r4, r10
    even_d  r0, r11
    mov     r8, r1
    mov     r9, r2
    mov     r10, r3
    mov     r11, r4
    mov     r12, r0
.endm

/* Lane n of `from`, with its d added, rotated left by `left`. */
.macro word b, from, lane, left, odd
    .set    source, (\left & 1) ^ \odd
    .set    column, \lane % 5
    .set    turn, ((\left + 1 - \odd) / 2) & 31
    ldr     \b, [sp, #\from + ODD * source + 4 * \lane]
    .if     source == 0
    .if     column == 0
    mov     r7, r8
    .elseif column == 1
    mov     r7, r9
    .elseif column == 2
    mov     r7, r10
    .elseif column == 3
    mov     r7, r11
    .else
    mov     r7, r12
    .endif
    .elseif column == 0
    mov     r7, lr
    .else
    ldr     r7, [sp, #D + 4 * column - 4]
    .endif
    eors    \b, \b, r7
    .if     turn
    ror_by  \b, 32 - turn, r7
    .endif
.endm

.macro half_row odd, from, to, y, a, na, b, nb, c, nc, d, nd, e, ne
    word    r5, \from, \a, \na, \odd
    word    r6, \from, \b, \nb, \odd
    word    r2, \from, \c, \nc, \odd
    word    r3, \from, \d, \nd, \odd
    word    r4, \from, \e, \ne, \odd
    movs    r0, r2
    bics    r0, r0, r6
    eors    r0, r0, r5
    movs    r1, r3
    bics    r1, r1, r2
    eors    r1, r1, r6
    movs    r7, r4
    bics    r7, r7, r3
    eors    r2, r2, r7
    movs    r7, r5
    bics    r7, r7, r4
    eors    r3, r3, r7
    bics    r6, r6, r5
    eors    r4, r4, r6
    .if     \y == 0
    ldr     r7, [sp, #CONSTANTS]
    ldm     r7!, {r6}
    str     r7, [sp, #CONSTANTS]
    eors    r0, r0, r6
    .endif
    add     r7, sp, #\to + ODD * \odd + 20 * \y
    stm     r7!, {r0-r4}
.endm

.macro half_rows odd, from, to
    half_row \odd, \from, \to, 0, 0, 0, 6, 44, 12, 43, 18, 21, 24, 14
    half_row \odd, \from, \to, 1, 3, 28, 9, 20, 10, 3, 16, 45, 22, 61
    half_row \odd, \from, \to, 2, 1, 1, 7, 6, 13, 25, 19, 8, 20, 18
    half_row \odd, \from, \to, 3, 4, 27, 5, 36, 11, 10, 17, 15, 23, 56
    half_row \odd, \from, \to, 4, 2, 62, 8, 55, 14, 39, 15, 41, 21, 2
.endm

.macro round from, to
    theta   \from
    half_rows 1, \from, \to
    half_rows 0, \from, \to
.endm

/* Odd and even bits of the constants. */
    .section .rodata.narae_keccak_f1600_v6m, "a", %progbits
    .p2align 2
.Lconstants:
    .word   0x00000000, 1, 0x00000089, 0, 0x8000008b, 0, 0x80008080, 0
    .word   0x0000008b, 1, 0x00008000, 1, 0x80008088, 1, 0x80000082, 1
    .word   0x0000000b, 0, 0x0000000a, 0, 0x00008082, 1, 0x00008003, 0
    .word   0x0000808b, 1, 0x8000000b, 1, 0x8000008a, 1, 0x80000081, 1
    .word   0x80000081, 0, 0x80000008, 0, 0x00000083, 0, 0x80008003, 0
    .word   0x80008088, 1, 0x80000088, 0, 0x00008000, 1, 0x80008082, 0

function narae_keccak_f1600_v6m
    save_all
    sub     sp, sp, #FRAME
    ldr     r1, =.Lconstants
    str     r1, [sp, #CONSTANTS]
    str     r0, [sp, #STATE]
    mov     r5, sp
    add     r6, sp, #ODD
    .rept   12
    ldm     r0!, {r1-r4}
    stm     r5!, {r1, r3}
    stm     r6!, {r2, r4}
    .endr
    ldm     r0!, {r1, r2}
    str     r1, [r5]
    str     r2, [r6]
    add     r7, sp, #80
    ldm     r7!, {r0-r4}
    b       1f
    .ltorg

1:  round   0, OTHER
    round   OTHER, 0
    ldr     r7, [sp, #CONSTANTS]
    ldr     r6, =.Lconstants + 8 * 24
    cmp     r6, r7
    beq     2f
    bl      1b /* which reaches further than B; lr is free */
    .ltorg

2:  ldr     r0, [sp, #STATE]
    mov     r5, sp
    add     r6, sp, #ODD
    .rept   12
    ldm     r5!, {r1, r3}
    ldm     r6!, {r2, r4}
    stm     r0!, {r1-r4}
    .endr
    ldr     r1, [r5]
    ldr     r2, [r6]
    stm     r0!, {r1, r2}
    add     sp, sp, #FRAME
    return_all
end_function narae_keccak_f1600_v6m

#endif
