/* SPDX-License-Identifier: MIT */
/* GHASH for x86-64 with VPCLMULQDQ and AVX-512: four blocks a vector, 32 a
 * step.
 *
 * A product of four pairs of words starts every two cycles (Zen 5): 26 for a
 * step are 52 cycles, 0.102 cycles/byte.  The latency of a step is about 40.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define HASH_CODE __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))

#    include "vpclmul.inc"

#    define h_store(p, x) simd512_store(p, x)

HASH_KERNEL H
h_highest(H powers)
{
    return (H)_mm512_shuffle_i32x4(simd512(powers), simd512(powers), 0);
}

HASH_KERNEL H
choose(__mmask8 words, H otherwise, H x)
{
    return (H)_mm512_mask_mov_epi64(simd512(otherwise), words, simd512(x));
}

/* h^2, then h^3 and h^4 with it. */
HASH_KERNEL H
h_last_powers(H h)
{
    const H h2 = product_vpclmul(h, h);

    return choose(0xc0, choose(0x30, product_vpclmul(choose(0x0c, h2, h), h2), h2), h);
}

#    include "ghash/clmul_blocks.inc"

#    include "clmul_powers.inc"

#endif
