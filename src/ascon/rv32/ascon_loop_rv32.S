/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for RV32I in little flash.  SP 800-232, 3.
 *
 *   int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
 *
 * One round in a loop, with the state in registers and the S-box of
 * ascon_rv32.S in 15 operations, which leaves x2' complemented.  In the low
 * half the round constant, stored complemented, undoes this.
 *
 *     round   S-box 2 x 15 + x2 1 + rotations 5 x 16 + constant and loop 4 = 115
 *
 * Temporaries are in the registers that compressed instructions can encode.
 * The function returns NARAE_OK, as in ascon_rv32.S.
 *
 * Time depends on the number of rounds alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)

    .file   "ascon_loop_rv32.S"

#    include "core/rv32/call.inc"

#    define state a0
#    define p a1
#    define q a2
#    define r a3
#    define x0l a4
#    define x0h a5
#    define x1l a6
#    define x1h a7
#    define x2l t0
#    define x2h t1
#    define x3l t2
#    define x3h t3
#    define x4l t4
#    define x4h t5
#    define constant t6

#    include "linear.inc"

.macro sbox x0, x1, x2, x3, x4
    xor     p, \x1, \x2
    xor     q, \x3, \x4
    xor     r, \x0, \x4
    and     \x4, \x4, q
    xor     \x3, \x3, \x2
    and     \x2, \x2, p
    or      \x1, \x1, r
    or      \x0, \x0, q
    or      \x3, \x3, p
    xor     q, q, \x1
    xor     \x1, \x3, r
    xor     \x3, \x0, p
    xor     \x0, q, \x2
    xor     \x2, \x4, p
    xor     \x4, q, r
.endm

.macro all_words instruction
    .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h, x2l, x2h, x3l, x3h, x4l, x4h
    \instruction \x, at(state)
    .set    at, at + 4
    .endr
.endm

function narae_ascon_permute_rv32
    slli    constant, a1, 4
    sub     constant, a1, constant
    all_words lw
    not     x2l, x2l
    j       2f
1:  not     x2h, x2h
2:  addi    p, constant, -0x3d
    xor     x2l, x2l, p
    addi    constant, constant, 15
    sbox    x0l, x1l, x2l, x3l, x4l
    sbox    x0h, x1h, x2h, x3h, x4h
    mix_words
    bnez    constant, 1b
    not     x2l, x2l
    not     x2h, x2h
    all_words sw
    li      a0, 0
    ret
end_function narae_ascon_permute_rv32

#endif
