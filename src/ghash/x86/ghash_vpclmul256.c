/* SPDX-License-Identifier: MIT */
/* GHASH for x86-64 with VPCLMULQDQ and AVX2: two blocks a vector, 16 a step.
 *
 * A product of two pairs of words starts every two cycles (Zen 3): 26 for a
 * step are 52 cycles, 0.203 cycles/byte.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define HASH_CODE __attribute__((target("vpclmulqdq,avx2")))

#    include "vpclmul256.inc"

#    define h_store(p, x) simd256_store(p, x)

HASH_KERNEL H
h_highest(H powers)
{
    return (H)_mm256_permute2x128_si256(simd256(powers), simd256(powers), 0);
}

HASH_KERNEL H
h_last_powers(H h)
{
    return (H)_mm256_blend_epi32(simd256(product_vpclmul256(h, h)), simd256(h), 0xf0);
}

#    include "ghash/clmul_blocks.inc"

#    include "clmul_powers.inc"

#endif
