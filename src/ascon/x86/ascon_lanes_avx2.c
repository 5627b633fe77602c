/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128 for x86-64 with AVX2: four messages side by side.
 *
 * A round is 22 operations for constant and S-box, 10 rotations of two shifts
 * and an OR, and 10 XORs: 62 operations.  At four a cycle (Zen 5) 8 rounds are
 * 124 cycles for 64 bytes, and the XORs into the rate 6: 2.0 cycles/byte.
 * Measured: 3.25 with clang 14, 3.4 with gcc 12, limited by the latency of a
 * round.
 *
 * Time depends on lengths and on which messages are forged alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <stdint.h>

#    include "core/x86/simd256.h"
#    include "core/for_each.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2
#    define LANES 4
#    define GROUPS 1

typedef u64x4 V;

#    define v_load(p) ((V)_mm256_load_si256((const __m256i *)(p)))
#    define v_store(p, x) _mm256_store_si256((__m256i *)(p), simd256(x))
#    define v_set1(word) ((V)_mm256_set1_epi64x((long long)(word)))

#    define TURN(x, n) ((x) >> (n) | (x) << (64 - (n)))

/* x2 already includes the constant; that of the next round is added. */
KERNEL void
one_round(V x[5], V next)
{
    V x0 = x[0] ^ x[4], x1 = x[1], x2 = x[2] ^ x[1], x3 = x[3], x4 = x[4] ^ x[3];
    V y0 = x0 ^ (~x1 & x2), y1 = x1 ^ (~x2 & x3), y2 = ~(x2 ^ (~x3 & x4)), y3 = x3 ^ (~x4 & x0);
    V y4 = x4 ^ (~x0 & x1);

    y1 ^= y0;
    y0 ^= y4;
    y3 ^= ~y2;

    x[0] = y0 ^ TURN(y0, 19) ^ TURN(y0, 28);
    x[1] = y1 ^ TURN(y1, 61) ^ TURN(y1, 39);
    x[2] = y2 ^ TURN(y2, 1) ^ TURN(y2, 6) ^ next;
    x[3] = y3 ^ TURN(y3, 10) ^ TURN(y3, 17);
    x[4] = y4 ^ TURN(y4, 7) ^ TURN(y4, 41);
}

KERNEL void
rounds(V x[][5], unsigned groups, unsigned from, unsigned to)
{
    FOR_EACH_OF(GROUPS, g, groups, x[g][2] ^= v_set1(0xf0 - 0x0f * from););
    for (unsigned r = from + 1; r <= to; r++)
        FOR_EACH_OF(GROUPS, g, groups, one_round(x[g], v_set1(r < to ? 0xf0 - 0x0f * r : 0)););
}

#    define BLOCK(p) simd128_load(p)

KERNEL void
v_gather(V x[2], const uint8_t *const p[4], size_t at)
{
    const __m256i even =
        _mm256_inserti128_si256(_mm256_castsi128_si256(BLOCK(p[0] + at)), BLOCK(p[2] + at), 1);
    const __m256i odd =
        _mm256_inserti128_si256(_mm256_castsi128_si256(BLOCK(p[1] + at)), BLOCK(p[3] + at), 1);

    x[0] = (V)_mm256_unpacklo_epi64(even, odd);
    x[1] = (V)_mm256_unpackhi_epi64(even, odd);
}

KERNEL void
v_scatter(uint8_t *const p[4], size_t at, const V x[2])
{
    const __m256i even = _mm256_unpacklo_epi64(simd256(x[0]), simd256(x[1])),
                  odd = _mm256_unpackhi_epi64(simd256(x[0]), simd256(x[1]));

    simd128_store((p[0] + at), _mm256_castsi256_si128(even));
    simd128_store((p[1] + at), _mm256_castsi256_si128(odd));
    simd128_store((p[2] + at), _mm256_extracti128_si256(even, 1));
    simd128_store((p[3] + at), _mm256_extracti128_si256(odd, 1));
}

#    include "lanes.inc"

#endif
