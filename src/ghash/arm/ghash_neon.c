/* SPDX-License-Identifier: MIT */
/* GHASH for ARMv8-A without the 64-bit PMULL: carry-less products of bytes.
 * SP 800-38D, 6.3 and 6.4; the mirrored product as in ghash_mul64.c.
 *
 * PMULL multiplies eight bytes by eight.  For a, b of 64 bits and b rotated by k
 * bytes, lane i of PMULL(a, b <<< k) is a[i] b[i + k], to be added at byte
 * i + (i + k mod 8) of the product.  That place does not depend on a and b, so
 * the products of up to four blocks by powers of h are added for each k, and
 * moved to their places once.  The key holds the powers already rotated.
 *
 * Three products of 64 bits make one of 128 (Karatsuba): 24 PMULL a block, 24
 * XOR, 3 others; once for four blocks 78 to place the sums, 6 to combine and 21
 * to reduce them.  At two micro-operations a cycle that is 39 cycles a block,
 * 2.4 cycles/byte, for four blocks at a time.  The pipeline model of the lab
 * gives 4.0 to 4.4, llvm-mca 3.3: placing and reducing the sums is a dependency
 * chain.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>
#    include <string.h>

#    include "core/for_each.h"

#    include "narae/wipe.h"

#    include "ghash/ghash_internal.h"

#    define KERNEL static inline __attribute__((always_inline))

enum { LIMIT = 4, VECTORS = 12 };

/* Both halves of a block, or of a power: the high one first. */
typedef uint8x16_t V;

/* The sums of the lanes of all PMULL, for each rotation of b. */
typedef struct sums {
    uint16x8_t high[8], low[8], both[8];
} sums;

KERNEL V
exchange(V x)
{
    return vextq_u8(x, x, 8);
}

KERNEL uint16x8_t
products_low(V x, V y)
{
    return vreinterpretq_u16_p16(
        vmull_p8(vreinterpret_p8_u8(vget_low_u8(x)), vreinterpret_p8_u8(vget_low_u8(y))));
}

KERNEL uint16x8_t
products_high(V x, V y)
{
    return vreinterpretq_u16_p16(vmull_high_p8(vreinterpretq_p8_u8(x), vreinterpretq_p8_u8(y)));
}

/* power: h^n rotated by 0 to 7 bytes; then the sum of its halves rotated by 0
 * to 3, each with the one rotated by 4 more after it. */
KERNEL void
multiply(sums *s, V x, const uint8_t *power)
{
    const V both = x ^ exchange(x);

    FOR_EACH(k, 8, const V p = vld1q_u8(power + 16 * (k)); s->high[k] = products_low(x, p);
             s->low[k] = products_high(x, p););
    FOR_EACH(k, 4, const V p = vld1q_u8(power + 128 + 16 * (k)); s->both[k] = products_low(both, p);
             s->both[(k) + 4] = products_high(both, p););
}

KERNEL void
multiply_add(sums *s, V x, const uint8_t *power)
{
    const V both = x ^ exchange(x);

    FOR_EACH(k, 8, const V p = vld1q_u8(power + 16 * (k)); s->high[k] ^= products_low(x, p);
             s->low[k] ^= products_high(x, p););
    FOR_EACH(k, 4, const V p = vld1q_u8(power + 128 + 16 * (k)); s->both[k] ^= products_low(both, p);
             s->both[(k) + 4] ^= products_high(both, p););
}

/* Lane i of t[k] belongs to byte i + (i + k mod 8).  So does lane i + k of
 * t[8 - k], which is added to it.  Even bytes and odd ones are then four
 * vectors each, rotated by k / 2 lanes; lanes that wrapped on one side only are
 * off by four lanes. */
KERNEL V
place(const uint16x8_t t[8])
{
    static const uint16_t ends[8] = {0xffff, 0, 0, 0, 0, 0, 0, 0xffff},
                          wide_ends[8] = {0xffff, 0xffff, 0, 0, 0, 0, 0xffff, 0xffff},
                          end[8] = {0, 0, 0, 0, 0, 0, 0, 0xffff},
                          three[8] = {0xffff, 0, 0, 0, 0, 0, 0xffff, 0xffff};
    const uint16x8_t t1 = t[1] ^ vextq_u16(t[7], t[7], 1), t2 = t[2] ^ vextq_u16(t[6], t[6], 2),
                     t3 = t[3] ^ vextq_u16(t[5], t[5], 3);
    const uint16x8_t by2 = vextq_u16(t2, t2, 7), by3 = vextq_u16(t3, t3, 7), by4 = vextq_u16(t[4], t[4], 6);
    const uint16x8_t even_off = (by2 & vld1q_u16(ends)) ^ (by4 & vld1q_u16(wide_ends)),
                     odd_off = (t1 & vld1q_u16(end)) ^ (by3 & vld1q_u16(three));
    const uint16x8_t even = (t[0] ^ by2) ^ (by4 ^ even_off) ^ vextq_u16(even_off, even_off, 4),
                     odd = (t1 ^ by3) ^ odd_off ^ vextq_u16(odd_off, odd_off, 4);

    return vreinterpretq_u8_u16(even) ^ vextq_u8(vdupq_n_u8(0), vreinterpretq_u8_u16(odd), 15);
}

/* x (x^63 + x^62 + x^57) in each half: the bits shifted out at the top are
 * handled by the other function. */
KERNEL uint64x2_t
fold_up(uint64x2_t x)
{
    return vshlq_n_u64(x, 63) ^ vshlq_n_u64(x, 62) ^ vshlq_n_u64(x, 57);
}

KERNEL uint64x2_t
fold_down(uint64x2_t x)
{
    return vshrq_n_u64(x, 1) ^ vshrq_n_u64(x, 2) ^ vshrq_n_u64(x, 7);
}

/* Eliminates the lowest word z by adding z (1 + x + x^2 + x^7), mirrored, to
 * the three words above it; then the next. */
KERNEL V
reduce(const sums *s)
{
    const uint64x2_t zero = vdupq_n_u64(0);
    const V high_product = place(s->high), low_product = place(s->low),
            middle_product = place(s->both) ^ high_product ^ low_product;
    const uint64x2_t middle = vreinterpretq_u64_u8(middle_product);
    uint64x2_t low = vreinterpretq_u64_u8(low_product) ^ vextq_u64(zero, middle, 1);
    uint64x2_t high = vreinterpretq_u64_u8(high_product) ^ vextq_u64(middle, zero, 1);

    low ^= vextq_u64(zero, fold_up(low), 1);
    high ^= low ^ fold_down(low) ^ vextq_u64(fold_up(low), zero, 1);
    return exchange(vreinterpretq_u8_u64(high));
}

/* n powers from h^n on, for n blocks from 1 to LIMIT.  The sum so far is used
 * last, because it is ready last. */
KERNEL V
step(V sum, const uint8_t *powers, const uint8_t *in, size_t n)
{
    sums s;

    sum ^= vrev64q_u8(vld1q_u8(in));
    multiply(&s, sum, powers);
    for (size_t i = 1; i < n; i++)
        multiply_add(&s, vrev64q_u8(vld1q_u8(in + 16 * i)), powers + 16 * VECTORS * i);
    return reduce(&s);
}

void
narae_ghash_blocks_neon(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    const uint8_t *const powers = ((const ghash_contents *)key)->powers;
    V sum = vrev64q_u8(vld1q_u8(y));

    for (size_t n; nblocks != 0; nblocks -= n, in += 16 * n) {
        n = nblocks < LIMIT ? nblocks : LIMIT;
        sum = step(sum, powers + 16 * VECTORS * (LIMIT - n), in, n);
    }
    vst1q_u8(y, vrev64q_u8(sum));
}

/* At to + k, x rotated by k bytes. */
KERNEL void
twice(uint8_t to[16], uint8x8_t x)
{
    vst1_u8(to, x);
    vst1_u8(to + 8, x);
}

/* Stores a power in all the forms that `multiply` reads. */
static void
store_power(uint8_t *p, V x)
{
    const uint8x8_t first = vget_low_u8(x), second = vget_high_u8(x);
    uint8_t high[16], low[16], both[16];

    twice(high, first);
    twice(low, second);
    twice(both, veor_u8(first, second));
    for (unsigned k = 0; k < 8; k++, p += 16) {
        memcpy(p, high + k, 8);
        memcpy(p + 8, low + k, 8);
    }
    for (unsigned k = 0; k < 4; k++, p += 16) {
        memcpy(p, both + k, 8);
        memcpy(p + 8, both + k + 4, 8);
    }
    narae_wipe(high, sizeof high);
    narae_wipe(low, sizeof low);
    narae_wipe(both, sizeof both);
}

void
narae_ghash_powers_neon(narae_ghash_key *key)
{
    ghash_contents *const contents = (ghash_contents *)key;
    uint8_t *const first = contents->powers + 16 * VECTORS * (LIMIT - 1), *p = first;
    V power = vrev64q_u8(vld1q_u8(contents->h));

    store_power(p, power);
    for (unsigned i = 1; i < LIMIT; i++) {
        sums s;

        multiply(&s, power, first);
        power = reduce(&s);
        store_power(p -= 16 * VECTORS, power);
    }
}

#endif
