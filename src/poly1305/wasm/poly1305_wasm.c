/* SPDX-License-Identifier: MIT */
/* Poly1305 for WebAssembly with vectors.  RFC 8439, 2.5.
 *
 * Four blocks, one in each lane of 32 bits, as five limbs of 26 bits; each lane has its own sum, h
 * = h r^4 + block, and at the end lane k is multiplied by r^(4 - k) instead and all are added.  A
 * product of limbs i and j, i + j >= 5, is multiplied by 2^130 = 5 mod p.  Products have 64 bits:
 * those of lanes 0 and 1 are one vector, those of 2 and 3 another.  Operations for four blocks, on
 * ARMv8-A and on x86-64, where a product first widens both factors:
 *
 *     50 products, 40 sums          90    190
 *     two reductions of 22          44     44
 *     lanes joined, blocks added    10     10
 *     blocks transposed and split   21     21
 *
 * x86-64 executes two such conversions, shuffles or shifts a cycle: 70 cycles for 64 bytes, 1.1 a
 * byte.  V8 on a Zen 4 takes 1.45; portable code took 3.0.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include <wasm_simd128.h>

#    include "core/for_each.h"

#    include "poly1305/poly1305_internal.h"

#    define KERNEL static inline __attribute__((always_inline))

enum { MIN_BLOCKS = 12 }; /* the fewest blocks for which computing the powers of r pays off */

typedef uint32_t V __attribute__((vector_size(16)));
typedef uint64_t V64 __attribute__((vector_size(16)));

#    define LOW26 0x3ffffffu

/* Keeps clang from turning x + 4 x into a product by 5, and from widening a factor before its loop:
 * it would then use products of 64 x 64 bits, which are eight operations on x86-64. */
#    define v_opaque(x) __asm__("" : "+r"(x))

/* A number below 2^131. */
typedef struct limbs26 {
    uint32_t x[8]; /* five, in the form that FOR_EACH requires */
} limbs26;

/* A factor r, and 5 r. */
typedef struct factor {
    V r[8], s[8];
} factor;

static limbs26
to_26(const uint32_t words[4], uint32_t top)
{
    const uint32_t *w = words;

    return (limbs26){{w[0] & LOW26, (w[0] >> 26 | w[1] << 6) & LOW26, (w[1] >> 20 | w[2] << 12) & LOW26,
                      (w[2] >> 14 | w[3] << 18) & LOW26, w[3] >> 8 | top << 24}};
}

/* Limbs of 26 bits, of which the second may exceed them by a little; so may the result's. */
static limbs26
multiply(limbs26 a, limbs26 b)
{
    limbs26 c = {{0}};
    uint64_t carry = 0;

    for (unsigned i = 0; i < 5; i++) {
        for (unsigned j = 0; j < 5; j++)
            carry += (uint64_t)a.x[j] * (j <= i ? b.x[i - j] : 5 * b.x[i + 5 - j]);
        c.x[i] = (uint32_t)carry & LOW26;
        carry >>= 26;
    }
    carry = carry * 5 + c.x[0];
    c.x[0] = (uint32_t)carry & LOW26;
    c.x[1] += (uint32_t)(carry >> 26);
    return c;
}

KERNEL void
set_factor(factor *f, limbs26 a, limbs26 b, limbs26 c, limbs26 d)
{
    FOR_EACH(i, 5, f->r[i] = (V){a.x[i], b.x[i], c.x[i], d.x[i]}; f->s[i] = f->r[i] + (f->r[i] << 2););
}

#    define PRODUCT(half, i, j)                 \
        (V64) wasm_u64x2_extmul_##half##_u32x4( \
            (v128_t)h[j], (v128_t)((j) <= (i) ? f->r[((i) - (j)) & 7] : f->s[((i) + 5 - (j)) & 7]))
#    define COLUMN(half, i)                                                                     \
        PRODUCT(half, i, 0) + PRODUCT(half, i, 1) + PRODUCT(half, i, 2) + PRODUCT(half, i, 3) + \
            PRODUCT(half, i, 4)

/* Limbs below 2^26 + 2^10 or so; two interleaved chains of carries. */
KERNEL void
reduce(V64 h[8])
{
    const V64 low = {LOW26, LOW26};
    V64 carry;

#    define CARRY(i, j) h[j] += h[i] >> 26, h[i] &= low
    CARRY(0, 1);
    CARRY(3, 4);
    CARRY(1, 2);
    carry = h[4] >> 26;
    v_opaque(carry);
    h[4] &= low;
    h[0] += carry + (carry << 2);
    CARRY(2, 3);
    CARRY(0, 1);
    CARRY(3, 4);
}

/* h f in each lane */
KERNEL void
multiply_lanes(V h[8], factor *f)
{
    FOR_EACH(i, 5, v_opaque(f->r[i]); v_opaque(f->s[i]););

    V64 low[8], high[8];

    FOR_EACH(i, 5, low[i] = COLUMN(low, i););
    FOR_EACH(i, 5, high[i] = COLUMN(high, i););
    reduce(low);
    reduce(high);
    FOR_EACH(i, 5, h[i] = __builtin_shufflevector((V)low[i], (V)high[i], 0, 2, 4, 6););
}

/* h + four blocks */
KERNEL void
add_blocks(V h[8], const uint8_t *in)
{
    const V a = (V)wasm_v128_load(in), b = (V)wasm_v128_load(in + 16), c = (V)wasm_v128_load(in + 32),
            d = (V)wasm_v128_load(in + 48), low = (V){LOW26, LOW26, LOW26, LOW26};
    const V e = __builtin_shufflevector(a, b, 0, 4, 1, 5), f = __builtin_shufflevector(a, b, 2, 6, 3, 7),
            g = __builtin_shufflevector(c, d, 0, 4, 1, 5), k = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const V w0 = __builtin_shufflevector(e, g, 0, 1, 4, 5), w1 = __builtin_shufflevector(e, g, 2, 3, 6, 7),
            w2 = __builtin_shufflevector(f, k, 0, 1, 4, 5), w3 = __builtin_shufflevector(f, k, 2, 3, 6, 7);

    h[0] += w0 & low;
    h[1] += (w0 >> 26 | w1 << 6) & low;
    h[2] += (w1 >> 20 | w2 << 12) & low;
    h[3] += (w2 >> 14 | w3 << 18) & low;
    h[4] += w3 >> 8 | (V){1 << 24, 1 << 24, 1 << 24, 1 << 24};
}

/* The sum of all lanes. */
KERNEL void
finish(narae_poly1305_sum *sum, const V h[8])
{
    uint32_t x[8];

    FOR_EACH(i, 5, x[i] = h[i][0] + h[i][1] + h[i][2] + h[i][3];);
#    define CARRY_ONE(i, j, times) x[j] += (times) * (x[i] >> 26), x[i] &= LOW26
    CARRY_ONE(0, 1, 1);
    CARRY_ONE(1, 2, 1);
    CARRY_ONE(2, 3, 1);
    CARRY_ONE(3, 4, 1);
    CARRY_ONE(4, 0, 5);
    CARRY_ONE(0, 1, 1);
    CARRY_ONE(1, 2, 1);
    CARRY_ONE(2, 3, 1);
    CARRY_ONE(3, 4, 1);
    sum->h[0] = x[0] | x[1] << 26;
    sum->h[1] = x[1] >> 6 | x[2] << 20;
    sum->h[2] = x[2] >> 12 | x[3] << 14;
    sum->h[3] = x[3] >> 18 | x[4] << 8;
    sum->h[4] = x[4] >> 24;
}

/* For a positive multiple of 4 blocks. */
static void
fours(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks)
{
    const limbs26 r = to_26(sum->r, 0), r2 = multiply(r, r), r3 = multiply(r2, r), r4 = multiply(r2, r2),
                  old = to_26(sum->h, sum->h[4]);
    factor every, last;
    V h[8];

    set_factor(&every, r4, r4, r4, r4);
    set_factor(&last, r4, r3, r2, r);
    FOR_EACH(i, 5, h[i] = (V){old.x[i]};);
    add_blocks(h, in);
    while ((nblocks -= 4) != 0) {
        multiply_lanes(h, &every);
        add_blocks(h, in += 64);
    }
    multiply_lanes(h, &last);
    finish(sum, h);
}

void
narae_poly1305_blocks_wasm(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const size_t wide = nblocks < MIN_BLOCKS || top == 0 ? 0 : nblocks & ~(size_t)3;

    if (wide != 0)
        fours(sum, in, wide);
    narae_poly1305_blocks_portable(sum, in + 16 * wide, nblocks - wide, top);
}

#endif
