/* SPDX-License-Identifier: MIT */
/* GHASH for x86-64 with VPCLMULQDQ and AVX2: two blocks a vector, 16 a step.
 *
 * A product of two pairs of words every two cycles (Zen 3): 26 for a step, 52
 * cycles, 0.203 cycles/byte.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("vpclmulqdq,avx2")))

#    include "vpclmul256.inc"

#    define v_store(p, x) _mm256_storeu_si256((__m256i *)(p), (__m256i)(x))

KERNEL V
v_highest(V powers)
{
    return (V)_mm256_permute2x128_si256((__m256i)powers, (__m256i)powers, 0);
}

KERNEL V
v_last_powers(V h)
{
    return (V)_mm256_blend_epi32((__m256i)product_vpclmul256(h, h), (__m256i)h, 0xf0);
}

#    include "ghash/clmul_blocks.inc"

#    include "clmul_powers.inc"

#endif
