/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with AES-NI and AVX2: 32 blocks at a time.
 *
 * A round is 64 operations for AES-NI on halves of vectors, 48 for the affine
 * maps of half the S-boxes, 8 shuffles, 56 XORs and 16 keys: 192, of which Zen 5
 * does four a cycle.  ARIA-128 is 12 of them and two transpositions of 64: 608
 * cycles for 512 bytes, 1.19 cycles/byte.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("aes,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2
#    define FEW 16

#    include "ymm.inc"

#    define v_aes(x) v_each_half(x, _mm_aesenclast_si128)
#    define v_aes_inverse(x) v_each_half(x, _mm_aesdeclast_si128)
#    define v_each_half(x, round)                                                             \
        ((V)_mm256_setr_m128i(round(_mm256_castsi256_si128(simd256(x)), _mm_setzero_si128()), \
                              round(_mm256_extracti128_si256(simd256(x), 1), _mm_setzero_si128())))
#    define v_look_up(high, low, x)                                                                  \
        ((V)_mm256_shuffle_epi8(simd256_repeat(_mm_set_epi64x((long long)(high), (long long)(low))), \
                                simd256(x)))
#    define v_down4(x) ((V)_mm256_srli_epi64(simd256(x), 4))
#    define v_each(byte) ((V)_mm256_set1_epi8(byte))

KERNEL V
v_turned(V x)
{
    const __m128i rows = _mm_set_epi64x(0x070e050c030a0108, 0x0f060d040b020900);

    return (V)_mm256_shuffle_epi8(simd256(x), simd256_repeat(rows));
}

#    include "aria/aes.inc"

#    include "rounds.inc"
#    include "aria/vector.inc"

#endif
