/* GHASH by integer multiplication, for chips with a 64 x 64 -> 128 bit
 * multiplier.  SP 800-38D, clause 6.3.
 *
 * An integer product is a carry-less product whose columns are sums instead
 * of parities.  If both operands have a bit in every fourth place only, a
 * column has four bits of room, and its lowest bit is the parity.  Each
 * operand is therefore taken apart into four such combs; of the 16 products,
 * four fall on each comb of the result.
 *
 * A comb of 64 bits has 16 teeth, and a column where all 16 meet would carry
 * into its neighbour.  So the top tooth of one operand is left out of the
 * combs and added with masks: 15 fit.
 *
 * A block is three such products (Karatsuba): 48 multiplications.
 *
 * Time depends on the number of blocks alone where multiplication takes the
 * same time for all operands, as on the 64-bit chips of today. */

#include "ghash_internal.h"

#ifdef __SIZEOF_INT128__

#    include "core/bytes.h"

__extension__ typedef unsigned __int128 uint128;

typedef struct product {
    uint64_t high, low;
} product;

#    define COMB UINT64_C(0x1111111111111111)

static inline product
carryless(uint64_t x, uint64_t y)
{
    product z = {0, 0};
    uint64_t xs[4], ys[4];

    for (unsigned i = 0; i < 4; i++) {
        xs[i] = x & COMB << i & UINT64_MAX >> 4;
        ys[i] = y & COMB << i;
    }
    for (unsigned i = 0; i < 4; i++) {
        uint128 sum = (uint128)xs[0] * ys[i] ^ (uint128)xs[1] * ys[(i + 3) & 3] ^
                      (uint128)xs[2] * ys[(i + 2) & 3] ^ (uint128)xs[3] * ys[(i + 1) & 3];

        z.low |= (uint64_t)sum & COMB << i;
        z.high |= (uint64_t)(sum >> 64) & COMB << i;
    }
    for (unsigned i = 60; i < 64; i++) {
        uint64_t masked = y & -(x >> i & 1);

        z.low ^= masked << i;
        z.high ^= masked >> (64 - i);
    }
    return z;
}

void
narae_ghash_blocks_mul64(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    uint64_t h1 = load64_be(key->h), h0 = load64_be(key->h + 8);
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
