/* SPDX-License-Identifier: MIT */
/* ChaCha, portable C.  RFC 8439, 2.1 to 2.4; draft-irtf-cfrg-xchacha-03, 2.2.
 *
 * The quarter round on four 32-bit words,
 *
 *     a += b; d = rol16(d ^ a);  c += d; b = rol12(b ^ c);
 *     a += b; d = rol8(d ^ a);   c += d; b = rol7(b ^ c);
 *
 * is applied to the columns of the 4 x 4 state, then to its diagonals.  Large
 * chips keep the state in named words and unroll all eight quarter rounds;
 * small ones loop over an array and compute the diagonals' indices.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "chacha/chacha_internal.h"

#include "core/bytes.h"

#if defined(NARAE_WORDS8) || defined(__OPTIMIZE_SIZE__)

#    ifdef NARAE_WORDS8

/* Rotations by 12 = 8 + 4 and 7: whole bytes are moved; the product of a byte
 * and 2^bits has the part that stays in its low half, the part that goes to the
 * next byte in its high half.  Compilers for AVR would shift by one bit,
 * 32 times. */
static uint32_t
rol_by_product(uint32_t x, uint8_t factor)
{
    uint16_t p0 = (uint16_t)((uint8_t)x * factor), p1 = (uint16_t)((uint8_t)(x >> 8) * factor),
             p2 = (uint16_t)((uint8_t)(x >> 16) * factor), p3 = (uint16_t)((uint8_t)(x >> 24) * factor);
    union {
        uint8_t bytes[4];
        uint32_t word;
    } y = {
        {(uint8_t)(p0 | p3 >> 8), (uint8_t)(p1 | p0 >> 8), (uint8_t)(p2 | p1 >> 8), (uint8_t)(p3 | p2 >> 8)}};

    return y.word;
}

#        define rol12(x) rol32(rol_by_product(x, 16), 8)
#        define rol7(x) rol_by_product(x, 128)

#    else

#        define rol12(x) rol32(x, 12)
#        define rol7(x) rol32(x, 7)

#    endif

/* x[i], and one word of each further row, `shift` columns more to the right
 * in each: 0 for a column, 1 for a diagonal. */
static void
quarter_round(uint32_t x[16], unsigned i, unsigned shift)
{
    uint32_t *b = &x[4 + ((i + shift) & 3)], *c = &x[8 + ((i + 2 * shift) & 3)],
             *d = &x[12 + ((i + 3 * shift) & 3)];

    x[i] += *b;
    *d = rol32(*d ^ x[i], 16);
    *c += *d;
    *b = rol12(*b ^ *c);
    x[i] += *b;
    *d = rol32(*d ^ x[i], 8);
    *c += *d;
    *b = rol7(*b ^ *c);
}

static void
permute(uint32_t x[16], unsigned rounds)
{
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 0; i < 4; i++)
            quarter_round(x, i, r & 1);
}

#else

static inline void
quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rol32(*d ^ *a, 16);
    *c += *d;
    *b = rol32(*b ^ *c, 12);
    *a += *b;
    *d = rol32(*d ^ *a, 8);
    *c += *d;
    *b = rol32(*b ^ *c, 7);
}

static inline void
permute(uint32_t x[16], unsigned rounds)
{
    uint32_t x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    uint32_t x8 = x[8], x9 = x[9], x10 = x[10], x11 = x[11], x12 = x[12], x13 = x[13], x14 = x[14],
             x15 = x[15];

    for (; rounds != 0; rounds -= 2) {
        quarter_round(&x0, &x4, &x8, &x12);
        quarter_round(&x1, &x5, &x9, &x13);
        quarter_round(&x2, &x6, &x10, &x14);
        quarter_round(&x3, &x7, &x11, &x15);
        quarter_round(&x0, &x5, &x10, &x15);
        quarter_round(&x1, &x6, &x11, &x12);
        quarter_round(&x2, &x7, &x8, &x13);
        quarter_round(&x3, &x4, &x9, &x14);
    }
    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3, x[4] = x4, x[5] = x5, x[6] = x6, x[7] = x7;
    x[8] = x8, x[9] = x9, x[10] = x10, x[11] = x11, x[12] = x12, x[13] = x13, x[14] = x14, x[15] = x15;
}

#endif

void
narae_chacha_blocks_portable(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                             unsigned rounds)
{
    for (; nblocks != 0; nblocks--, in += 64, out += 64) {
        uint32_t x[16];

        for (unsigned i = 0; i < 16; i++)
            x[i] = state[i];
        permute(x, rounds);
        for (unsigned i = 0; i < 16; i++)
            store32_le(out + 4 * i, load32_le(in + 4 * i) ^ (x[i] + state[i]));
        state[12]++;
        state[13] += state[12] == 0;
    }
}

void
narae_hchacha_portable(uint32_t state[16], unsigned rounds)
{
    permute(state, rounds);
    for (unsigned i = 0; i < 4; i++) {
        state[4 + i] = state[i];
        state[8 + i] = state[12 + i];
    }
}
