/* SPDX-License-Identifier: MIT */
/* HIGHT, portable C for bytes: AVR.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 * The schedule is the key.  Subkeys are computed on the fly from its bytes and the
 * constants, seven bits of a shift register that runs in both directions.
 *
 * Time depends on the number of blocks alone. */

#include "hight/hight_internal.h"

#ifdef NARAE_WORDS8

#    include <string.h>

enum { SUBKEYS = 4 * HIGHT_ROUNDS, FIRST_CONSTANT = 0x5a /* and the last: the period is 127 */ };

void
narae_hight_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    hight_schedule *s = (hight_schedule *)schedule;
    s->rounds = HIGHT_ROUNDS;
    memcpy(s->key, key, key_bytes);
}

static uint8_t
rol1(uint8_t x)
{
    return (uint8_t)(x << 1 | x >> 7);
}

static uint8_t
swap(uint8_t x)
{
    return (uint8_t)(x << 4 | x >> 4);
}

static uint8_t
f0(uint8_t x)
{
    const uint8_t by1 = rol1(x), by2 = rol1(by1);

    return by1 ^ by2 ^ swap(rol1(by2));
}

static uint8_t
f1(uint8_t x)
{
    const uint8_t by2 = rol1(rol1(x));

    return rol1(by2) ^ swap(x) ^ swap(by2);
}

/* The byte of the key in subkey k. */
static uint8_t
key_byte(const hight_schedule *s, uint8_t k)
{
    return s->key[(k & 8) | ((k - (k >> 4)) & 7)];
}

/* A round renames each byte to the next number; bytes are not moved. */
static uint8_t
place(uint8_t k)
{
    return (uint8_t)(2 * (k & 3) - (k >> 2)) & 7;
}

static void
encrypt(const hight_schedule *s, uint8_t *out, const uint8_t *in)
{
    uint8_t x[8], constant = FIRST_CONSTANT;

    memcpy(x, in, sizeof x);
    x[0] = (uint8_t)(x[0] + s->key[12]);
    x[2] ^= s->key[13];
    x[4] = (uint8_t)(x[4] + s->key[14]);
    x[6] ^= s->key[15];
    for (uint8_t k = 0; k != SUBKEYS; k++) {
        const uint8_t subkey = (uint8_t)(key_byte(s, k) + constant), from = x[place(k)];
        uint8_t *to = &x[(place(k) + 1) & 7];

        if (k & 1)
            *to ^= (uint8_t)(f0(from) + subkey);
        else
            *to = (uint8_t)(*to + (f1(from) ^ subkey));
        constant = (uint8_t)(constant >> 1 | ((constant ^ constant >> 3) & 1) << 6);
    }
    memcpy(out, x + 1, 7);
    out[7] = x[0];
    out[0] = (uint8_t)(out[0] + s->key[0]);
    out[2] ^= s->key[1];
    out[4] = (uint8_t)(out[4] + s->key[2]);
    out[6] ^= s->key[3];
}

static void
decrypt(const hight_schedule *s, uint8_t *out, const uint8_t *in)
{
    uint8_t x[8], constant = FIRST_CONSTANT;

    memcpy(x + 1, in, 7);
    x[0] = in[7];
    x[1] = (uint8_t)(x[1] - s->key[0]);
    x[3] ^= s->key[1];
    x[5] = (uint8_t)(x[5] - s->key[2]);
    x[7] ^= s->key[3];
    for (uint8_t k = SUBKEYS; k-- != 0;) {
        const uint8_t subkey = (uint8_t)(key_byte(s, k) + constant), from = x[place(k)];
        uint8_t *to = &x[(place(k) + 1) & 7];

        if (k & 1)
            *to ^= (uint8_t)(f0(from) + subkey);
        else
            *to = (uint8_t)(*to - (f1(from) ^ subkey));
        constant = (uint8_t)((constant << 1 & 0x7e) | ((constant >> 6 ^ constant >> 2) & 1));
    }
    memcpy(out, x, sizeof x);
    out[0] = (uint8_t)(out[0] - s->key[12]);
    out[2] ^= s->key[13];
    out[4] = (uint8_t)(out[4] - s->key[14]);
    out[6] ^= s->key[15];
}

void
narae_hight_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 8, out += 8)
        encrypt((const hight_schedule *)schedule, out, in);
}

void
narae_hight_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 8, out += 8)
        decrypt((const hight_schedule *)schedule, out, in);
}

#endif
