/* SPDX-License-Identifier: MIT */
/* AES with 128-, 192- and 256-bit keys on bytes, with two S-boxes of 256
 * bytes and no other table.  FIPS 197 (2001), section 5.
 *
 * SubBytes and ShiftRows are one pass from one state to another.  MixColumns
 * on a column a, b, c, d with t = a ^ b ^ c ^ d is
 *
 *     a ^ t ^ 2(a ^ b),  b ^ t ^ 2(b ^ c),  c ^ t ^ 2(c ^ d),  d ^ t ^ 2(d ^ a)
 *
 * and its inverse adds 4(a ^ c) to a and c and 4(b ^ d) to b and d beforehand.
 *
 * This is what papers measure as AES in compact C: between the pseudo code of
 * aes_bytewise and the words of aes_tables.  Not constant-time: on chips with
 * a data cache the look-ups leak the key.  Never part of the library. */

#include "aes_sbox.h"

#include <string.h>

#include "core/portable/sboxes.h"
#include "core/flash.h"

typedef struct schedule {
    uint32_t rounds;
    uint8_t keys[15][16];
} schedule;

static const uint8_t sbox[256] NARAE_FLASH = {SBOX_S1(SBOX_BYTE)};
static const uint8_t inv_sbox[256] NARAE_FLASH = {SBOX_INV_S1(SBOX_BYTE)};

static inline uint8_t
twice(uint8_t x)
{
    return (uint8_t)(x << 1 ^ (0x1b & -(x >> 7)));
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    schedule *s = memory;
    uint8_t rcon = 1, *w;
    unsigned total;

    if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32)
        return;
    s->rounds = (uint32_t)key_bytes / 4 + 6;
    total = 16 * (unsigned)(s->rounds + 1);
    w = s->keys[0];
    memcpy(w, key, key_bytes);
    for (unsigned i = (unsigned)key_bytes; i < total; i += 4) {
        const uint8_t *above = w + i - key_bytes;
        uint8_t t[4];

        memcpy(t, w + i - 4, 4);
        if (i % key_bytes == 0) {
            uint8_t first = t[0];

            t[0] = flash_read8(&sbox[t[1]]) ^ rcon;
            t[1] = flash_read8(&sbox[t[2]]);
            t[2] = flash_read8(&sbox[t[3]]);
            t[3] = flash_read8(&sbox[first]);
            rcon = twice(rcon);
        } else if (key_bytes == 32 && i % 32 == 16) {
            for (unsigned j = 0; j < 4; j++)
                t[j] = flash_read8(&sbox[t[j]]);
        }
        for (unsigned j = 0; j < 4; j++)
            w[i + j] = above[j] ^ t[j];
    }
}

static void
add(uint8_t x[16], const uint8_t a[16], const uint8_t b[16])
{
    for (unsigned i = 0; i < 16; i++)
        x[i] = a[i] ^ b[i];
}

/* Byte i of the outcome comes from place i + i % 4 * step: rows turn by one, or by three to come back. */
static void
substitute_and_shift(uint8_t out[16], const uint8_t in[16], const uint8_t box[256], unsigned step)
{
    for (unsigned i = 0; i < 16; i++)
        out[i] = flash_read8(&box[in[(i + i % 4 * step) % 16]]);
}

static void
mix_columns(uint8_t x[16])
{
    for (unsigned i = 0; i < 16; i += 4) {
        uint8_t a = x[i], t = x[i] ^ x[i + 1] ^ x[i + 2] ^ x[i + 3];

        x[i] ^= t ^ twice(x[i] ^ x[i + 1]);
        x[i + 1] ^= t ^ twice(x[i + 1] ^ x[i + 2]);
        x[i + 2] ^= t ^ twice(x[i + 2] ^ x[i + 3]);
        x[i + 3] ^= t ^ twice(x[i + 3] ^ a);
    }
}

static void
inv_mix_columns(uint8_t x[16])
{
    for (unsigned i = 0; i < 16; i += 4) {
        uint8_t even = twice(twice(x[i] ^ x[i + 2])), odd = twice(twice(x[i + 1] ^ x[i + 3]));

        x[i] ^= even;
        x[i + 1] ^= odd;
        x[i + 2] ^= even;
        x[i + 3] ^= odd;
    }
    mix_columns(x);
}

static void
encrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint8_t x[16], y[16];

        add(x, in, s->keys[0]);
        for (unsigned round = 1; round < s->rounds; round++) {
            substitute_and_shift(y, x, sbox, 4);
            mix_columns(y);
            add(x, y, s->keys[round]);
        }
        substitute_and_shift(y, x, sbox, 4);
        add(out, y, s->keys[s->rounds]);
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint8_t x[16], y[16];

        add(x, in, s->keys[s->rounds]);
        for (unsigned round = (unsigned)s->rounds - 1; round > 0; round--) {
            substitute_and_shift(y, x, inv_sbox, 12);
            add(x, y, s->keys[round]);
            inv_mix_columns(x);
        }
        substitute_and_shift(y, x, inv_sbox, 12);
        add(out, y, s->keys[0]);
    }
}

const narae_block_cipher baseline_aes_sbox = {
    .name = "aes",
    .block_bytes = 16,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = {BASELINE_AES_SBOX_SCHEDULE_BYTES(16), BASELINE_AES_SBOX_SCHEDULE_BYTES(24),
                       BASELINE_AES_SBOX_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = encrypt, .decrypt = decrypt},
};
