/* SPDX-License-Identifier: MIT */
/* Poly1305 for x86-64 with AVX2.  RFC 8439, 2.5.
 *
 * Four blocks, one in each lane, as five limbs of 26 bits;
 * each lane has its own sum,
 *
 *     h = (h + block) r^8 + block' r^4    for every 8 blocks,
 *
 * and at the end lane k is multiplied by r^(4 - k) instead and all are added.
 * A product of limbs i and j, i + j >= 5, is multiplied by 2^130 = 5 mod p.
 *
 *   8 blocks: 2 x (25 products + 25 sums + 13 to split blocks) + 5 additions +
 *   22 to reduce = 153 operations; at four a cycle (Zen 5) 38 cycles for 128
 *   bytes, 0.30 cycles/byte.  Measured: 0.39 for each 8 blocks more, because factors and
 *   sums are spilled.
 *
 * Below 32 blocks the powers would take longer than the message.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"
#    include "core/for_each.h"

#    include "poly1305/limbs.h"
#    include "poly1305/poly1305_internal.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE

enum { MIN_BLOCKS = 32 };

typedef u64x4 V;

#    define LOW26 (((uint64_t)1 << 26) - 1)

/* A factor r, and 5 r; indices as in FOR_EACH. */
typedef struct factor {
    V r[8], s[8];
} factor;

KERNEL V
each(uint64_t x)
{
    return (V)_mm256_set1_epi64x((long long)x);
}

KERNEL V
product(V a, V b)
{
    return (V)_mm256_mul_epu32(simd256(a), simd256(b));
}

/* sum += h r */
KERNEL void
add_product(V sum[8], const V h[8], const factor *f)
{
    FOR_EACH(i, 5, sum[i] += product(h[0], f->r[i]););
    FOR_EACH(i, 5, sum[i] += product(h[1], i < 1 ? f->s[i + 4] : f->r[i - 1]););
    FOR_EACH(i, 5, sum[i] += product(h[2], i < 2 ? f->s[i + 3] : f->r[i - 2]););
    FOR_EACH(i, 5, sum[i] += product(h[3], i < 3 ? f->s[i + 2] : f->r[i - 3]););
    FOR_EACH(i, 5, sum[i] += product(h[4], i < 4 ? f->s[i + 1] : f->r[i - 4]););
}

/* Limbs below 2^26 + 2^10 or so; two interleaved chains of carries. */
KERNEL void
reduce(V h[8], const V sum[8])
{
    const V low = each(LOW26);
    V carry;

    FOR_EACH(i, 5, h[i] = sum[i];);
#    define CARRY(i, j) h[j] += h[i] >> 26, h[i] &= low
    CARRY(0, 1);
    CARRY(3, 4);
    CARRY(1, 2);
    carry = h[4] >> 26;
    h[4] &= low;
    h[0] += carry + (carry << 2);
    CARRY(2, 3);
    CARRY(0, 1);
    CARRY(3, 4);
}

/* Blocks 0, 2, 1, 3. */
KERNEL void
load(V x[8], const uint8_t *in)
{
    const __m256i a = simd256_load(in), b = simd256_load(in + 32);
    const V first = (V)_mm256_unpacklo_epi64(a, b), second = (V)_mm256_unpackhi_epi64(a, b),
            low = each(LOW26);

    x[0] = first & low;
    x[1] = first >> 26 & low;
    x[2] = (first >> 52 | second << 12) & low;
    x[3] = second >> 14 & low;
    x[4] = second >> 40 | each((uint64_t)1 << 24);
}

typedef struct limbs26 {
    uint64_t x[8];
} limbs26;

static inline limbs26
to_26(poly1305_limbs a)
{
    const uint64_t x0 = a.x[0], x1 = a.x[1] & LOW44, x2 = a.x[2] + (a.x[1] >> 44);

    return (limbs26){{x0 & LOW26, (x0 >> 26 | x1 << 18) & LOW26, x1 >> 8 & LOW26,
                      (x1 >> 34 | x2 << 10) & LOW26, x2 >> 16}};
}

/* The four factors of a vector. */
KERNEL void
set_factor(factor *f, limbs26 a, limbs26 b, limbs26 c, limbs26 d)
{
    FOR_EACH(i, 5, f->r[i] = (V){a.x[i], b.x[i], c.x[i], d.x[i]}; f->s[i] = f->r[i] + (f->r[i] << 2););
}

KERNEL uint64_t
sum_of_lanes(V x)
{
    return x[0] + x[1] + x[2] + x[3];
}

KERNEL void
finish(narae_poly1305_sum *sum, const V h[8])
{
    uint64_t x0 = sum_of_lanes(h[0]), x1 = sum_of_lanes(h[1]), x2 = sum_of_lanes(h[2]),
             x3 = sum_of_lanes(h[3]), x4 = sum_of_lanes(h[4]);

    x1 += x0 >> 26, x0 &= LOW26;
    x2 += x1 >> 26, x1 &= LOW26;
    x3 += x2 >> 26, x2 &= LOW26;
    x4 += x3 >> 26, x3 &= LOW26;
    x0 += 5 * (x4 >> 26), x4 &= LOW26;
    x1 += x0 >> 26, x0 &= LOW26;
    x2 += x1 >> 26, x1 &= LOW26;
    x3 += x2 >> 26, x2 &= LOW26;
    x4 += x3 >> 26, x3 &= LOW26;
    sum->h[0] = x0 | x1 << 26 | x2 << 52;
    sum->h[1] = x2 >> 12 | x3 << 14 | x4 << 40;
    sum->h[2] = x4 >> 24;
}

/* For a positive multiple of 4 blocks. */
CODE static void
fours(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks)
{
    const poly1305_limbs r = poly1305_to_limbs(sum->r[0], sum->r[1], 0), r2 = poly1305_multiply(r, r),
                         r3 = poly1305_multiply(r2, r), r4 = poly1305_multiply(r2, r2);
    const limbs26 four = to_26(r4), eight = to_26(poly1305_multiply(r4, r4)),
                  old = to_26(poly1305_to_limbs(sum->h[0], sum->h[1], sum->h[2]));
    factor by4, by8, last;
    V h[8], x[8], products[8];

    set_factor(&by4, four, four, four, four);
    set_factor(&by8, eight, eight, eight, eight);
    set_factor(&last, four, to_26(r2), to_26(r3), to_26(r));
    FOR_EACH(i, 5, h[i] = (V){old.x[i]};);
    for (; nblocks > 8; nblocks -= 8, in += 128) {
        FOR_EACH(i, 5, products[i] = each(0););
        load(x, in + 64);
        add_product(products, x, &by4);
        load(x, in);
        FOR_EACH(i, 5, h[i] += x[i];);
        add_product(products, h, &by8);
        reduce(h, products);
    }
    for (; nblocks != 0; nblocks -= 4, in += 64) {
        FOR_EACH(i, 5, products[i] = each(0););
        load(x, in);
        FOR_EACH(i, 5, h[i] += x[i];);
        add_product(products, h, nblocks > 4 ? &by4 : &last);
        reduce(h, products);
    }
    finish(sum, h);
}

void
narae_poly1305_blocks_avx2(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const size_t wide = nblocks < MIN_BLOCKS || top == 0 ? 0 : nblocks & ~(size_t)3;

    if (wide != 0)
        fours(sum, in, wide);
    narae_poly1305_blocks_x86(sum, in + 16 * wide, nblocks - wide, top);
}

#endif
