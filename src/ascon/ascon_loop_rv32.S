/* The Ascon permutation for RV32I in little flash.  SP 800-232, 3.
 *
 *   int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
 *
 * One round is a loop over the state in registers.  The S-box, with sums in
 * GF(2) and five products (ascon_rv32.S, where no complement is taken):
 *
 *     y0 = x0 + x4,  y2 = x1 + x2,  y4 = x3 + x4,  g = y2 + x4 y4,  h = y0 + x2 y2
 *     x4' = y4 + (y0 + 1) x1        x0' = x4' + h     x1' = h + x2 + (y2 | x3)
 *     x3' = g + x4 + (y0 | y4)      x2' = g + 1
 *
 *     round   S-box 2 x 18 + rotations 5 x 16 + constant and loop 4 = 120
 *
 * What is under way has the registers that instructions of two bytes can name.
 * The answer is NARAE_OK, as that of ascon_rv32.S.
 *
 * Time depends on the number of rounds alone. */

#include "core/kernels.h"

#if defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)

    .file   "ascon_loop_rv32.S"

#    include "core/rv32.inc"

#    define state a0
#    define p a1
#    define q a2
#    define r a3
#    define s a4
#    define x0l a5
#    define x0h a6
#    define x1l a7
#    define x1h t0
#    define x2l t1
#    define x2h t2
#    define x3l t3
#    define x3h t4
#    define x4l t5
#    define x4h t6
#    define constant s0

#    include "ascon_rv32.inc"

.macro sbox x0, x1, x2, x3, x4
    xor     p, \x3, \x4
    xor     q, \x1, \x2
    xor     \x0, \x0, \x4
    and     r, \x2, q
    xor     r, r, \x0
    or      s, q, \x3
    xor     s, s, \x2
    and     \x2, \x4, p
    xor     \x2, \x2, q
    or      \x3, \x0, p
    xor     \x3, \x3, \x4
    xor     \x3, \x3, \x2
    or      \x4, \x0, \x1
    xor     \x4, \x4, \x0
    xor     \x4, \x4, p
    xor     \x0, \x4, r
    xor     \x1, s, r
    not     \x2, \x2
.endm

.macro all_words instruction
    .set    at, 0
    .irp    x, x0l, x0h, x1l, x1h, x2l, x2h, x3l, x3h, x4l, x4h
    \instruction \x, at(state)
    .set    at, at + 4
    .endr
.endm

function narae_ascon_permute_rv32
    save_registers 16, constant
    slli    constant, a1, 4
    sub     constant, constant, a1
    all_words lw
1:  addi    p, constant, 0x3c
    xor     x2l, x2l, p
    addi    constant, constant, -15
    sbox    x0l, x1l, x2l, x3l, x4l
    sbox    x0h, x1h, x2h, x3h, x4h
    mix_words
    bnez    constant, 1b
    all_words sw
    restore_registers 16, constant
    li      a0, 0
    ret
end_function narae_ascon_permute_rv32

#endif
