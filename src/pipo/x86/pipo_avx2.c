/* SPDX-License-Identifier: MIT */
/* PIPO for x86-64 with AVX2: 32 blocks a group, up to three groups
 * at a time.
 *
 * Rotating a word by bytes is one shuffle: a round is 49 operations, 12.3
 * cycles on Zen 5 at four a cycle.  PIPO-64/128 is 13 x 12.3 + 2 + 2 x 26 = 214
 * cycles for 256 bytes, 0.84 cycles/byte; PIPO-64/256 1.03.  Measured: 1.14 and
 * 1.42; rows that wait in memory cost the rest.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"
#    include "core/encrypt_only.h"

#    include "kernels.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2
#    define LANES 4
#    define GROUPS 3

typedef u64x4 V;

#    define v_low8(x, y) ((V)_mm256_unpacklo_epi8(simd256(x), simd256(y)))
#    define v_high8(x, y) ((V)_mm256_unpackhi_epi8(simd256(x), simd256(y)))
#    define v_low64(x, y) ((V)_mm256_unpacklo_epi64(simd256(x), simd256(y)))
#    define v_high64(x, y) ((V)_mm256_unpackhi_epi64(simd256(x), simd256(y)))

KERNEL V
v_set1(uint64_t word)
{
    return (V)_mm256_set1_epi64x((long long)word);
}

KERNEL __m256i
v_first(size_t nblocks)
{
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)nblocks), _mm256_set_epi64x(3, 2, 1, 0));
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES)
        return (V)simd256_load(p);

    const __m128i zero = _mm_setzero_si128();
    const __m128i low = nblocks >= 2   ? simd128_load(p)
                        : nblocks == 1 ? _mm_loadl_epi64((const __m128i *)p)
                                       : zero;

    return (V)_mm256_set_m128i(nblocks == 3 ? _mm_loadl_epi64((const __m128i *)(p + 16)) : zero, low);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES)
        simd256_store(p, x);
    else
        _mm256_maskstore_epi64((long long *)p, v_first(nblocks), simd256(x));
}

KERNEL V
v_rotate(V x, unsigned n)
{
    const uint64_t low = 0x0706050403020100, word = low << 8 * n | low >> (64 - 8 * n);

    return (V)_mm256_shuffle_epi8(
        simd256(x), simd256_repeat(_mm_set_epi64x((long long)(word | 0x0808080808080808), (long long)word)));
}

KERNEL V
v_counters(uint32_t fixed, uint32_t low)
{
    const __m256i swap = _mm256_set_epi32(0x08090a0b, (int)0x80808080, 0x00010203, (int)0x80808080,
                                          0x08090a0b, (int)0x80808080, 0x00010203, (int)0x80808080);
    const __m256i n = _mm256_add_epi32(_mm256_set1_epi32((int)low), _mm256_set_epi64x(3, 2, 1, 0));

    return (V)_mm256_shuffle_epi8(n, swap) | v_set1(fixed);
}

#    include "vector.inc"

#endif
