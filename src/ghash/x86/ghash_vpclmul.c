/* SPDX-License-Identifier: MIT */
/* GHASH for x86-64 with VPCLMULQDQ and AVX-512: four blocks a vector, 32 a
 * step.
 *
 * A product of four pairs of words every two cycles (Zen 5): 26 for a step,
 * 52 cycles, 0.102 cycles/byte.  The chain through a step is about 40.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))

#    include "vpclmul.inc"

#    define v_store(p, x) _mm512_storeu_si512(p, (__m512i)(x))

KERNEL V
v_highest(V powers)
{
    return (V)_mm512_shuffle_i32x4((__m512i)powers, (__m512i)powers, 0);
}

KERNEL V
choose(__mmask8 words, V otherwise, V x)
{
    return (V)_mm512_mask_mov_epi64((__m512i)otherwise, words, (__m512i)x);
}

/* h^2, then h^3 and h^4 with it. */
KERNEL V
v_last_powers(V h)
{
    const V h2 = product_vpclmul(h, h);

    return choose(0xc0, choose(0x30, product_vpclmul(choose(0x0c, h2, h), h2), h2), h);
}

#    include "ghash/clmul_blocks.inc"

#    include "clmul_powers.inc"

#endif
