/* SPDX-License-Identifier: MIT */
/* SEED for 8-bit AVR.  RFC 4269; TTAS.KO-12.0004/R1.
 *
 * The S-boxes are tables in flash: 512 bytes there, no RAM.  AVR has no data cache and
 * LPM takes three cycles at any address, so look-ups leak nothing through time.  The sums
 * of G take 15 operations on bytes and four ANDs: it is seed_mix() byte by byte.
 *
 * Time depends on the number of blocks alone; addresses in flash depend on secrets. */

#include "seed/seed_internal.h"

#ifdef NARAE_WORDS8

#    include "core/bytes.h"
#    include "core/flash.h"
#    include "core/portable/sboxes.h"

const uint8_t narae_seed_sbox[2][256] NARAE_FLASH = {{SBOX_SEED_0(SBOX_BYTE)}, {SBOX_SEED_1(SBOX_BYTE)}};

/* A word, and its bytes from the lowest on. */
typedef union bytes4 {
    uint32_t word;
    uint8_t y[4];
} bytes4;

static uint32_t
g(uint32_t x)
{
    bytes4 w = {x};
    uint8_t y0 = table_read8(narae_seed_sbox, &narae_seed_sbox[0][w.y[0]]),
            y1 = table_read8(narae_seed_sbox, &narae_seed_sbox[1][w.y[1]]);
    uint8_t y2 = table_read8(narae_seed_sbox, &narae_seed_sbox[0][w.y[2]]),
            y3 = table_read8(narae_seed_sbox, &narae_seed_sbox[1][w.y[3]]);

    y0 ^= y2;
    y1 ^= y3;
    y2 = (uint8_t)(y2 ^ (y0 & 0x0f));
    y3 = (uint8_t)(y3 ^ (y1 & 0x3c));
    y2 ^= y3;

    uint8_t sum = y0 ^ y1, even = (uint8_t)(y1 ^ (sum & 0x33));

    w.y[0] = (uint8_t)(sum ^ y3 ^ (y2 & 0x33));
    w.y[1] = w.y[0] ^ y2;
    w.y[2] = w.y[0] ^ even;
    w.y[3] = w.y[1] ^ even ^ sum;
    return w.word;
}

void
narae_seed_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    seed_schedule *s = (seed_schedule *)schedule;
    uint32_t *const rk = seed_prepare(s, key);

    (void)key_bytes;
    for (uint8_t i = 0; i < 2 * SEED_ROUNDS; i++)
        rk[i] = g(rk[i]);
}

static void
crypt(uint8_t *out, const uint8_t *in, size_t nblocks, const uint32_t *rk, int8_t step)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint32_t x0 = load32_be(in), x1 = load32_be(in + 4), x2 = load32_be(in + 8), x3 = load32_be(in + 12);
        const uint32_t *k = rk;

        for (uint8_t r = 0; r < SEED_ROUNDS; r++, k += step) {
            uint32_t t0 = x2 ^ k[0], t1 = g(x3 ^ k[1] ^ t0), y0 = x0, y1 = x1;

            t0 = g(t0 + t1);
            t1 = g(t1 + t0);
            x0 = x2;
            x1 = x3;
            x2 = y0 ^ (t0 + t1);
            x3 = y1 ^ t1;
        }
        store32_be(out, x2);
        store32_be(out + 4, x3);
        store32_be(out + 8, x0);
        store32_be(out + 12, x1);
    }
}

void
narae_seed_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt(out, in, nblocks, ((const seed_schedule *)schedule)->rk[0], 2);
}

void
narae_seed_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt(out, in, nblocks, ((const seed_schedule *)schedule)->rk[SEED_ROUNDS - 1], -2);
}

#endif
