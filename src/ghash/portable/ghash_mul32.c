/* SPDX-License-Identifier: MIT */
/* GHASH by integer multiplication, for chips with a 32 x 32 -> 64 bit
 * multiplier.  SP 800-38D, clause 6.3.
 *
 * As in ghash_mul64.c, operands are split into four combs with a tooth in every
 * fourth bit, whose integer products are carry-less products as long as no
 * column overflows its four bits.  A comb of 32 bits has 8 teeth, so no column
 * overflows.
 *
 * A block is nine such products (Karatsuba, twice): 144 multiplications.
 *
 * Time depends on the number of blocks alone where multiplication takes the
 * same time for all operands. */

#include "ghash/ghash_internal.h"

#ifndef NARAE_GHASH_TABLES

#    include "core/bytes.h"

#    define COMB UINT32_C(0x11111111)

static inline uint64_t
carryless32(uint32_t x, uint32_t y)
{
    const uint64_t mask = (uint64_t)COMB << 32 | COMB;
    uint32_t x0 = x & COMB, x1 = x & COMB << 1, x2 = x & COMB << 2, x3 = x & COMB << 3;
    uint32_t y0 = y & COMB, y1 = y & COMB << 1, y2 = y & COMB << 2, y3 = y & COMB << 3;
    uint64_t z0 = (uint64_t)x0 * y0 ^ (uint64_t)x1 * y3 ^ (uint64_t)x2 * y2 ^ (uint64_t)x3 * y1;
    uint64_t z1 = (uint64_t)x0 * y1 ^ (uint64_t)x1 * y0 ^ (uint64_t)x2 * y3 ^ (uint64_t)x3 * y2;
    uint64_t z2 = (uint64_t)x0 * y2 ^ (uint64_t)x1 * y1 ^ (uint64_t)x2 * y0 ^ (uint64_t)x3 * y3;
    uint64_t z3 = (uint64_t)x0 * y3 ^ (uint64_t)x1 * y2 ^ (uint64_t)x2 * y1 ^ (uint64_t)x3 * y0;

    return (z0 & mask) | (z1 & mask << 1) | (z2 & mask << 2) | (z3 & mask << 3);
}

typedef struct product {
    uint64_t high, low;
} product;

static product
carryless64(uint64_t x, uint64_t y)
{
    uint32_t x1 = (uint32_t)(x >> 32), x0 = (uint32_t)x, y1 = (uint32_t)(y >> 32), y0 = (uint32_t)y;
    uint64_t top = carryless32(x1, y1), bottom = carryless32(x0, y0);
    uint64_t middle = carryless32(x1 ^ x0, y1 ^ y0) ^ top ^ bottom;

    return (product){top ^ middle >> 32, bottom ^ middle << 32};
}

void
narae_ghash_blocks_mul32(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    const uint8_t *const key_h = ((const ghash_contents *)key)->h;
    uint64_t h1 = load64_be(key_h), h0 = load64_be(key_h + 8);
    uint64_t y1 = load64_be(y), y0 = load64_be(y + 8);

    for (; nblocks != 0; nblocks--, in += 16) {
        y1 ^= load64_be(in);
        y0 ^= load64_be(in + 8);

        product top = carryless64(y1, h1), bottom = carryless64(y0, h0);
        product both = carryless64(y1 ^ y0, h1 ^ h0);
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
