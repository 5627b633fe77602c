/* SPDX-License-Identifier: MIT */
/* Poly1305 for x86-64 with AVX-512-IFMA.  RFC 8439, 2.5.
 *
 * Eight blocks, one in each lane, as limbs of 44, 44 and 42
 * bits; each lane has its own sum,
 *
 *     h = (h + block) r^8    for every 8 blocks,
 *
 * and at the end lane k is multiplied by r^(8 - k) instead and all are added.
 * For long messages 32 blocks are processed together,
 *
 *     h = (h + block) r^32 + block' r^24 + block'' r^16 + block''' r^8:
 *
 * one reduction for four products, three of which do not depend on h.
 *
 * A product of 52 bits comes as two halves: the low ones are added in a column,
 * the high ones, of weight 2^52 = 2^8 2^44, are shifted and added in the next.
 *
 *   32 blocks: 4 x (18 products + 8 to split blocks) + 3 additions + 20 to
 *   reduce = 127 operations; 72 products at two a cycle (Zen 5) take 36 cycles
 *   for 512 bytes, 0.07 cycles/byte.  Measured: 0.09, the latency from one sum
 *   to the next; 0.117 for 16 KiB with the powers and the last step.
 *
 * Below 24 blocks the powers would take longer than the message.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"
#    include "core/bytes.h"

#    include "poly1305/limbs.h"
#    include "poly1305/poly1305_internal.h"

#    define CODE __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")))
#    define KERNEL static inline __attribute__((always_inline)) CODE

/* The fewest blocks for which 8, and 32, at a time are faster in spite of their
 * powers. */
enum { MIN_BLOCKS = 24, MANY = 64 };

typedef u64x8 V;

typedef struct limbs {
    V x0, x1, x2;
} limbs;

/* A factor r, with 20 r1 and 20 r2. */
typedef struct factor {
    V r0, r1, r2, s1, s2;
} factor;

/* Sums of products: low halves, high halves. */
typedef struct columns {
    V low0, low1, low2, high0, high1, high2;
} columns;

KERNEL V
each(uint64_t x)
{
    return (V)_mm512_set1_epi64((long long)x);
}

KERNEL factor
factor_of(limbs r)
{
    return (factor){r.x0, r.x1, r.x2, (r.x1 << 4) + (r.x1 << 2), (r.x2 << 4) + (r.x2 << 2)};
}

KERNEL void
add_product(columns *sum, limbs h, const factor *r)
{
#    define ADD(i, a, b)                                                                      \
        sum->low##i = (V)_mm512_madd52lo_epu64(simd512(sum->low##i), simd512(a), simd512(b)); \
        sum->high##i = (V)_mm512_madd52hi_epu64(simd512(sum->high##i), simd512(a), simd512(b))

    ADD(0, h.x2, r->s1);
    ADD(1, h.x2, r->s2);
    ADD(2, h.x2, r->r0);
    ADD(0, h.x0, r->r0);
    ADD(1, h.x0, r->r1);
    ADD(2, h.x0, r->r2);
    ADD(0, h.x1, r->s2);
    ADD(1, h.x1, r->r0);
    ADD(2, h.x1, r->r1);
}

/* Limbs below 2^44 + 2^20 or so.  Column 2's high half has weight 2^140, which
 * is 5 * 2^10. */
KERNEL limbs
reduce(columns sum)
{
    V x0 = sum.low0 + (sum.high2 << 12) + (sum.high2 << 10);
    V x1 = sum.low1 + (sum.high0 << 8), x2 = sum.low2 + (sum.high1 << 8);

    x1 += x0 >> 44;
    x0 &= each(LOW44);
    x2 += x1 >> 44;
    x1 &= each(LOW44);
    const V carry = x2 >> 42;
    x2 &= each(LOW42);
    x0 += carry + (carry << 2);
    x1 += x0 >> 44;
    x0 &= each(LOW44);
    return (limbs){x0, x1, x2};
}

KERNEL limbs
multiply(limbs h, const factor *r)
{
    columns sum = {0};

    add_product(&sum, h, r);
    return reduce(sum);
}

/* Blocks 0, 4, 1, 5, 2, 6, 3, 7. */
KERNEL limbs
load(const uint8_t *in)
{
    const __m512i a = simd512_load(in), b = simd512_load(in + 64);
    const V low = (V)_mm512_unpacklo_epi64(a, b), high = (V)_mm512_unpackhi_epi64(a, b);

    return (limbs){low & each(LOW44), (low >> 44 | high << 20) & each(LOW44),
                   high >> 24 | each((uint64_t)1 << 40)};
}

KERNEL limbs
add(limbs a, limbs b)
{
    return (limbs){a.x0 + b.x0, a.x1 + b.x1, a.x2 + b.x2};
}

/* The powers r^8, r^4, r^7, r^3, r^6, r^2, r^5, r: what each block of the last
 * eight is multiplied by. */
KERNEL limbs
last_powers(poly1305_limbs r)
{
    const poly1305_limbs r2 = poly1305_multiply(r, r), r3 = poly1305_multiply(r2, r),
                         r4 = poly1305_multiply(r2, r2);
    limbs low, fourth;

#    define LANES(i) (V){r4.x[i], r4.x[i], r3.x[i], r3.x[i], r2.x[i], r2.x[i], r.x[i], r.x[i]}
    low = (limbs){LANES(0), LANES(1), LANES(2)};
    fourth = (limbs){(V){r4.x[0], 1, r4.x[0], 1, r4.x[0], 1, r4.x[0], 1},
                     (V){r4.x[1], 0, r4.x[1], 0, r4.x[1], 0, r4.x[1], 0},
                     (V){r4.x[2], 0, r4.x[2], 0, r4.x[2], 0, r4.x[2], 0}};
    const factor f = factor_of(fourth);
    return multiply(low, &f);
}

KERNEL limbs
first_lane(limbs x)
{
    return (limbs){(V)_mm512_broadcastq_epi64(_mm512_castsi512_si128(simd512(x.x0))),
                   (V)_mm512_broadcastq_epi64(_mm512_castsi512_si128(simd512(x.x1))),
                   (V)_mm512_broadcastq_epi64(_mm512_castsi512_si128(simd512(x.x2)))};
}

/* The sum of all lanes, h < 2^130 + 2^65 or so. */
KERNEL void
finish(narae_poly1305_sum *sum, limbs h)
{
    uint64_t x0 = (uint64_t)_mm512_reduce_add_epi64(simd512(h.x0)),
             x1 = (uint64_t)_mm512_reduce_add_epi64(simd512(h.x1)),
             x2 = (uint64_t)_mm512_reduce_add_epi64(simd512(h.x2));

    x1 += x0 >> 44;
    x2 += x1 >> 44;
    x0 = (x0 & LOW44) + 5 * (x2 >> 42);
    x1 = (x1 & LOW44) + (x0 >> 44);
    x0 &= LOW44;
    x2 = (x2 & LOW42) + (x1 >> 44);
    x1 &= LOW44;
    sum->h[0] = x0 | x1 << 44;
    sum->h[1] = x1 >> 20 | x2 << 24;
    sum->h[2] = x2 >> 40;
}

/* For a positive multiple of 8 blocks. */
CODE static void
eights(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks)
{
    const poly1305_limbs h_in = poly1305_to_limbs(sum->h[0], sum->h[1], sum->h[2]);
    const limbs powers = last_powers(poly1305_to_limbs(sum->r[0], sum->r[1], 0)), r8 = first_lane(powers);
    const factor by8 = factor_of(r8), last = factor_of(powers);
    limbs h = {{h_in.x[0]}, {h_in.x[1]}, {h_in.x[2]}};

    if (nblocks >= MANY) {
        const limbs r16 = multiply(r8, &by8);
        const factor by16 = factor_of(r16), by24 = factor_of(multiply(r16, &by8)),
                     by32 = factor_of(multiply(r16, &by16));

        for (; nblocks > 32; nblocks -= 32, in += 512) {
            columns products = {0};

            add_product(&products, load(in + 128), &by24);
            add_product(&products, load(in + 256), &by16);
            add_product(&products, load(in + 384), &by8);
            add_product(&products, add(h, load(in)), &by32);
            h = reduce(products);
        }
    }
    for (; nblocks > 8; nblocks -= 8, in += 128)
        h = multiply(add(h, load(in)), &by8);
    finish(sum, multiply(add(h, load(in)), &last));
}

void
narae_poly1305_blocks_ifma(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const size_t wide = nblocks < MIN_BLOCKS || top == 0 ? 0 : nblocks & ~(size_t)7;

    if (wide != 0)
        eights(sum, in, wide);
    narae_poly1305_blocks_x86(sum, in + 16 * wide, nblocks - wide, top);
}

#endif
