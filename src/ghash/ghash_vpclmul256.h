/* What ghash_clmul.h wants to know of VPCLMULQDQ with AVX2.  The including file
 * defines CODE. */

#include <immintrin.h>

#include "ghash_x86.h"

#define KERNEL static inline __attribute__((always_inline)) CODE
#define NAME(f) f##_vpclmul256
#define BLOCKS 2
#define VECTORS 8

typedef uint64_t V __attribute__((vector_size(32)));

#define v_multiply(x, y) ((V)_mm256_clmulepi64_epi128((__m256i)(x), (__m256i)(y), 0x00))
#define v_multiply_high(x, y) ((V)_mm256_clmulepi64_epi128((__m256i)(x), (__m256i)(y), 0x11))
#define v_halves(x) ((V)_mm256_shuffle_epi32((__m256i)(x), 0x4e))
#define v_up(x) ((V)_mm256_bslli_epi128((__m256i)(x), 8))
#define v_down(x) ((V)_mm256_bsrli_epi128((__m256i)(x), 8))
#define v_low(word) ((V){word, 0, word, 0})

KERNEL V
v_first(const uint8_t *p)
{
    return (V)_mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

KERNEL V
v_load(const uint8_t *p, size_t n)
{
    return n == BLOCKS ? (V)_mm256_loadu_si256((const __m256i *)p) : v_first(p);
}

KERNEL V
v_broadcast(const uint8_t *p)
{
    return (V)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

KERNEL V
v_bytes(V x)
{
    const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);

    return (V)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(order));
}

KERNEL void
v_sum(uint8_t *p, V x)
{
    const __m128i one = _mm256_castsi256_si128((__m256i)x) ^ _mm256_extracti128_si256((__m256i)x, 1);
    const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);

    _mm_storeu_si128((__m128i *)p, _mm_shuffle_epi8(one, order));
}

#include "ghash_clmul.h"
