/* SPDX-License-Identifier: MIT */
/* GHASH by integer multiplication, for chips with a 64 x 64 -> 128 bit
 * multiplier.  SP 800-38D, clause 6.3.
 *
 * An integer product is a carry-less product whose columns are sums instead
 * of parities.  If both operands have bits only in every fourth place, a column
 * may take four bits, and its lowest bit is the parity.  Each operand is
 * therefore split into four such combs; of the 16 products, four belong to each
 * comb of the result.
 *
 * A comb of 64 bits has 16 teeth, and a column where all 16 meet would carry
 * into its neighbour.  So the top tooth of one operand is left out of the
 * combs and added with masks: 15 fit.
 *
 * A block is three such products (Karatsuba): 48 multiplications.
 *
 * Time depends on the number of blocks alone where multiplication takes the
 * same time for all operands, as on the 64-bit chips of today. */

#include "ghash/ghash_internal.h"

#ifdef __SIZEOF_INT128__

#    include "core/bytes.h"

__extension__ typedef unsigned __int128 uint128;

typedef struct product {
    uint64_t high, low;
} product;

#    define COMB UINT64_C(0x1111111111111111)
#    define HIGH(z) ((uint64_t)((z) >> 64))
#    define LOW(z) ((uint64_t)(z))

static inline product
carryless(uint64_t x, uint64_t y)
{
    const uint64_t combs = x & UINT64_MAX >> 4;
    uint64_t x0 = combs & COMB, x1 = combs & COMB << 1, x2 = combs & COMB << 2, x3 = combs & COMB << 3;
    uint64_t y0 = y & COMB, y1 = y & COMB << 1, y2 = y & COMB << 2, y3 = y & COMB << 3;
    uint128 z0 = (uint128)x0 * y0 ^ (uint128)x1 * y3 ^ (uint128)x2 * y2 ^ (uint128)x3 * y1;
    uint128 z1 = (uint128)x0 * y1 ^ (uint128)x1 * y0 ^ (uint128)x2 * y3 ^ (uint128)x3 * y2;
    uint128 z2 = (uint128)x0 * y2 ^ (uint128)x1 * y1 ^ (uint128)x2 * y0 ^ (uint128)x3 * y3;
    uint128 z3 = (uint128)x0 * y3 ^ (uint128)x1 * y2 ^ (uint128)x2 * y1 ^ (uint128)x3 * y0;
    uint64_t t0 = y & (0 - (x >> 60 & 1)), t1 = y & (0 - (x >> 61 & 1));
    uint64_t t2 = y & (0 - (x >> 62 & 1)), t3 = y & (0 - (x >> 63));

    return (product){(HIGH(z0) & COMB) ^ (HIGH(z1) & COMB << 1) ^ (HIGH(z2) & COMB << 2) ^
                         (HIGH(z3) & COMB << 3) ^ t0 >> 4 ^ t1 >> 3 ^ t2 >> 2 ^ t3 >> 1,
                     (LOW(z0) & COMB) ^ (LOW(z1) & COMB << 1) ^ (LOW(z2) & COMB << 2) ^
                         (LOW(z3) & COMB << 3) ^ t0 << 60 ^ t1 << 61 ^ t2 << 62 ^ t3 << 63};
}

void
narae_ghash_blocks_mul64(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    const uint8_t *const key_h = ((const ghash_contents *)key)->h;
    uint64_t h1 = load64_be(key_h), h0 = load64_be(key_h + 8);
    uint64_t y1 = load64_be(y), y0 = load64_be(y + 8);

    for (; nblocks != 0; nblocks--, in += 16) {
        y1 ^= load64_be(in);
        y0 ^= load64_be(in + 8);

        product top = carryless(y1, h1), bottom = carryless(y0, h0), both = carryless(y1 ^ y0, h1 ^ h0);
        uint64_t z3 = top.high;
        uint64_t z2 = top.low ^ both.high ^ top.high ^ bottom.high;
        uint64_t z1 = bottom.high ^ both.low ^ top.low ^ bottom.low;
        uint64_t z0 = bottom.low;

        z2 ^= z0 ^ z0 >> 1 ^ z0 >> 2 ^ z0 >> 7;
        z1 ^= z0 << 63 ^ z0 << 62 ^ z0 << 57;
        y1 = z3 ^ z1 ^ z1 >> 1 ^ z1 >> 2 ^ z1 >> 7;
        y0 = z2 ^ z1 << 63 ^ z1 << 62 ^ z1 << 57;
    }
    store64_be(y, y1);
    store64_be(y + 8, y0);
}

#endif
