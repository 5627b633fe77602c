/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128 for x86-64 with AVX-512: up to 24 messages side by side.
 *
 * Let m be x1 ^ x2 with the round's constant, s be x3 ^ x4, and g be
 * x0 ^ x4 ^ (x1 | m).  Then each output word of the S-box is one three-input
 * operation (VPTERNLOG):
 *
 *     y0 = s ^ (x1 | g)    y1 = g ^ (~m & x3)    y2 = ~(m ^ (~x3 & x4))
 *     y3 = m ^ (x0 | s)    y4 = s ^ (x1 & g)
 *
 * 9 operations in all, in three levels; the linear layer is 15 in two levels,
 * two rotations and one sum for each word.  At two a cycle (Emerald Rapids) 8
 * rounds of every eight messages and 24 operations for their blocks are 108
 * cycles for 128 bytes, 0.84 cycles/byte, at four (Zen 5) 0.42.
 *
 * With only eight messages latency is the limit, on Zen 5 more than two cycles
 * for each level.  For them the S-box is 11 operations in two levels: each word
 * is the sum of one or two functions of three words and of words.  The constant
 * of the next round is added in the sum of word 2, after the inverse of that
 * word's linear layer was applied to it at compile time.
 *
 * Measured on Emerald Rapids, with 8, 16 and 24 messages of 16 KiB: 1.03, 0.84 and
 * 0.86 (clang 14), 1.02, 0.89 and 0.92 (gcc 12), which emits three times as
 * many register moves.  On Zen 5, with 8: 0.91 and 1.03.
 *
 * Time depends on lengths and on which messages are forged alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <stdint.h>

#    include "core/x86/simd512.h"
#    include "core/for_each.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define LANES 8
#    define GROUPS 3

typedef u64x8 V;

#    define v_load(p) ((V)_mm512_load_si512(p))
#    define v_store(p, x) _mm512_store_si512(p, simd512(x))
#    define v_set1(word) ((V)_mm512_set1_epi64((long long)(word)))

/* Truth tables of VPTERNLOG, written as expressions of A, B and C. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };

#    define LOGIC(x, y, z, what) \
        ((V)_mm512_ternarylogic_epi64(simd512(x), simd512(y), simd512(z), (what) & 0xff))
#    define TURN(x, n) ((V)_mm512_ror_epi64(simd512(x), n))

/* k[r] ^ (k[r] >>> 1) ^ (k[r] >>> 6) is the constant of round r + 1. */
static const uint64_t k[11] = {
    0x376938bca3083feb, 0x66ed271794610775, 0x566ed271794610ff, 0xc5e51841fab37649,
    0xf566ed27179461c3, 0xa4e2f28c20fd595d, 0x946107eacdda4ed7, 0x83f566ed27179430,
    0xb376938bca3083ba, 0xe2f28c20fd59bb24, 0xd2717946107eacae,
};

KERNEL void
linear_layer(V x[5], V y0, V y1, V y2, V y3, V y4)
{
    x[0] = LOGIC(y0, TURN(y0, 19), TURN(y0, 28), A ^ B ^ C);
    x[1] = LOGIC(y1, TURN(y1, 61), TURN(y1, 39), A ^ B ^ C);
    x[2] = LOGIC(y2, TURN(y2, 1), TURN(y2, 6), A ^ B ^ C);
    x[3] = LOGIC(y3, TURN(y3, 10), TURN(y3, 17), A ^ B ^ C);
    x[4] = LOGIC(y4, TURN(y4, 7), TURN(y4, 41), A ^ B ^ C);
}

KERNEL void
short_round(V x[5], V constant)
{
    const V x0 = x[0], x1 = x[1], x3 = x[3], x4 = x[4];

    const V m = LOGIC(x1, x[2], constant, A ^ B ^ C), s = x3 ^ x4;
    const V g = LOGIC(x0 ^ x4, x1, m, A ^ (B | C));

    linear_layer(x, LOGIC(s, x1, g, A ^ (B | C)), LOGIC(g, m, x3, A ^ (~B & C)),
                 LOGIC(m, x3, x4, ~(A ^ (~B & C))), LOGIC(m, x0, s, A ^ (B | C)),
                 LOGIC(s, x1, g, A ^ (B & C)));
}

/* x2 has its constant. */
KERNEL void
shallow_round(V x[5], V next)
{
    const V x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];

    const V y0 = LOGIC(x0, x1, x4, A ^ (~(A ^ C) & B)) ^ LOGIC(x3, x1, x2, A ^ (~B & C));
    const V y1 = LOGIC(LOGIC(x1, x2, x3, A ^ (~(A ^ B) & C) ^ (~A & B)), x0, x4, A ^ B ^ C);
    const V y2 = LOGIC(LOGIC(x1, x3, x4, ~(A ^ (~B & C))), x2, next, A ^ B ^ C);
    const V y3 = LOGIC(LOGIC(x0, x3, x4, B ^ (~B & C) ^ (~(B ^ C) & (A ^ C))), x1, x2, A ^ B ^ C);
    const V y4 = LOGIC(x0, x1, x4, C ^ (~(A ^ C) & B)) ^ x3;

    linear_layer(x, y0, y1, y2, y3, y4);
}

#    define CONSTANT(r) v_set1(0xf0 - 0x0f * (r))

KERNEL void
rounds(V x[][5], unsigned groups, unsigned from, unsigned to)
{
    if (groups > 1) {
        for (unsigned r = from; r < to; r++)
            FOR_EACH_OF(GROUPS, g, groups, short_round(x[g], CONSTANT(r)););
        return;
    }
    x[0][2] ^= CONSTANT(from);
    for (unsigned r = from; r + 1 < to; r++)
        shallow_round(x[0], v_set1(k[r]));
    shallow_round(x[0], v_set1(0));
}

#    define BLOCK(p) simd128_load(p)

KERNEL __m512i
four_blocks(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d)
{
    __m512i x = _mm512_castsi128_si512(BLOCK(a));

    x = _mm512_mask_broadcast_i64x2(x, 0x0c, BLOCK(b));
    x = _mm512_mask_broadcast_i64x2(x, 0x30, BLOCK(c));
    return _mm512_mask_broadcast_i64x2(x, 0xc0, BLOCK(d));
}

KERNEL void
v_gather(V x[2], const uint8_t *const p[8], size_t at)
{
    const __m512i even = four_blocks(p[0] + at, p[2] + at, p[4] + at, p[6] + at),
                  odd = four_blocks(p[1] + at, p[3] + at, p[5] + at, p[7] + at);

    x[0] = (V)_mm512_unpacklo_epi64(even, odd);
    x[1] = (V)_mm512_unpackhi_epi64(even, odd);
}

KERNEL void
v_scatter(uint8_t *const p[8], size_t at, const V x[2])
{
    const __m512i even = _mm512_unpacklo_epi64(simd512(x[0]), simd512(x[1])),
                  odd = _mm512_unpackhi_epi64(simd512(x[0]), simd512(x[1]));

#    define STORE(x, i, p) simd128_store(((p) + at), _mm512_extracti64x2_epi64(x, i))
    STORE(even, 0, p[0]), STORE(odd, 0, p[1]);
    STORE(even, 1, p[2]), STORE(odd, 1, p[3]);
    STORE(even, 2, p[4]), STORE(odd, 2, p[5]);
    STORE(even, 3, p[6]), STORE(odd, 3, p[7]);
}

#    include "lanes.inc"

#endif
