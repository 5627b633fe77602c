/* SPDX-License-Identifier: MIT */
/* The key schedule of aes_v7m.S and aes_v6m.S.  FIPS 197, clause 5.2.
 *
 * The schedule is that of aes_portable.c: each round key bit-sliced for two
 * blocks, displaced by the ShiftRows that are then pending, with the
 * S-box's constant in all but the first.
 *
 * Time depends on the key size alone. */

#include "kernels.h"

#include "narae/wipe.h"

#if defined(NARAE_THUMB_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_THUMB_TABLES)

#    ifdef NARAE_THUMB_V6M
#        define sub_word narae_aes_sub_word_v6m
#    else
#        define sub_word narae_aes_sub_word_v7m
#    endif
#    include "aes/words.inc"

/* Exchanges the bytes of odd rows. */
static inline void
exchange(uint32_t *a, uint32_t *b)
{
    uint32_t t = (*a ^ *b) & 0xff00ff00;

    *a ^= t;
    *b ^= t;
}

static inline uint32_t
rows_of(uint32_t row0, uint32_t row1, uint32_t row2, uint32_t row3)
{
    return (row0 & 0xff) | (row1 & 0xff00) | (row2 & 0xff0000) | (row3 & 0xff000000);
}

/* Exchanges the bits of a under mask << n with the bits of b under mask. */
static inline void
exchange_bits(uint32_t *a, uint32_t *b, unsigned n, uint32_t mask)
{
    uint32_t t = (*a >> n ^ *b) & mask;

    *b ^= t;
    *a ^= t << n;
}

/* Exchanges bits i and i + 1 of all columns of both blocks. */
static inline void
write_bits(uint32_t *q, uint32_t x)
{
    uint32_t even = x & 0x55555555, odd = x ^ even;

    q[0] = even | even << 1;
    q[1] = odd | odd >> 1;
}

static void
write_round_key(uint32_t q[8], const uint32_t w[4], unsigned r)
{
    uint32_t a = w[0], b = w[1], c = w[2], d = w[3];

    if (r != 0) {
        a ^= 0x63636363;
        b ^= 0x63636363;
        c ^= 0x63636363;
        d ^= 0x63636363;
    }
    if (r & 2) {
        exchange(&a, &c);
        exchange(&b, &d);
    }
    if (r & 1) {
        uint32_t a0 = a, b0 = b, c0 = c;

        a = rows_of(a0, d, c0, b0);
        b = rows_of(b0, a0, d, c0);
        c = rows_of(c0, b0, a0, d);
        d = rows_of(d, c0, b0, a0);
    }
    exchange_bits(&a, &c, 4, 0x0f0f0f0f);
    exchange_bits(&b, &d, 4, 0x0f0f0f0f);
    exchange_bits(&a, &b, 2, 0x33333333);
    exchange_bits(&c, &d, 2, 0x33333333);
    write_bits(q, a);
    write_bits(q + 2, b);
    write_bits(q + 4, c);
    write_bits(q + 6, d);
}

void
narae_aes_set_key_thumb(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    uint32_t words[60], *rk = s->rk;
    unsigned rounds = expand_key(words, key, key_bytes);

    s->rounds = rounds;
    for (unsigned r = 0; r <= rounds; r++, rk += NARAE_AES_ROUND_KEY_BYTES / 4)
        write_round_key(rk, words + 4 * r, r);
    narae_wipe(words, sizeof words);
}

#endif
