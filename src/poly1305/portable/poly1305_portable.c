/* SPDX-License-Identifier: MIT */
/* Poly1305, portable C.  RFC 8439, 2.5:  h = (h + block) * r mod p,
 * p = 2^130 - 5, with words as wide as half the compiler's widest product.
 *
 * r is clamped: of each 32-bit word the top four bits are clear, and of all
 * but the first the lowest two.  Two things follow, and no smaller limbs are
 * needed.
 *
 * Reduction.  With B the base (2^32 or 2^64) and n words, n * log2 B = 128,
 * a product h[i] * r[j] of weight B^n B^k = 2^130 / 4 * B^k is congruent to
 * h[i] * 5/4 r[j] of weight B^k, and 5/4 r[j] = r[j] + (r[j] >> 2) is exact.
 *
 * Overflow.  r[j] < B/16 and 5/4 r[j] < B/12, so a column, at most n + 1 such
 * products and a carry, stays below B^2.  h[n] <= 6 after a block is added, so
 * the top word h[n] r[0] + carry stays below 2/3 B and 5/4 of it below B:
 * folding its bits from 2^130 up leaves h[n] <= 4.
 *
 * On 8-bit chips the words are bytes, where r has no such gaps: there the
 * product has 17 columns and 2^136 = 2^6 * 5 mod p.  (Compilers for AVR would
 * multiply 32-bit words by library calls whose time depends on the operands.)
 *
 * Time depends on the number of blocks alone. */

#include "poly1305/poly1305_internal.h"

#include "core/bytes.h"
#include "core/family.h"

typedef narae_poly1305_word word;

#define N NARAE_POLY1305_WORDS
#define WORD_BITS (128 / N)

#if NARAE_POLY1305_WORDS == 16
typedef uint32_t wide; /* holds a column of products */
typedef uint16_t pair; /* holds a sum of words */
#    define store_word(p, x) (*(p) = (x))
#elif NARAE_POLY1305_WORDS == 2
__extension__ typedef unsigned __int128 wide;
typedef wide pair;
#    define store_word store64_le
#else
typedef uint64_t wide;
typedef wide pair;
#    define store_word store32_le
#endif

/* Returns the low word of `*x` and leaves the rest, the carry. */
static inline word
split(wide *x)
{
    word low = (word)*x;

    *x >>= WORD_BITS;
    return low;
}

#if NARAE_POLY1305_WORDS == 16

/* h[0] r[-1] + h[1] r[-2] + ... of `n` <= 17 products.  The sum has 24 bits:
 * with 32, avr-gcc 5.4 -Os would multiply 16-bit words.  Not inlined, because
 * its pointers would then be kept in memory. */
__attribute__((noinline)) static uint32_t
column(const uint8_t *h, const uint8_t *r, uint8_t n)
{
    __uint24 sum = 0;

    while (n-- != 0) {
        uint8_t a = *h++, b = *--r;

        sum += (uint16_t)((unsigned)a * b);
    }
    return sum;
}

void
narae_poly1305_blocks_portable(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    uint8_t *h = sum->h;
    const uint8_t *r = sum->r;

    for (; nblocks != 0; nblocks--, in += 16) {
        uint8_t g[16];
        uint32_t carry = 0;

        for (uint8_t k = 0; k < 16; k++) {
            carry += (uint16_t)(h[k] + in[k]);
            h[k] = split(&carry);
        }
        h[16] = (uint8_t)(h[16] + carry + top);

        /* Column k: h[0..k] with r[k..0], and 320 times h[k+2..16] with
         * r[15..k+1]. */
        carry = 0;
        for (uint8_t k = 0; k < 16; k++) {
            carry += column(h, r + k + 1, (uint8_t)(k + 1));
            if (k < 15)
                carry += 320 * column(h + k + 2, r + 16, (uint8_t)(15 - k));
            g[k] = split(&carry);
        }
        carry += column(h + 1, r + 16, 16);

        h[16] = (uint8_t)carry & 3;
        carry = (carry >> 2) + (carry & ~(uint32_t)3);
        for (uint8_t k = 0; k < 16; k++) {
            carry += g[k];
            h[k] = split(&carry);
        }
        h[16] = (uint8_t)(h[16] + carry);
    }
}

#else

/* ARMv6-M has no product of 64 bits, and that of ARMv7-M terminates early if a
 * factor is small: it is computed from four products of 32 bits.  No sum here
 * overflows. */
static inline wide
product(word a, word b)
{
#    if defined(NARAE_SHORT_PRODUCTS) || defined(NARAE_PRODUCTS_VARY)
    uint32_t a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
    uint32_t low = a0 * b0, middle = a1 * b0 + (low >> 16), other = a0 * b1 + (middle & 0xffff);

    return (wide)(a1 * b1 + (middle >> 16) + (other >> 16)) << 32 | (other << 16 | (low & 0xffff));
#    else
    return (wide)a * b;
#    endif
}

#    if NARAE_POLY1305_WORDS == 2

void
narae_poly1305_blocks_portable(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const word r0 = sum->r[0], r1 = sum->r[1], s1 = r1 + (r1 >> 2);
    word h0 = sum->h[0], h1 = sum->h[1], h2 = sum->h[2];

    for (; nblocks != 0; nblocks--, in += 16) {
        wide d = (wide)h0 + poly1305_load(in);
        word fold;

        h0 = split(&d);
        d += (wide)h1 + poly1305_load(in + 8);
        h1 = split(&d);
        h2 += (word)d + top;

        wide d0 = product(h0, r0) + product(h1, s1);
        wide d1 = product(h0, r1) + product(h1, r0) + h2 * s1;

        h0 = split(&d0);
        d1 += d0;
        h1 = split(&d1);
        h2 = h2 * r0 + (word)d1;

        fold = (h2 >> 2) + (h2 & ~(word)3);
        d = (wide)h0 + fold;
        h0 = split(&d);
        d += h1;
        h1 = split(&d);
        h2 = (h2 & 3) + (word)d;
    }
    sum->h[0] = h0, sum->h[1] = h1, sum->h[2] = h2;
}

#    else

/* h4 <= 6 and s < B / 12: their product is one word. */
static inline __attribute__((always_inline)) void
add_blocks(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const word r0 = sum->r[0], r1 = sum->r[1], r2 = sum->r[2], r3 = sum->r[3];
    const word s1 = r1 + (r1 >> 2), s2 = r2 + (r2 >> 2), s3 = r3 + (r3 >> 2);
    word h0 = sum->h[0], h1 = sum->h[1], h2 = sum->h[2], h3 = sum->h[3], h4 = sum->h[4];

    for (; nblocks != 0; nblocks--, in += 16) {
        wide d = (wide)h0 + poly1305_load(in), t;
        word fold;

        h0 = split(&d);
        d += (wide)h1 + poly1305_load(in + 4);
        h1 = split(&d);
        d += (wide)h2 + poly1305_load(in + 8);
        h2 = split(&d);
        d += (wide)h3 + poly1305_load(in + 12);
        h3 = split(&d);
        h4 += (word)d + top;

        d = product(h0, r0) + product(h1, s3) + product(h2, s2) + product(h3, s1);
        word g0 = split(&d);
        d += product(h0, r1) + product(h1, r0) + product(h2, s3) + product(h3, s2) + h4 * s1;
        word g1 = split(&d);
        d += product(h0, r2) + product(h1, r1) + product(h2, r0) + product(h3, s3) + h4 * s2;
        word g2 = split(&d);
        d += product(h0, r3) + product(h1, r2) + product(h2, r1) + product(h3, r0) + h4 * s3;
        word g3 = split(&d);
        h4 = h4 * r0 + (word)d;

        fold = (h4 >> 2) + (h4 & ~(word)3);
        t = (wide)g0 + fold;
        h0 = split(&t);
        t += g1;
        h1 = split(&t);
        t += g2;
        h2 = split(&t);
        t += g3;
        h3 = split(&t);
        h4 = (h4 & 3) + (word)t;
    }
    sum->h[0] = h0, sum->h[1] = h1, sum->h[2] = h2, sum->h[3] = h3, sum->h[4] = h4;
}

void
narae_poly1305_blocks_portable(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
#        ifdef POLY1305_LOADS_ALIGNED_WORDS
    /* the same, but lets the compiler load words instead of bytes */
    if (((uintptr_t)in & 3) == 0) {
        add_blocks(sum, (const uint8_t *)__builtin_assume_aligned(in, 4), nblocks, top);
        return;
    }
#        endif
    add_blocks(sum, in, nblocks, top);
}

#    endif
#endif

/* h < 2p, so h mod p is h or h - p.  h + 5 has bit 130 set in the second
 * case, and is then h - p in its low 128 bits. */
void
narae_poly1305_tag_portable(const narae_poly1305_sum *sum, const uint8_t s[16], uint8_t tag[16])
{
    word g[N], above;
    pair carry = 5;

    for (unsigned i = 0; i < N; i++) {
        carry = (pair)(carry + sum->h[i]);
        g[i] = (word)carry;
        carry = carry >> WORD_BITS;
    }
    above = (word)(0 - ((sum->h[N] + carry) >> 2));

    carry = 0;
    for (unsigned i = 0; i < N; i++) {
        carry = (pair)(carry + (sum->h[i] ^ ((sum->h[i] ^ g[i]) & above)));
        carry = (pair)(carry + poly1305_load(s + WORD_BITS / 8 * i));
        store_word(tag + WORD_BITS / 8 * i, (word)carry);
        carry = carry >> WORD_BITS;
    }
}
