/* SPDX-License-Identifier: MIT */
/* LEA key schedule for ARMv6-M.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_schedule128_v6m(uint32_t rk[96], const uint32_t key[4]);
 *   void narae_lea_schedule192_v6m(uint32_t rk[168], const uint32_t key[6]);
 *   void narae_lea_schedule256_v6m(uint32_t rk[192], const uint32_t key[8]);
 *
 * Words are stored in the order that lea_v6m.S expects.
 *
 *     T[j] = rol(T[j] + rol(delta[r mod n], r + i), 1, 3, 6, 11, 13, 17 for i = 0 ... 5)
 *
 * The constant of a round is rotated by one bit for each word.  Rotated n times it is the constant
 * of n rounds later, and goes to the end of a queue: r8 to r11 for LEA-128, otherwise on the stack,
 * with SP as its head.  A word takes ADD, a rotation, a rotation of the constant, and loading the
 * distance, except 31, which stays in a register and also rotates the constant.
 *
 *     LEA-128   4 words: 15, STM 5, queue 2                            22 cycles a round
 *     LEA-192   6 words: 23, STR 12, queue 4, two pairs of three from
 *               high registers and back 8, loop 4                      51
 *     LEA-256   likewise, but three of four pairs move: 9, two more rotations of
 *               the constant 2, loop 5 in four rounds                  51.25
 *
 * With call, saves and loads of the key: 750, 1672 and 1883.  LEA-192 and LEA-256 cannot use STM,
 * because lea_v6m.S has their words in pairs from the last to the first.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

    .file   "lea_schedule_v6m.S"

#    include "core/thumb/v6m.inc"

#    define rk r0
#    define c r1
#    define t r2
#    define one r3 /* 31, to rotate left by one; plus 32 for each iteration left */

.macro word x, turn
    adds    \x, \x, c
    .if \turn == 1
    rors    \x, \x, one
    .else
    ror_by  \x, 32 - \turn, t
    .endif
    rors    c, c, one
.endm

/* T[1], T[3], T[2], T[0] are r4 to r7. */
.macro round_of_four constant
    mov     c, \constant
    word    r7, 1
    word    r4, 3
    word    r6, 6
    word    r5, 11
    mov     \constant, c
    stm     rk!, {r4-r7}
.endm

function narae_lea_schedule128_v6m
    save_all
    adr     r2, 9f
    ldm     r2!, {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    movs    r2, #96
    lsls    r2, r2, #2
    adds    r2, r2, rk
    mov     r12, r2
    ldm     r1!, {r7}
    ldm     r1!, {r4}
    ldm     r1!, {r6}
    ldm     r1!, {r5}
    movs    one, #31
1:  round_of_four r8
    round_of_four r9
    round_of_four r10
    round_of_four r11
    cmp     rk, r12
    bne     1b
    return_all
    .p2align 2
9:  .word   0xc3efe9db, 0x88c4d604, 0xe789f229, 0xc6f98763
end_function narae_lea_schedule128_v6m

/* Two words of a round, in x and y or in high registers, to offset `at`. */
.macro pair x, y, turn_x, turn_y, at
    word    \x, \turn_x
    str     \x, [rk, #\at]
    word    \y, \turn_y
    str     \y, [rk, #\at + 4]
.endm

.macro far_pair x, y, turn_x, turn_y, at
    mov     r6, \x
    mov     r7, \y
    pair    r6, r7, \turn_x, \turn_y, \at
    mov     \x, r6
    mov     \y, r7
.endm

/* Sets up the queue on the stack, and the key's words after the second in high registers.  POP
 * takes the first of the `n` constants; a new one is stored after the last. */
.macro key_function name, n, rounds
function \name
    save_all
    sub     sp, sp, #4 * (\n + \rounds)
    mov     r3, sp
    adr     r2, 9f
    ldm     r2!, {r4-r7}
    stm     r3!, {r4-r7}
    .if \n == 8
    ldm     r2!, {r4-r7}
    stm     r3!, {r4-r7}
    .else
    ldm     r2!, {r4, r5}
    stm     r3!, {r4, r5}
    .endif
    ldm     r1!, {r4-r7}
    mov     r8, r6
    mov     r9, r7
    ldm     r1!, {r6, r7}
    mov     r10, r6
    mov     r11, r7
    .if \n == 8
    ldm     r1!, {r6, r7}
    mov     r12, r6
    mov     lr, r7
    .endif
.endm

.macro end name, n
    add     sp, sp, #4 * \n
    return_all
    .p2align 2
9:  .word   0xc3efe9db, 0x88c4d604, 0xe789f229, 0xc6f98763, 0x15ea49e7, 0xf0bb4158
    .if \n == 8
    .word   0x13bc8ab8, 0xe204abf2
    .endif
end_function \name
.endm

key_function narae_lea_schedule192_v6m, 6, 28
    ldr     one, =28 * 32 - 1
1:  pop     {c}
    pair    r4, r5, 1, 3, 16
    far_pair r8, r9, 6, 11, 8
    far_pair r10, r11, 13, 17, 0
    str     c, [sp, #4 * 5]
    adds    rk, rk, #24
    subs    one, one, #32
    bpl     1b
end narae_lea_schedule192_v6m, 6

.macro constant_of_eight
    ror_by  c, 30, t
    str     c, [sp, #4 * 7]
.endm

key_function narae_lea_schedule256_v6m, 8, 32
    movs    one, #8 * 32 - 1
1:  pop     {c}
    pair    r4, r5, 1, 3, 16
    far_pair r8, r9, 6, 11, 8
    far_pair r10, r11, 13, 17, 0
    constant_of_eight
    pop     {c}
    far_pair r12, lr, 1, 3, 24 + 16
    pair    r4, r5, 6, 11, 24 + 8
    far_pair r8, r9, 13, 17, 24 + 0
    constant_of_eight
    pop     {c}
    far_pair r10, r11, 1, 3, 48 + 16
    far_pair r12, lr, 6, 11, 48 + 8
    pair    r4, r5, 13, 17, 48 + 0
    constant_of_eight
    pop     {c}
    far_pair r8, r9, 1, 3, 72 + 16
    far_pair r10, r11, 6, 11, 72 + 8
    far_pair r12, lr, 13, 17, 72 + 0
    constant_of_eight
    adds    rk, rk, #96
    subs    one, one, #32
    bmi     2f
    b       1b
2:
end narae_lea_schedule256_v6m, 8

#endif
