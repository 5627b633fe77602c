/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for x86-64 with AVX-512: four states side by side.  FIPS 202, 3.2.
 *
 *   void narae_keccak_f1600_4_avx512(uint64_t state[25][4]);
 *
 * rounds_avx512.inc has the rounds: 24 x 90 operations of 256 bits, of which Emerald Rapids
 * starts three a cycle (two of 512 bits): 720 cycles, measured 746; eight states
 * (keccak_8_avx512.S) take 1097.
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "keccak_4_avx512.S"

#define V      %ymm
#define TO_ALL {1to4}

#include "rounds_avx512.inc"

.macro load i
    vmovdqa64 32*\i(STATE), %ymm\i
.endm

.macro store i
    vmovdqa64 %ymm\i, 32*\i(STATE)
.endm

function SYMBOL(narae_keccak_f1600_4_avx512)
    each_word load
    call    .Lrounds
    each_word store
    vzeroupper
    ret
end_function SYMBOL(narae_keccak_f1600_4_avx512)

#endif
