/* SPDX-License-Identifier: MIT */
/* SEED, portable C for 32- and 64-bit words.  RFC 4269; TTAS.KO-12.0004/R1.
 *
 * Both S-boxes invert in GF(2^8) modulo x^8 + x^6 + x^5 + x + 1,
 *
 *     S0(x) = A x^247 + 0xa9,    x^247 = (x^-1)^8
 *     S1(x) = B x^251 + 0x38,    x^251 = (x^-1)^4,
 *
 * and raising to these powers of 2 is linear: an inversion, bit-sliced, between a
 * linear map into the tower of core/portable/inversion.h, the same for both, and
 * one out of it.  Additions need words, so only G is bit-sliced.  Of the 2040 maps into the
 * tower this is the one for which it and the two maps out take the fewest operations by
 * Paar's greedy search.  Operations of G for eight words:
 *
 *     bits to words of one place each, and back   2 x 72
 *     into the tower, invert, out of it           11 + 92 + 40
 *     sums of the four bytes under masks          8 x 9
 *                                                 359, 45 a word of 32 bits
 *
 * G of one word has 16 + 15 operations instead of the first line, 183 in all.  A round has
 * ten more.  In groups of 8 blocks with 32-bit words, 16 with 64-bit words:
 *
 *     16 x (3 x 45 + 10) = 2320 operations a block;  a single block 16 x (3 x 183 + 10) = 8944
 *
 * Bit-slicing the whole block would halve that, but needs at least 32 blocks at once.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifndef NARAE_WORDS8

#    include "seed/seed_internal.h"

#    include "core/bytes.h"
#    include "core/portable/inversion.h"

/* Words of 32 bits in a word, and in eight of them. */
enum { FEW = sizeof(word) / 4, MANY = 8 * FEW };

#    define FIRST_BITS (~(word)0 / 0xff)
#    define FIRST_BYTES (~(word)0 / 0x101) /* bytes 0 and 2 of each 32 bits, which take S0 */
#    define SECOND_BYTES (~FIRST_BYTES)

/* One word of each of MANY blocks. */
typedef union column {
    uint32_t t[MANY];
    word x[8];
} column;

/* x[i] is bit i of many bytes: S0, and S1 in the second ones. */
static inline void
substitute(word x[8])
{
    word x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    word a0 = x3 ^ x5, a1 = x5 ^ x6, a2 = x2 ^ x4, a3 = x7 ^ a2, a5 = x4 ^ a0, a6 = x1 ^ a3;

    x[0] = a0;
    x[1] = x0 ^ a3;
    x[2] = x1 ^ x2;
    x[3] = x7 ^ a0;
    x[4] = x3;
    x[5] = a1;
    x[6] = a1 ^ a6;
    x[7] = x1 ^ a5;
    invert(x);
    x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];

    word y0 = x0 & SECOND_BYTES, y1 = x1 & SECOND_BYTES, y2 = x2 & SECOND_BYTES, y3 = x3 & SECOND_BYTES;
    word y4 = x4 & SECOND_BYTES, y5 = x5 & SECOND_BYTES, y6 = x6 & SECOND_BYTES, y7 = x7 & SECOND_BYTES;
    word t0 = x4 ^ y2, t1 = x1 ^ t0, t2 = x3 ^ y1, t3 = y0 ^ t2, t4 = y5 ^ y7, t5 = x0 ^ t1;
    word t7 = x2 ^ y3 ^ y6, t8 = y7 ^ t3, t9 = x6 ^ x7, t11 = t4 ^ t7, t12 = t0 ^ x5 ^ y4;
    word t13 = x5 ^ t5, t14 = t8 ^ t13;

    x[0] = ~(t7 ^ t13 ^ SECOND_BYTES);
    x[1] = x7 ^ t14;
    x[2] = t11 ^ t1 ^ t2;
    x[3] = ~(t9 ^ t4 ^ t5);
    x[4] = y3 ^ t9 ^ t12 ^ SECOND_BYTES;
    x[5] = ~(t1 ^ y4 ^ t3);
    x[6] = t3 ^ t11;
    x[7] = t8 ^ t12 ^ FIRST_BYTES;
}

static inline void
g_few(column *c)
{
    word x[8], w = c->x[0];

    for (unsigned i = 0; i < 8; i++)
        x[i] = w >> i & FIRST_BITS;
    substitute(x);
    w = 0;
    for (unsigned i = 0; i < 8; i++)
        w |= (x[i] & FIRST_BITS) << i;
    c->x[0] = w;
    for (unsigned i = 0; i < FEW; i++)
        c->t[i] = seed_mix(c->t[i]);
}

static inline void
g_many(column *c)
{
    transpose8(c->x, 1);
    substitute(c->x);
    transpose8(c->x, 1);
    for (unsigned i = 0; i < MANY; i++)
        c->t[i] = seed_mix(c->t[i]);
}

void
narae_seed_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    seed_schedule *s = (seed_schedule *)schedule;
    uint32_t *const rk = seed_prepare(s, key);

    (void)key_bytes;
    for (unsigned i = 0; i < 32; i += MANY) {
        column c;

        memcpy(c.t, rk + i, sizeof c.t);
        g_many(&c);
        memcpy(rk + i, c.t, sizeof c.t);
    }
}

/* For 64-bit Arm gcc 12 does not see that nblocks <= most. */
#    if defined __GNUC__ && !defined __clang__
#        pragma GCC diagnostic push
#        pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#    endif

/* Up to `limit` blocks; `g` and `limit` are constants. */
static inline __attribute__((always_inline)) void
crypt_some(const seed_schedule *s, uint8_t *out, const uint8_t *in, unsigned nblocks, int decrypt,
           void (*g)(column *c), unsigned limit)
{
    uint32_t x[4][MANY];
    column a, b;

    for (unsigned j = 0; j < 4; j++)
        for (unsigned i = 0; i < limit; i++)
            x[j][i] = i < nblocks ? load32_be(in + 16 * i + 4 * j) : 0;
    for (unsigned r = 0; r < SEED_ROUNDS; r++) {
        const uint32_t *k = s->rk[decrypt ? SEED_ROUNDS - 1 - r : r];
        uint32_t (*left)[MANY] = x + 2 * (r % 2), (*right)[MANY] = x + 2 - 2 * (r % 2);

        for (unsigned i = 0; i < limit; i++) {
            a.t[i] = right[0][i] ^ k[0];
            b.t[i] = right[1][i] ^ k[1] ^ a.t[i];
        }
        g(&b);
        for (unsigned i = 0; i < limit; i++)
            a.t[i] += b.t[i];
        g(&a);
        for (unsigned i = 0; i < limit; i++)
            b.t[i] += a.t[i];
        g(&b);
        for (unsigned i = 0; i < limit; i++) {
            left[0][i] ^= a.t[i] + b.t[i];
            left[1][i] ^= b.t[i];
        }
    }
    for (unsigned i = 0; i < nblocks; i++)
        for (unsigned j = 0; j < 4; j++)
            store32_be(out + 16 * i + 4 * j, x[(j + 2) % 4][i]);
}

#    if defined __GNUC__ && !defined __clang__
#        pragma GCC diagnostic pop
#    endif

static inline __attribute__((always_inline)) void
crypt(const seed_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, int decrypt)
{
    while (nblocks != 0) {
        const unsigned n = nblocks < MANY ? (unsigned)nblocks : (unsigned)MANY;

        if (n <= FEW)
            crypt_some(s, out, in, n, decrypt, g_few, FEW);
        else
            crypt_some(s, out, in, n, decrypt, g_many, MANY);
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

void
narae_seed_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt((const seed_schedule *)schedule, out, in, nblocks, 0);
}

void
narae_seed_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt((const seed_schedule *)schedule, out, in, nblocks, 1);
}

#endif
