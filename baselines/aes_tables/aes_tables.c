/* SPDX-License-Identifier: MIT */
/* AES with 128-, 192- and 256-bit keys and tables of words.  FIPS 197 (2001);
 * Daemen and Rijmen, "AES Proposal: Rijndael" (1999), section 5.2.1.
 *
 * SubBytes, ShiftRows and MixColumns turn a column of the state into
 *
 *     T0[top byte] ^ T1[second] ^ T2[third] ^ T3[last]
 *
 * of bytes from four columns, where T0[x] holds 2, 1, 1 and 3 times S(x) and
 * T1 to T3 are the same turned by 8, 16 and 24 bits: four tables of 1 KiB.
 * Decryption is the equivalent inverse cipher of FIPS 197, 5.3.5, with four
 * more and InvMixColumns applied to the round keys beforehand.
 *
 * This is what papers measure as AES on servers and 32-bit chips ("LUT",
 * "T-table").  Not constant-time: on chips with a data cache the look-ups
 * leak the key.  Never part of the library. */

#include "aes_tables.h"

#include "core/portable/sboxes.h"
#include "core/bytes.h"
#include "core/flash.h"

typedef struct schedule {
    uint32_t rounds;
    uint32_t rk[60];
} schedule;

#define WORD(a, b, c, d) (uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d),

#define T0(s) WORD(MUL_2(s), s, s, MUL_3(s))
#define T1(s) WORD(MUL_3(s), MUL_2(s), s, s)
#define T2(s) WORD(s, MUL_3(s), MUL_2(s), s)
#define T3(s) WORD(s, s, MUL_3(s), MUL_2(s))
#define D0(s) WORD(MUL_14(s), MUL_9(s), MUL_13(s), MUL_11(s))
#define D1(s) WORD(MUL_11(s), MUL_14(s), MUL_9(s), MUL_13(s))
#define D2(s) WORD(MUL_13(s), MUL_11(s), MUL_14(s), MUL_9(s))
#define D3(s) WORD(MUL_9(s), MUL_13(s), MUL_11(s), MUL_14(s))

static const uint32_t t[4][256] NARAE_FLASH = {{SBOX_S1(T0)}, {SBOX_S1(T1)}, {SBOX_S1(T2)}, {SBOX_S1(T3)}};
static const uint32_t d[4][256] NARAE_FLASH = {
    {SBOX_INV_S1(D0)}, {SBOX_INV_S1(D1)}, {SBOX_INV_S1(D2)}, {SBOX_INV_S1(D3)}};
static const uint8_t sbox[256] NARAE_FLASH = {SBOX_S1(SBOX_BYTE)};
static const uint8_t inv_sbox[256] NARAE_FLASH = {SBOX_INV_S1(SBOX_BYTE)};

/* Byte i of a word, the first one being the most significant. */
static inline uint8_t
byte(uint32_t x, unsigned i)
{
    return (uint8_t)(x >> (24 - 8 * i));
}

static inline uint32_t
look_up(const uint32_t table[4][256], uint32_t a, uint32_t b, uint32_t c, uint32_t e)
{
    return flash_read32(&table[0][byte(a, 0)]) ^ flash_read32(&table[1][byte(b, 1)]) ^
           flash_read32(&table[2][byte(c, 2)]) ^ flash_read32(&table[3][byte(e, 3)]);
}

static inline uint32_t
substitute(const uint8_t box[256], uint32_t a, uint32_t b, uint32_t c, uint32_t e)
{
    return (uint32_t)flash_read8(&box[byte(a, 0)]) << 24 | (uint32_t)flash_read8(&box[byte(b, 1)]) << 16 |
           (uint32_t)flash_read8(&box[byte(c, 2)]) << 8 | flash_read8(&box[byte(e, 3)]);
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    schedule *s = memory;
    uint32_t rcon = 1;

    unsigned nk = (unsigned)key_bytes / 4, words = 4 * (nk + 7);

    s->rounds = nk + 6;
    for (unsigned i = 0; i < nk; i++)
        s->rk[i] = load32_be(key + 4 * i);
    for (unsigned i = nk; i < words; i += nk) {
        uint32_t *w = s->rk + i, x = rol32(w[-1], 8);

        w[0] = s->rk[i - nk] ^ substitute(sbox, x, x, x, x) ^ rcon << 24;
        rcon = MUL_2(rcon);
        for (unsigned j = 1; j < nk && i + j < words; j++) {
            x = w[j - 1];
            if (j == 4 && nk == 8)
                x = substitute(sbox, x, x, x, x);
            w[j] = s->rk[i + j - nk] ^ x;
        }
    }
}

/* InvMixColumns: the tables do it after the inverse S-box, so the S-box comes
 * before. */
static inline uint32_t
inv_mix_column(uint32_t x)
{
    x = substitute(sbox, x, x, x, x);
    return look_up(d, x, x, x, x);
}

/* The round keys in reverse order, those in the middle through InvMixColumns. */
static void
invert(schedule *s)
{
    for (unsigned i = 0, j = 4 * (unsigned)s->rounds; i < j; i += 4, j -= 4)
        for (unsigned k = 0; k < 4; k++) {
            uint32_t x = s->rk[i + k];

            s->rk[i + k] = s->rk[j + k];
            s->rk[j + k] = x;
        }
    for (unsigned i = 4; i < 4 * s->rounds; i++)
        s->rk[i] = inv_mix_column(s->rk[i]);
}

void
baseline_aes_tables_set_decrypt_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    set_key(memory, key, key_bytes);
    invert(memory);
}

static void
encrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t *rk = s->rk;
        uint32_t x0 = load32_be(in) ^ rk[0], x1 = load32_be(in + 4) ^ rk[1];
        uint32_t x2 = load32_be(in + 8) ^ rk[2], x3 = load32_be(in + 12) ^ rk[3];

        for (uint32_t round = s->rounds; round != 1; round--) {
            rk += 4;

            uint32_t y0 = look_up(t, x0, x1, x2, x3) ^ rk[0], y1 = look_up(t, x1, x2, x3, x0) ^ rk[1];
            uint32_t y2 = look_up(t, x2, x3, x0, x1) ^ rk[2], y3 = look_up(t, x3, x0, x1, x2) ^ rk[3];

            x0 = y0;
            x1 = y1;
            x2 = y2;
            x3 = y3;
        }
        rk += 4;
        store32_be(out, substitute(sbox, x0, x1, x2, x3) ^ rk[0]);
        store32_be(out + 4, substitute(sbox, x1, x2, x3, x0) ^ rk[1]);
        store32_be(out + 8, substitute(sbox, x2, x3, x0, x1) ^ rk[2]);
        store32_be(out + 12, substitute(sbox, x3, x0, x1, x2) ^ rk[3]);
    }
}

void
baseline_aes_tables_decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t *rk = s->rk;
        uint32_t x0 = load32_be(in) ^ rk[0], x1 = load32_be(in + 4) ^ rk[1];
        uint32_t x2 = load32_be(in + 8) ^ rk[2], x3 = load32_be(in + 12) ^ rk[3];

        for (uint32_t round = s->rounds; round != 1; round--) {
            rk += 4;

            uint32_t y0 = look_up(d, x0, x3, x2, x1) ^ rk[0], y1 = look_up(d, x1, x0, x3, x2) ^ rk[1];
            uint32_t y2 = look_up(d, x2, x1, x0, x3) ^ rk[2], y3 = look_up(d, x3, x2, x1, x0) ^ rk[3];

            x0 = y0;
            x1 = y1;
            x2 = y2;
            x3 = y3;
        }
        rk += 4;
        store32_be(out, substitute(inv_sbox, x0, x3, x2, x1) ^ rk[0]);
        store32_be(out + 4, substitute(inv_sbox, x1, x0, x3, x2) ^ rk[1]);
        store32_be(out + 8, substitute(inv_sbox, x2, x1, x0, x3) ^ rk[2]);
        store32_be(out + 12, substitute(inv_sbox, x3, x2, x1, x0) ^ rk[3]);
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    schedule inverse = *(const schedule *)memory;

    invert(&inverse);
    baseline_aes_tables_decrypt(&inverse, out, in, nblocks);
}

const narae_block_cipher baseline_aes_tables = {
    .name = "aes",
    .block_bytes = 16,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = {BASELINE_AES_TABLES_SCHEDULE_BYTES(16), BASELINE_AES_TABLES_SCHEDULE_BYTES(24),
                       BASELINE_AES_TABLES_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = encrypt, .decrypt = decrypt},
};
