/* Ascon-AEAD128 for x86-64 with AVX-512: up to 24 messages side by side.
 *
 * With operations of three inputs a round is 26 of them, in four levels:
 *
 *     11 for the S-box; each word of its output is the sum of one function of
 *        three words, or two, and of words;
 *     15 for the linear layer, two rotations and one sum for each word.
 *
 * The constant of the next round comes in with the sum of S-box output 2, run
 * backwards through the linear layer of that word beforehand.
 *
 * Eight lanes: a chain of at least 8 rounds x 8 cycles for 128 bytes.  More
 * fill the machine: (8 x 26 + 24) operations for every eight, at four a cycle
 * (Zen 5) 58 cycles for 128 bytes, 0.45 cycles/byte.  Measured, with 8, 16 and
 * 24 messages of 16 KiB: 0.91, 0.585 and 0.535 (clang 14), 1.03, 0.63 and 0.585
 * (gcc 12): an operation of three inputs passes its result on later than the
 * two cycles of others.
 *
 * Time depends on lengths and on which messages are forged alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>
#    include <stdint.h>

#    include "core/for_each.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define LANES 8
#    define GROUPS 3

typedef uint64_t V __attribute__((vector_size(64)));

#    define M(x) ((__m512i)(x))
#    define v_load(p) ((V)_mm512_load_si512(p))
#    define v_store(p, x) _mm512_store_si512(p, M(x))
#    define v_set1(word) ((V)_mm512_set1_epi64((long long)(word)))

/* Logic of three inputs, written in A, B and C. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };

#    define LOGIC(x, y, z, what) ((V)_mm512_ternarylogic_epi64(M(x), M(y), M(z), (what) & 0xff))
#    define TURN(x, n) ((V)_mm512_ror_epi64(M(x), n))

/* k[r] ^ (k[r] >>> 1) ^ (k[r] >>> 6) is the constant of round r + 1. */
static const uint64_t k[12] = {
    0x376938bca3083feb, 0x66ed271794610775, 0x566ed271794610ff, 0xc5e51841fab37649,
    0xf566ed27179461c3, 0xa4e2f28c20fd595d, 0x946107eacdda4ed7, 0x83f566ed27179430,
    0xb376938bca3083ba, 0xe2f28c20fd59bb24, 0xd2717946107eacae, 0,
};

KERNEL void
one_round(V x[8], V next)
{
    const V x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];

    const V y0 = LOGIC(x0, x1, x4, A ^ (~(A ^ C) & B)) ^ LOGIC(x3, x1, x2, A ^ (~B & C));
    const V y1 = LOGIC(LOGIC(x1, x2, x3, A ^ (~(A ^ B) & C) ^ (~A & B)), x0, x4, A ^ B ^ C);
    const V y2 = LOGIC(LOGIC(x1, x3, x4, ~(A ^ (~B & C))), x2, next, A ^ B ^ C);
    const V y3 = LOGIC(LOGIC(x0, x3, x4, B ^ (~B & C) ^ (~(B ^ C) & (A ^ C))), x1, x2, A ^ B ^ C);
    const V y4 = LOGIC(x0, x1, x4, C ^ (~(A ^ C) & B)) ^ x3;

    x[0] = LOGIC(y0, TURN(y0, 19), TURN(y0, 28), A ^ B ^ C);
    x[1] = LOGIC(y1, TURN(y1, 61), TURN(y1, 39), A ^ B ^ C);
    x[2] = LOGIC(y2, TURN(y2, 1), TURN(y2, 6), A ^ B ^ C);
    x[3] = LOGIC(y3, TURN(y3, 10), TURN(y3, 17), A ^ B ^ C);
    x[4] = LOGIC(y4, TURN(y4, 7), TURN(y4, 41), A ^ B ^ C);
}

KERNEL void
rounds(V x[][8], unsigned groups, unsigned from, unsigned to)
{
    for (unsigned r = from; r < to; r++)
        FOR_EACH(g, groups, one_round(x[g], v_set1(k[r])););
}

#    define BLOCK(p) _mm_loadu_si128((const __m128i *)(p))

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
    const __m512i even = _mm512_unpacklo_epi64(M(x[0]), M(x[1])),
                  odd = _mm512_unpackhi_epi64(M(x[0]), M(x[1]));

#    define STORE(x, i, p) _mm_storeu_si128((__m128i *)((p) + at), _mm512_extracti64x2_epi64(x, i))
    STORE(even, 0, p[0]), STORE(odd, 0, p[1]);
    STORE(even, 1, p[2]), STORE(odd, 1, p[3]);
    STORE(even, 2, p[4]), STORE(odd, 2, p[5]);
    STORE(even, 3, p[6]), STORE(odd, 3, p[7]);
}

#    include "ascon_lanes.h"

#endif
