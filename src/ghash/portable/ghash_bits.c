/* SPDX-License-Identifier: MIT */
/* GHASH with shifts and masks only, for chips without a constant-time wide
 * multiplication.  SP 800-38D, clause 6.3.
 *
 * The schoolbook product, one bit of every word of y at a time: bit b of word j
 * masks the key, which is added at word j of a product of 32 bytes.  So the
 * product is shifted once for each bit position, not for each bit of y: 8 times
 * on an 8-bit chip instead of 128.
 *
 * The key is h / x, so the product is shifted after the last bit too.
 * Stack: the product and y, 48 bytes.
 *
 * Time depends on the number of blocks alone. */

#include "ghash/ghash_internal.h"

#ifndef NARAE_GHASH_TABLES

#    include "core/bytes.h"

#    ifdef NARAE_WORDS8
typedef uint8_t word;
#        define load_word(p) (*(p))
#        define store_word(p, x) (*(p) = (x))
#    else
typedef uint32_t word;
#        define load_word(p) load32_be(p)
#        define store_word(p, x) store32_be(p, x)
#    endif

enum { WORD_BYTES = sizeof(word), WORD_BITS = 8 * WORD_BYTES, WORDS = 16 / WORD_BYTES };

/* z ^= h if the lowest bit of x is set.  On AVR a separate function, so that
 * its two pointers stay in the two pointer registers with post-increment. */
#    ifdef NARAE_WORDS8
__attribute__((noinline))
#    endif
static void
add_if(word *z, const word *h, word x)
{
    word bit = x & 1, mask;

    HIDE_BIT(bit);
    mask = (word)(0 - bit);
    for (uint8_t n = WORDS; n != 0; n--, z++, h++)
        *z = (word)(*z ^ (*h & mask));
}

static void
multiply(word z[2 * WORDS], word y[WORDS], const word h[WORDS])
{
    for (unsigned i = 0; i < 2 * WORDS; i++)
        z[i] = 0;
    for (unsigned b = 0; b < WORD_BITS; b++) {
        for (unsigned j = 0; j < WORDS; j++) {
            add_if(z + j, h, y[j]);
            y[j] = (word)(y[j] >> 1);
        }

        word carry = 0;

        for (unsigned i = 0; i < 2 * WORDS; i++) {
            word out = (word)(z[i] << (WORD_BITS - 1));

            z[i] = (word)(z[i] >> 1 | carry);
            carry = out;
        }
    }
}

/* Reduces the high powers, the second half of z, into the first. */
static void
reduce(word z[2 * WORDS])
{
    for (unsigned i = WORDS; i-- != 0;) {
        word t = z[i + WORDS];

        z[i] ^= (word)(t ^ t >> 1 ^ t >> 2 ^ t >> 7);
        z[i + 1] ^= (word)(t << (WORD_BITS - 1) ^ t << (WORD_BITS - 2) ^ t << (WORD_BITS - 7));
    }
}

void
narae_ghash_blocks_bits(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    const uint8_t *const key_h = ((const ghash_contents *)key)->h;
    word h[WORDS];

    for (unsigned i = 0; i < WORDS; i++)
        h[i] = load_word(key_h + i * WORD_BYTES);
    for (; nblocks != 0; nblocks--, in += 16) {
        word x[WORDS], z[2 * WORDS];

        for (unsigned i = 0; i < WORDS; i++)
            x[i] = load_word(y + i * WORD_BYTES) ^ load_word(in + i * WORD_BYTES);
        multiply(z, x, h);
        reduce(z);
        for (unsigned i = 0; i < WORDS; i++)
            store_word(y + i * WORD_BYTES, z[i]);
    }
}

#endif
