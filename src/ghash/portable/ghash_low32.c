/* SPDX-License-Identifier: MIT */
/* GHASH by integer multiplication, for chips with a 32 x 32 -> 32 bit multiplier.
 * SP 800-38D, clause 6.3.
 *
 * The lower half of a carry-less product is computed from four combs as in ghash_mul32.c.
 * The upper half is the mirrored lower half of the product of the mirrored operands.  A
 * block is nine products of words (Karatsuba, twice): 288 multiplications.
 *
 * Stack: the sums of the key's and the block's words, mirrored as well, and the
 * products, 232 bytes.
 *
 * Time depends on the number of blocks alone where multiplication takes the
 * same time for all operands. */

#include "ghash/ghash_internal.h"

#ifndef NARAE_GHASH_TABLES

#    include "core/bytes.h"

#    ifndef narae_ghash_products_kernel

#        define COMB UINT32_C(0x11111111)

/* The lower 32 bits. */
static __attribute__((noinline)) uint32_t
carryless(uint32_t x, uint32_t y)
{
    uint32_t x0 = x & COMB, x1 = x & COMB << 1, x2 = x & COMB << 2, x3 = x & COMB << 3;
    uint32_t y0 = y & COMB, y1 = y & COMB << 1, y2 = y & COMB << 2, y3 = y & COMB << 3;
    uint32_t z0 = x0 * y0 ^ x1 * y3 ^ x2 * y2 ^ x3 * y1;
    uint32_t z1 = x0 * y1 ^ x1 * y0 ^ x2 * y3 ^ x3 * y2;
    uint32_t z2 = x0 * y2 ^ x1 * y1 ^ x2 * y0 ^ x3 * y3;
    uint32_t z3 = x0 * y3 ^ x1 * y2 ^ x2 * y1 ^ x3 * y0;

    return (z0 & COMB) | (z1 & COMB << 1) | (z2 & COMB << 2) | (z3 & COMB << 3);
}

#    endif

static uint32_t
mirrored(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

/* Four words, the least significant first, and the sums that Karatsuba multiplies. */
static void
add_up(uint32_t s[9])
{
    s[6] = s[0] ^ s[3];
    s[7] = s[1] ^ s[4];
    s[2] = s[0] ^ s[1];
    s[5] = s[3] ^ s[4];
    s[8] = s[6] ^ s[7];
}

typedef struct sums {
    uint32_t plain[9], mirror[9];
} sums;

static void
sums_of(sums *s, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3)
{
    s->plain[0] = w0;
    s->plain[1] = w1;
    s->plain[3] = w2;
    s->plain[4] = w3;
    s->mirror[0] = mirrored(w0);
    s->mirror[1] = mirrored(w1);
    s->mirror[3] = mirrored(w2);
    s->mirror[4] = mirrored(w3);
    add_up(s->plain);
    add_up(s->mirror);
}

/* The operands from a block, later their products, and those from the key. */
typedef struct factors {
    sums x, h;
} factors;

/* The lower halves of all products, which overwrite x. */
static void
multiply(factors *f)
{
#    ifdef narae_ghash_products_kernel
    narae_ghash_products_kernel((uint32_t *)f);
#    else
    for (unsigned i = 0; i < 9; i++) {
        f->x.plain[i] = carryless(f->x.plain[i], f->h.plain[i]);
        f->x.mirror[i] = carryless(f->x.mirror[i], f->h.mirror[i]);
    }
#    endif
}

/* Two words by two. */
static void
product(uint32_t z[4], const uint32_t low[3], const uint32_t mirror[3])
{
    uint32_t high[3];

    for (unsigned k = 0; k < 3; k++)
        high[k] = mirrored(mirror[k]) >> 1;
    z[0] = low[0];
    z[1] = high[0] ^ low[0] ^ low[1] ^ low[2];
    z[2] = low[1] ^ high[0] ^ high[1] ^ high[2];
    z[3] = high[1];
}

void
narae_ghash_blocks_low32(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    const uint8_t *const key_h = ((const ghash_contents *)key)->h;
    factors f;
    uint32_t y0 = load32_be(y + 12), y1 = load32_be(y + 8), y2 = load32_be(y + 4), y3 = load32_be(y);

    sums_of(&f.h, load32_be(key_h + 12), load32_be(key_h + 8), load32_be(key_h + 4), load32_be(key_h));
    for (; nblocks != 0; nblocks--, in += 16) {
        uint32_t z[8], middle[4];

        sums_of(&f.x, y0 ^ load32_be(in + 12), y1 ^ load32_be(in + 8), y2 ^ load32_be(in + 4),
                y3 ^ load32_be(in));
        multiply(&f);
        product(z, f.x.plain, f.x.mirror);
        product(z + 4, f.x.plain + 3, f.x.mirror + 3);
        product(middle, f.x.plain + 6, f.x.mirror + 6);
        for (unsigned i = 0; i < 4; i++)
            middle[i] ^= z[i] ^ z[i + 4];
        for (unsigned i = 0; i < 4; i++)
            z[i + 2] ^= middle[i];
        for (unsigned i = 0; i < 4; i++) {
            uint32_t t = z[i];

            z[i + 4] ^= t ^ t >> 1 ^ t >> 2 ^ t >> 7;
            z[i + 3] ^= t << 31 ^ t << 30 ^ t << 25;
        }
        y0 = z[4];
        y1 = z[5];
        y2 = z[6];
        y3 = z[7];
    }
    store32_be(y + 12, y0);
    store32_be(y + 8, y1);
    store32_be(y + 4, y2);
    store32_be(y, y3);
}

#endif
