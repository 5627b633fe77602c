/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with AES-NI and AVX2: 8 blocks a group, eight groups at a time.
 *
 * As seed_aesni.c, but with half the operations, except that the S-boxes of a vector take
 * two AES-NI instructions: 30 for G of a group.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("aes,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2

#    include "core/x86/words256.inc"

#    include "avx2.inc"

#    define v_look_up(high, low, x)                                                                  \
        ((V)_mm256_shuffle_epi8(simd256_repeat(_mm_set_epi64x((long long)(high), (long long)(low))), \
                                simd256(x)))
#    define v_low4(x) ((x) & 0x0f0f0f0f)
#    define v_down4(x) v_low4((x) >> 4)

KERNEL V
v_aes(V x)
{
    const __m128i zero = _mm_setzero_si128();

    return (V)_mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_aesenclast_si128(_mm256_castsi256_si128(simd256(x)), zero)),
        _mm_aesenclast_si128(_mm256_extracti128_si256(simd256(x), 1), zero), 1);
}

#    include "seed/aes.inc"
#    include "seed/each.inc"

#    include "seed/vector.inc"

#endif
