/* What ghash_clmul.h wants to know of VPCLMULQDQ with AVX-512.  The including
 * file defines CODE. */

#include <immintrin.h>

#include "ghash_x86.h"

#define KERNEL static inline __attribute__((always_inline)) CODE
#define NAME(f) f##_vpclmul
#define BLOCKS 4
#define VECTORS 8

typedef uint64_t V __attribute__((vector_size(64)));

#define v_multiply(x, y) ((V)_mm512_clmulepi64_epi128((__m512i)(x), (__m512i)(y), 0x00))
#define v_multiply_high(x, y) ((V)_mm512_clmulepi64_epi128((__m512i)(x), (__m512i)(y), 0x11))
#define v_halves(x) ((V)_mm512_shuffle_epi32((__m512i)(x), _MM_PERM_BADC))
#define v_up(x) ((V)_mm512_bslli_epi128((__m512i)(x), 8))
#define v_down(x) ((V)_mm512_bsrli_epi128((__m512i)(x), 8))
#define v_low(word) ((V){word, 0, word, 0, word, 0, word, 0})

KERNEL V
v_load(const uint8_t *p, size_t n)
{
    if (n == BLOCKS)
        return (V)_mm512_loadu_si512(p);
    return (V)_mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * n) - 1), p);
}

KERNEL V
v_broadcast(const uint8_t *p)
{
    return (V)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
}

KERNEL V
v_first(const uint8_t *p)
{
    return (V)_mm512_zextsi128_si512(_mm_loadu_si128((const __m128i *)p));
}

KERNEL V
v_bytes(V x)
{
    const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);

    return (V)_mm512_shuffle_epi8((__m512i)x, _mm512_broadcast_i32x4(order));
}

KERNEL void
v_sum(uint8_t *p, V x)
{
    const __m256i two = _mm512_castsi512_si256((__m512i)x) ^ _mm512_extracti64x4_epi64((__m512i)x, 1);
    const __m128i one = _mm256_castsi256_si128(two) ^ _mm256_extracti128_si256(two, 1);
    const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);

    _mm_storeu_si128((__m128i *)p, _mm_shuffle_epi8(one, order));
}

#include "ghash_clmul.h"
