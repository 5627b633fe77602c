/* SPDX-License-Identifier: MIT */
/* AES, portable C for 8-bit AVR.  FIPS 197.
 *
 * Byte by byte, as the standard writes it, with two economies: SubBytes and
 * ShiftRows are one pass that reads each byte from its old place, and a column
 * a of MixColumns takes four xtime instead of eight products,
 *
 *     a_i' = a_i + s + xtime(a_i + a_i+1),  s = a_0 + a_1 + a_2 + a_3
 *
 * to which InvMixColumns adds xtime(xtime(a_i + a_i+2)) beforehand.
 *
 * The S-boxes are tables.  An AVR has no cache, so a look-up takes the same
 * time for all bytes.
 * Time depends on the number of blocks and the key size alone. */

#include "aes/aes_internal.h"

#ifdef NARAE_WORDS8

#    include "tables.h"

static inline uint8_t
sub(uint8_t x)
{
    return aes_table_read(narae_aes_sbox, x);
}

static inline uint8_t
inv_sub(uint8_t x)
{
    return aes_table_read(narae_aes_inv_sbox, x);
}

/* Written with a mask, so that the compiler generates no branch. */
static inline uint8_t
xtime(uint8_t x)
{
    return (uint8_t)((uint8_t)(x << 1) ^ (0x1b & (uint8_t)-(x >> 7)));
}

/* One column of MixColumns. */
static inline void
mix_column(uint8_t out[4], uint8_t a0, uint8_t a1, uint8_t a2, uint8_t a3)
{
    uint8_t s = a0 ^ a1 ^ a2 ^ a3;

    out[0] = xtime(a0 ^ a1) ^ a0 ^ s;
    out[1] = xtime(a1 ^ a2) ^ a1 ^ s;
    out[2] = xtime(a2 ^ a3) ^ a2 ^ s;
    out[3] = xtime(a3 ^ a0) ^ a3 ^ s;
}

static inline void
inv_mix_column(uint8_t out[4], uint8_t a0, uint8_t a1, uint8_t a2, uint8_t a3)
{
    uint8_t even = xtime(xtime(a0 ^ a2)), odd = xtime(xtime(a1 ^ a3));

    mix_column(out, a0 ^ even, a1 ^ odd, a2 ^ even, a3 ^ odd);
}

/* AddRoundKey, SubBytes, ShiftRows and MixColumns. */
static inline void
encrypt_round(uint8_t y[16], const uint8_t x[16], const uint8_t k[16])
{
#    define FORWARD(i) sub(x[i] ^ k[i])
    mix_column(y, FORWARD(0), FORWARD(5), FORWARD(10), FORWARD(15));
    mix_column(y + 4, FORWARD(4), FORWARD(9), FORWARD(14), FORWARD(3));
    mix_column(y + 8, FORWARD(8), FORWARD(13), FORWARD(2), FORWARD(7));
    mix_column(y + 12, FORWARD(12), FORWARD(1), FORWARD(6), FORWARD(11));
}

/* InvShiftRows, InvSubBytes, AddRoundKey and InvMixColumns. */
static inline void
decrypt_round(uint8_t y[16], const uint8_t x[16], const uint8_t k[16])
{
#    define BACKWARD(i, from) (inv_sub(x[from]) ^ k[i])
    inv_mix_column(y, BACKWARD(0, 0), BACKWARD(1, 13), BACKWARD(2, 10), BACKWARD(3, 7));
    inv_mix_column(y + 4, BACKWARD(4, 4), BACKWARD(5, 1), BACKWARD(6, 14), BACKWARD(7, 11));
    inv_mix_column(y + 8, BACKWARD(8, 8), BACKWARD(9, 5), BACKWARD(10, 2), BACKWARD(11, 15));
    inv_mix_column(y + 12, BACKWARD(12, 12), BACKWARD(13, 9), BACKWARD(14, 6), BACKWARD(15, 3));
}

void
narae_aes_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *s = (const aes_schedule *)schedule;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint8_t *k = (const uint8_t *)s->rk, *x = in;
        uint8_t state[2][16], *y = state[0];

        for (uint8_t r = 1; r < (uint8_t)s->rounds; r++, k += 16) {
            encrypt_round(y, x, k);
            x = y;
            y = state[r & 1];
        }
        for (uint8_t i = 0; i < 16; i++)
            y[i] = sub(x[i] ^ k[i]);
        for (uint8_t i = 0; i < 16; i++)
            out[i] = y[(i + 4 * (i & 3)) & 15] ^ k[16 + i];
    }
}

void
narae_aes_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *s = (const aes_schedule *)schedule;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint8_t *k = (const uint8_t *)s->rk + 16 * (uint8_t)s->rounds;
        uint8_t state[2][16], *x = state[0], *y = state[1];

        for (uint8_t i = 0; i < 16; i++)
            x[i] = in[i] ^ k[i];
        for (uint8_t r = 1; r < (uint8_t)s->rounds; r++) {
            k -= 16;
            decrypt_round(y, x, k);
            x = y;
            y = state[r & 1 ? 0 : 1];
        }
        k -= 16;
        for (uint8_t i = 0; i < 16; i++)
            y[i] = inv_sub(x[i]);
        for (uint8_t i = 0; i < 16; i++)
            out[i] = y[(i - 4 * (i & 3)) & 15] ^ k[i];
    }
}

/* Key expansion: a, b, c, d are the bytes of the previous word.  A new word is
 * that one, transformed where the standard says so, XORed with the word nk
 * before. */
void
narae_aes_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    uint8_t *from = (uint8_t *)s->rk, *to = from;
    uint8_t nk = (uint8_t)(key_bytes / 4), words_left = (uint8_t)(3 * nk + 28), rcon = 1;

    for (uint8_t i = (uint8_t)key_bytes; i != 0; i--)
        *to++ = *key++;
    s->rounds = nk + 6u;

    uint8_t a = to[-4], b = to[-3], c = to[-2], d = to[-1];

    for (uint8_t step = 0; words_left != 0; words_left--) {
        if (step == 0) {
            uint8_t first = a;

            a = sub(b) ^ rcon;
            b = sub(c);
            c = sub(d);
            d = sub(first);
            rcon = xtime(rcon);
        } else if (nk == 8 && step == 4) {
            a = sub(a);
            b = sub(b);
            c = sub(c);
            d = sub(d);
        }
        *to++ = a ^= *from++;
        *to++ = b ^= *from++;
        *to++ = c ^= *from++;
        *to++ = d ^= *from++;
        if (++step == nk)
            step = 0;
    }
}

#endif
