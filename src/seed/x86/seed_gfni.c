/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with GFNI and AVX2: 8 blocks a group, eight groups at a time.
 *
 *     G of a group    3 GFNI, a blend, and seed_mix() with 2 shuffles and 7 others: 13
 *
 * A round is three of these, 2 for the keys, 3 additions and 3 XORs: 47.  16 of them are 188 cycles
 * for 128 bytes on four pipes, 1.47 cycles/byte.  Measured on Zen 4, 16 KiB: 2.37, 1.61 of the
 * count, because the words of all groups are in memory.  With four groups 3.13: their throughput is
 * 47 cycles a round, but the latency of the three G is some 60.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "gfni.inc"
#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_gfni

#    include "core/x86/words256.inc"

#    include "avx2.inc"

KERNEL V
v_substitute(V x)
{
    const __m256i y = _mm256_gf2p8affine_epi64_epi8(simd256(x), _mm256_set1_epi64x(INTO_MATRIX), 0);

    return v_blend_odd((V)_mm256_gf2p8affineinv_epi64_epi8(y, _mm256_set1_epi64x((long long)S0_MATRIX), 0xa9),
                       (V)_mm256_gf2p8affineinv_epi64_epi8(y, _mm256_set1_epi64x(S1_MATRIX), 0x38));
}

#    include "seed/each.inc"

#    include "seed/vector.inc"

#endif
