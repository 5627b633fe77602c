/* SPDX-License-Identifier: MIT */
/* SHA-3 and SHAKE for x86-64 with AVX-512: eight messages side by side.
 * keccak_8_avx512.S has the rounds, and blocks of whole words.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <stddef.h>
#    include <stdint.h>

#    include "core/x86/simd512.h"

#    include "keccak/batch.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define LANES 8
#    define permute narae_keccak_f1600_8_avx512
#    define absorb_blocks narae_keccak_absorb_8_avx512

typedef __m512i V;

#    define v_load(p) _mm512_load_si512(p)

/* Two words of lanes l, l + 2, l + 4 and l + 6. */
KERNEL void
v_put_pairs(V x, uint8_t *const out[8], size_t at, unsigned l)
{
    simd128_store((out[l] + at), _mm512_castsi512_si128(x));
    simd128_store((out[l + 2] + at), _mm512_extracti64x2_epi64(x, 1));
    simd128_store((out[l + 4] + at), _mm512_extracti64x2_epi64(x, 2));
    simd128_store((out[l + 6] + at), _mm512_extracti64x2_epi64(x, 3));
}

KERNEL void
v_put(V x, V y, uint8_t *const out[8], size_t at)
{
    v_put_pairs(_mm512_unpacklo_epi64(x, y), out, at, 0);
    v_put_pairs(_mm512_unpackhi_epi64(x, y), out, at, 1);
}

#    include "keccak/lanes.inc"

#endif
