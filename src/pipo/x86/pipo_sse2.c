/* SPDX-License-Identifier: MIT */
/* PIPO for any x86-64: 16 blocks a group, two groups at a time.
 *
 * A rotation by an even number of bytes is two shuffles, by four one, others
 * are two shifts and an OR: 17 operations a round where AVX2 has 7, and 8
 * shuffles more for two groups to spread the key.  59 + 4 operations are
 * 15.8 cycles on Zen 5: 13 x 15.8 + 2 x 26 = 257 for 128 bytes, 2.0 cycles/byte.
 * Measured: 2.7, with a move for most operations and rows that wait in memory.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"
#    include "core/encrypt_only.h"

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_sse2
#    define LANES 2
#    define GROUPS 2

typedef u64x2 V;

#    define v_low8(x, y) ((V)_mm_unpacklo_epi8(simd128(x), simd128(y)))
#    define v_high8(x, y) ((V)_mm_unpackhi_epi8(simd128(x), simd128(y)))
#    define v_low64(x, y) ((V)_mm_unpacklo_epi64(simd128(x), simd128(y)))
#    define v_high64(x, y) ((V)_mm_unpackhi_epi64(simd128(x), simd128(y)))

/* For even n. */
#    define TURN(n) (0xe4e4 >> (8 - (n)) & 0xff)
#    define v_rotate_even(x, n)                             \
        ((V)((n) == 4 ? _mm_shuffle_epi32(simd128(x), 0xb1) \
                      : _mm_shufflehi_epi16(_mm_shufflelo_epi16(simd128(x), TURN(n)), TURN(n))))
#    define v_rotate(x, n) ((n) % 2 == 0 ? v_rotate_even(x, n) : (x) << 8 * (n) | (x) >> (64 - 8 * (n)))

KERNEL V
v_set1(uint64_t word)
{
    return (V)_mm_set1_epi64x((long long)word);
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES)
        return (V)simd128_load(p);
    return (V)(nblocks == 0 ? _mm_setzero_si128() : _mm_loadl_epi64((const __m128i *)p));
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES)
        simd128_store(p, x);
    else if (nblocks != 0)
        _mm_storel_epi64((__m128i *)p, simd128(x));
}

KERNEL V
v_counters(uint32_t fixed, uint32_t low)
{
    const uint64_t first = (uint64_t)__builtin_bswap32(low) << 32 | fixed;
    const uint64_t second = (uint64_t)__builtin_bswap32(low + 1) << 32 | fixed;

    return (V){first, second};
}

#    include "vector.inc"

#endif
