/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 with GFNI and AVX2: as hight_gfni512.c, 32 blocks a group, one at a
 * time: two would not fit 16 registers.
 *
 * A round waits for three operations, 7 cycles of Zen 4: 32 x 7 and two transpositions,
 * 0.85 cycles/byte.  With nothing to wait for it would be 0.47.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "kernels.h"

#    define CODE __attribute__((target("avx2,gfni")))
#    define NAME(f) f##_gfni
#    define LANES 4
#    define GROUPS 1
#    define FEW 0
#    define ONE_BODY 0
#    define encrypt_few(schedule, out, in, nblocks) ((void)0)
#    define decrypt_few encrypt_few
#    define ctr_few(schedule, out, in, nblocks, counter) ((void)0)
#    define B u8x32
#    define v_word(w) ((V)_mm256_set1_epi32((int)(w)))
#    define f0(x) ((V)_mm256_gf2p8affine_epi64_epi8(simd256(x), _mm256_set1_epi64x((long long)HIGHT_F0), 0))
#    define f1(x) ((V)_mm256_gf2p8affine_epi64_epi8(simd256(x), _mm256_set1_epi64x((long long)HIGHT_F1), 0))

#    include "core/x86/blocks64.inc"

#    include "hight/vector.inc"

#endif
