/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 with GFNI and AVX2, two groups of 32 blocks.  TTAS.KO-12.0040/R1.
 *
 *   void narae_hight_rounds_gfni(V state[2][8], const uint32_t *keys);
 *   void narae_hight_rounds_back_gfni(V state[2][8], const uint32_t *keys);
 *
 * All 32 rounds, without whitening; `keys` is hight_wide_schedule.rk.  The state is aligned to
 * 32 bytes.
 *
 * Two groups are 16 vectors, as many as there are registers, and a round needs two for a key
 * and a sum.  So vector 0 of both groups stays in memory.  The critical path moves to the next
 * vector in each round, and so has a store and its load once in eight rounds; compilers spill
 * vectors on it in each round.
 *
 *     a round     8 GFNI, 8 XORs, 8 additions: 24 operations on vectors; 12 loads that are
 *                 operands or keys, and alternately two loads more or two stores
 *
 * hight_gfni.c has the count of cycles.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "hight_64_gfni.S"

#include "core/x86/call.inc"

#include "gfni.inc"

#define STATE  %rdi
#define KEYS   %rsi
#define COUNT  %eax
#define KEY    %ymm0
#define SUM    %ymm8
#define GROUP  256 /* bytes of state */
#define BATCH  128 /* bytes of keys for eight rounds */

/* Vector i of the first group is ymm\i, of the second one ymm(\i + 8): where a macro names a
 * vector, x is its register and 0 or 8 those in memory. */

/* SUM = a matrix times x. */
.macro multiply matrix, x, at
    .if \x % 8 == 0
    vmovdqa \at(STATE), SUM
    vgf2p8affineqb $0, \matrix(%rip), SUM, SUM
    .else
    vgf2p8affineqb $0, \matrix(%rip), %ymm\x, SUM
    .endif
.endm

/* to = to OPERATION SUM.  A difference in memory takes KEY, too. */
.macro into operation, to, at
    .if \to % 8 != 0
    \operation SUM, %ymm\to, %ymm\to
    .else
    .ifc \operation, vpsubb
    vmovdqa \at(STATE), KEY
    vpsubb  SUM, KEY, SUM
    .else
    \operation \at(STATE), SUM, SUM
    .endif
    vmovdqa SUM, \at(STATE)
    .endif
.endm

.macro key number
    vpbroadcastd 4*(\number)(KEYS), KEY
.endm

/* to = to OPERATION (F1(from) ^ key) in both groups. */
.macro f1 operation, number, from, to, from2, to2
    key     \number
    multiply by_f1, \from, 0
    vpxor   KEY, SUM, SUM
    into    \operation, \to, 0
    .ifc \operation\to, vpsubb0
    key     \number
    .endif
    multiply by_f1, \from2, GROUP
    vpxor   KEY, SUM, SUM
    into    \operation, \to2, GROUP
.endm

/* to ^= F0(from) + key in both groups. */
.macro f0 number, from, to, from2, to2
    key     \number
    multiply by_f0, \from, 0
    vpaddb  KEY, SUM, SUM
    into    vpxor, \to, 0
    multiply by_f0, \from2, GROUP
    vpaddb  KEY, SUM, SUM
    into    vpxor, \to2, GROUP
.endm

/* A round, of the names that the vectors of both groups have in it. */
.macro round operation, n, a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7
    f1      \operation, 4*\n, \a0, \a1, \b0, \b1
    f0      4*\n+1, \a2, \a3, \b2, \b3
    f1      \operation, 4*\n+2, \a4, \a5, \b4, \b5
    f0      4*\n+3, \a6, \a7, \b6, \b7
.endm

.macro registers move
.irp i, 1, 2, 3, 4, 5, 6, 7
    \move   \i, 32*\i
.endr
.irp i, 9, 10, 11, 12, 13, 14, 15
    \move   \i, 32*\i
.endr
.endm

.macro load i, at
    vmovdqa \at(STATE), %ymm\i
.endm

.macro store i, at
    vmovdqa %ymm\i, \at(STATE)
.endm

    .text

function SYMBOL(narae_hight_rounds_gfni)
    registers load
    mov     $4, COUNT
1:  round   vpaddb, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    round   vpaddb, 1, 7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14
    round   vpaddb, 2, 6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13
    round   vpaddb, 3, 5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12
    round   vpaddb, 4, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11
    round   vpaddb, 5, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10
    round   vpaddb, 6, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9
    round   vpaddb, 7, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8
    add     $BATCH, KEYS
    dec     COUNT
    jnz     1b
    registers store
    vzeroupper
    ret
end_function SYMBOL(narae_hight_rounds_gfni)

function SYMBOL(narae_hight_rounds_back_gfni)
    registers load
    add     $3*BATCH, KEYS
    mov     $4, COUNT
1:  round   vpsubb, 7, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8
    round   vpsubb, 6, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9
    round   vpsubb, 5, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10
    round   vpsubb, 4, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11
    round   vpsubb, 3, 5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12
    round   vpsubb, 2, 6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13
    round   vpsubb, 1, 7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14
    round   vpsubb, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    sub     $BATCH, KEYS
    dec     COUNT
    jnz     1b
    registers store
    vzeroupper
    ret
end_function SYMBOL(narae_hight_rounds_back_gfni)

    read_only_data
    .p2align 5
by_f0:
    .rept   4
    .quad   HIGHT_F0
    .endr
by_f1:
    .rept   4
    .quad   HIGHT_F1
    .endr

#endif
