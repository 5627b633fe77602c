/* SPDX-License-Identifier: MIT */
/* PIPO for x86-64 with AVX2: 32 blocks a group, up to three groups
 * at a time.
 *
 * Rotating a word by bytes is one shuffle: a round is 49 operations, 12.3
 * cycles on Zen 5 at four a cycle.  PIPO-64/128 is 13 x 12.3 + 2 + 2 x 26 = 214
 * cycles for 256 bytes, 0.84 cycles/byte; PIPO-64/256 1.03.  Measured: 1.14 and
 * 1.42; the difference is spills.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/encrypt_only.h"

#    include "kernels.h"

#    define CODE __attribute__((target("avx2")))
#    define NAME(f) f##_avx2
#    define LANES 4
#    define GROUPS 3

#    include "core/x86/blocks64.inc"

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
