/* SPDX-License-Identifier: MIT */
/* GHASH for x86-64 with PCLMULQDQ: eight blocks a step.
 *
 * A product every two cycles (Zen 5): 26 for a step, 52 cycles, 0.41
 * cycles/byte.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "kernels.h"

#    define CODE __attribute__((target("pclmul,ssse3")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_pclmul
#    define BLOCKS 1
#    define VECTORS 8

typedef uint64_t V __attribute__((vector_size(16)));

#    define v_multiply(x, y) ((V)_mm_clmulepi64_si128((__m128i)(x), (__m128i)(y), 0x00))
#    define v_multiply_high(x, y) ((V)_mm_clmulepi64_si128((__m128i)(x), (__m128i)(y), 0x11))
#    define v_multiply_mixed(x, y) ((V)_mm_clmulepi64_si128((__m128i)(x), (__m128i)(y), 0x01))
#    define v_halves(x) ((V)_mm_shuffle_epi32((__m128i)(x), 0x4e))
#    define v_up(x) ((V)_mm_slli_si128((__m128i)(x), 8))
#    define v_down(x) ((V)_mm_srli_si128((__m128i)(x), 8))
#    define v_low(word) ((V){word, 0})
#    define v_load(p, n) v_first(p)
#    define v_broadcast(p) v_first(p)

KERNEL V
v_first(const uint8_t *p)
{
    return (V)_mm_loadu_si128((const __m128i *)p);
}

KERNEL V
v_bytes(V x)
{
    return (V)_mm_shuffle_epi8((__m128i)x, _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f));
}

KERNEL void
v_sum(uint8_t *p, V x)
{
    _mm_storeu_si128((__m128i *)p, (__m128i)v_bytes(x));
}

#    include "ghash/clmul.inc"

#    define v_store(p, x) _mm_storeu_si128((__m128i *)(p), (__m128i)(x))
#    define v_highest(x) (x)
#    define v_last_powers(h) (h)

#    include "ghash/clmul_blocks.inc"

#    include "clmul_powers.inc"

#endif
