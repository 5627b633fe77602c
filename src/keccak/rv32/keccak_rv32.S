/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for RV32I.  FIPS 202, 3.2.
 *
 *   void narae_keccak_f1600_rv32(uint64_t state[25]);
 *
 * As in keccak/words.inc each row of the result is computed directly from the five
 * lanes that pi brings there; rounds alternately read the caller's state and
 * write the stack, or the reverse.  Registers hold the ten words of theta's d,
 * the ten of a row, and the sums of the first two columns, which are
 * accumulated as rows are written, so that the next round loads only the other
 * three columns for their sums.
 *
 * Six lanes are kept complemented.  Then chi's ~b & c is an AND or an OR
 * without a NOT, except one in each row: Keccak implementation overview, 2.2.
 * Instructions:
 *
 *     theta   30 loads, 24 + 16 XOR for the columns, 40 for d
 *     lanes   50 loads, 50 XOR, 24 x 6 for rotations (halves are swapped by renaming)
 *     chi     5 x 22, 50 stores
 *     iota    4
 *
 * 518 a round, 24 rounds 12432, and about 190 for the call, saved registers and loop.  Zbb
 * has no rotation of 64 bits.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_RV32_KERNELS

    .file   "keccak_rv32.S"

#    include "core/rv32/call.inc"

#    define state a0
#    define constants a1
#    define t t0
#    define u t1

#    define D0 s0, s1
#    define D1 s2, s3
#    define D2 s4, s5
#    define D3 s6, s7
#    define D4 s8, s9
#    define B0 a2, a3
#    define B1 a4, a5
#    define B2 a6, a7
#    define B3 t2, t3
#    define B4 t4, t5
#    define C0 t6, ra
#    define C1 s10, s11
/* The rest of the sums, in the registers of a row. */
#    define C2 B0
#    define C3 B1
#    define C4 B2

#    define SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
#    define FRAME 272
#    define END 200(sp)

/* c = the sum of column x. */
.macro column a, x, cl, ch
    lw      \cl, 8 * \x(\a)
    lw      \ch, 8 * \x + 4(\a)
    .irp    i, 5, 10, 15, 20
    lw      t, 8 * (\x + \i)(\a)
    lw      u, 8 * (\x + \i) + 4(\a)
    xor     \cl, \cl, t
    xor     \ch, \ch, u
    .endr
.endm

/* d = c ^ rol(e, 1) */
.macro theta dl, dh, cl, ch, el, eh
    slli    t, \el, 1
    srli    u, \eh, 31
    xor     \dl, \cl, t
    slli    t, \eh, 1
    xor     \dl, \dl, u
    srli    u, \el, 31
    xor     \dh, \ch, t
    xor     \dh, \dh, u
.endm

/* b = rol(lane i of a ^ d, n) */
.macro lane_below_32 i, n, a, dl, dh, bl, bh
    lw      \bl, 8 * \i(\a)
    lw      \bh, 8 * \i + 4(\a)
    xor     \bl, \bl, \dl
    xor     \bh, \bh, \dh
    .if     \n
    srli    t, \bh, 32 - (\n)
    srli    u, \bl, 32 - (\n)
    slli    \bl, \bl, \n
    slli    \bh, \bh, \n
    or      \bl, \bl, t
    or      \bh, \bh, u
    .endif
.endm

.macro lane i, n, a, dl, dh, bl, bh
    .if     \n < 32
    lane_below_32 \i, \n, \a, \dl, \dh, \bl, \bh
    .else
    lane_below_32 \i, (\n - 32), \a, \dl, \dh, \bh, \bl
    .endif
.endm

/* Lane i of e = b ^ (c op d).  A lane of the first two columns goes into their
 * sums, c0 and c1: in row 0 it starts them. */
.macro chi_half op, at, e, b, c, d, sum, first
    .if     \first
    \op     \sum, \c, \d
    xor     \sum, \sum, \b
    sw      \sum, \at(\e)
    .else
    \op     t, \c, \d
    xor     t, t, \b
    .ifnb   \sum
    xor     \sum, \sum, t
    .endif
    sw      t, \at(\e)
    .endif
.endm

.macro chi op, i, e, bl, bh, cl, ch, dl, dh, suml, sumh, first=0
    chi_half \op, 8 * \i, \e, \bl, \cl, \dl, \suml, \first
    chi_half \op, 8 * \i + 4, \e, \bh, \ch, \dh, \sumh, \first
.endm

/* The same with c or d complemented in this one use. */
.macro chi_not op, i, e, bl, bh, cl, ch, dl, dh, suml, sumh, first=0
    not     u, \cl
    chi_half \op, 8 * \i, \e, \bl, u, \dl, \suml, \first
    not     u, \ch
    chi_half \op, 8 * \i + 4, \e, \bh, u, \dh, \sumh, \first
.endm

.macro complement bl, bh
    not     \bl, \bl
    not     \bh, \bh
.endm

/* Row 0 gets its constant before it is stored. */
.macro chi_iota e, bl, bh, cl, ch, dl, dh, suml, sumh
    lw      t, 0(constants)
    or      \suml, \cl, \dl
    lw      u, 4(constants)
    or      \sumh, \ch, \dh
    xor     \suml, \suml, \bl
    xor     \sumh, \sumh, \bh
    xor     \suml, \suml, t
    xor     \sumh, \sumh, u
    sw      \suml, 0(\e)
    sw      \sumh, 4(\e)
.endm

.macro round a, e
    column  \a, 2, C2
    column  \a, 3, C3
    column  \a, 4, C4
    theta   D0, C4, C1
    theta   D1, C0, C2
    theta   D2, C1, C3
    theta   D3, C2, C4
    theta   D4, C3, C0

    lane    0, 0, \a, D0, B0
    lane    6, 44, \a, D1, B1
    lane    12, 43, \a, D2, B2
    lane    18, 21, \a, D3, B3
    lane    24, 14, \a, D4, B4
    chi_iota \e, B0, B1, B2, C0
    chi_not or, 1, \e, B1, B2, B3, C1, 1
    chi     and, 2, \e, B2, B3, B4
    chi     or, 3, \e, B3, B4, B0
    chi     and, 4, \e, B4, B0, B1

    lane    3, 28, \a, D3, B0
    lane    9, 20, \a, D4, B1
    lane    10, 3, \a, D0, B2
    lane    16, 45, \a, D1, B3
    lane    22, 61, \a, D2, B4
    chi     or, 5, \e, B0, B1, B2, C0
    chi     and, 6, \e, B1, B2, B3, C1
    chi_not or, 7, \e, B2, B4, B3
    chi     or, 8, \e, B3, B4, B0
    chi     and, 9, \e, B4, B0, B1

    lane    1, 1, \a, D1, B0
    lane    7, 6, \a, D2, B1
    lane    13, 25, \a, D3, B2
    lane    19, 8, \a, D4, B3
    lane    20, 18, \a, D0, B4
    chi     or, 10, \e, B0, B1, B2, C0
    chi     and, 11, \e, B1, B2, B3, C1
    complement B3
    chi     and, 12, \e, B2, B3, B4
    chi     or, 13, \e, B3, B4, B0
    chi     and, 14, \e, B4, B0, B1

    lane    4, 27, \a, D4, B0
    lane    5, 36, \a, D0, B1
    lane    11, 10, \a, D1, B2
    lane    17, 15, \a, D2, B3
    lane    23, 56, \a, D3, B4
    chi     and, 15, \e, B0, B1, B2, C0
    chi     or, 16, \e, B1, B2, B3, C1
    complement B3
    chi     or, 17, \e, B2, B3, B4
    chi     and, 18, \e, B3, B4, B0
    chi     or, 19, \e, B4, B0, B1

    lane    2, 62, \a, D2, B0
    lane    8, 55, \a, D3, B1
    lane    14, 39, \a, D4, B2
    lane    15, 41, \a, D0, B3
    lane    21, 2, \a, D1, B4
    chi     and, 24, \e, B4, B0, B1
    complement B1
    chi     and, 20, \e, B0, B1, B2, C0
    chi     or, 21, \e, B1, B2, B3, C1
    chi     and, 22, \e, B2, B3, B4
    chi     or, 23, \e, B3, B4, B0
    addi    constants, constants, 8
.endm

.macro complement_lanes
    .irp    i, 1, 2, 8, 12, 17, 20
    lw      t, 8 * \i(state)
    lw      u, 8 * \i + 4(state)
    not     t, t
    not     u, u
    sw      t, 8 * \i(state)
    sw      u, 8 * \i + 4(state)
    .endr
.endm

function narae_keccak_f1600_rv32
    save_registers FRAME, SAVED
    la      constants, .Lconstants
    addi    t, constants, 24 * 8
    sw      t, END
    complement_lanes
    column  state, 0, C0
    column  state, 1, C1
1:  round   state, sp
    round   sp, state
    lw      t, END
    beq     constants, t, 2f
    j       1b
2:  complement_lanes
    restore_registers FRAME, SAVED
    ret
end_function narae_keccak_f1600_rv32

    .section .rodata.narae_keccak_constants, "a", @progbits
    .balign 4
.Lconstants:
    .word   0x00000001, 0x00000000, 0x00008082, 0x00000000, 0x0000808a, 0x80000000
    .word   0x80008000, 0x80000000, 0x0000808b, 0x00000000, 0x80000001, 0x00000000
    .word   0x80008081, 0x80000000, 0x00008009, 0x80000000, 0x0000008a, 0x00000000
    .word   0x00000088, 0x00000000, 0x80008009, 0x00000000, 0x8000000a, 0x00000000
    .word   0x8000808b, 0x00000000, 0x0000008b, 0x80000000, 0x00008089, 0x80000000
    .word   0x00008003, 0x80000000, 0x00008002, 0x80000000, 0x00000080, 0x80000000
    .word   0x0000800a, 0x00000000, 0x8000000a, 0x80000000, 0x80008081, 0x80000000
    .word   0x00008080, 0x80000000, 0x80000001, 0x00000000, 0x80008008, 0x80000000

#endif
