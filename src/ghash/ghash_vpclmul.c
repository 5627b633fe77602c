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

#    include "ghash_vpclmul.h"

#    include "ghash_clmul_blocks.h"

/* The first block in all. */
KERNEL V
highest(V powers)
{
    return (V)_mm512_shuffle_i32x4((__m512i)powers, (__m512i)powers, 0);
}

KERNEL V
choose(__mmask8 words, V otherwise, V x)
{
    return (V)_mm512_mask_mov_epi64((__m512i)otherwise, words, (__m512i)x);
}

/* h^2; h^4 and h^3; then four powers more, eight, and 16.  A chain of five
 * products is some 150 cycles; for one block at a time all 31 take 400. */
CODE void
narae_ghash_powers_vpclmul(narae_ghash_key *key)
{
    const V h = v_bytes(v_broadcast(key->h)), h2 = product_vpclmul(h, h);
    V power[8];

    power[7] = choose(0xc0, choose(0x30, product_vpclmul(choose(0x0c, h2, h), h2), h2), h);
    power[6] = product_vpclmul(power[7], highest(power[7]));
    FOR_EACH(i, 2, power[4 + i] = product_vpclmul(power[6 + i], highest(power[6])););
    FOR_EACH(i, 4, power[i] = product_vpclmul(power[4 + i], highest(power[4])););
    FOR_EACH(i, 8, _mm512_storeu_si512(key->powers + 64 * i, (__m512i)power[i]););
}

#endif
