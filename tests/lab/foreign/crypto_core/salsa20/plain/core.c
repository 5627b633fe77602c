/* Salsa20's core as SUPERCOP calls it: input, key and constants are words of a square. */
#include "crypto_core.h"
#include <stdint.h>

static uint32_t
word(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void
mix(uint32_t *to, uint32_t a, uint32_t b, int n)
{
    uint32_t sum = a + b;

    *to ^= sum << n | sum >> (32 - n);
}

static void
quarter(uint32_t *x, int a, int b, int c, int d)
{
    mix(&x[b], x[a], x[d], 7);
    mix(&x[c], x[b], x[a], 9);
    mix(&x[d], x[c], x[b], 13);
    mix(&x[a], x[d], x[c], 18);
}

int
crypto_core(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c)
{
    uint32_t x[16], y[16];

    for (int i = 0; i < 4; i++) {
        x[5 * i] = word(c + 4 * i);
        x[1 + i] = word(k + 4 * i);
        x[6 + i] = word(in + 4 * i);
        x[11 + i] = word(k + 16 + 4 * i);
    }
    for (int i = 0; i < 16; i++)
        y[i] = x[i];
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter(y, 5 * i, (5 * i + 4) % 16, (5 * i + 8) % 16, (5 * i + 12) % 16);
        for (int i = 0; i < 4; i++)
            quarter(y, 5 * i, 4 * i + (i + 1) % 4, 4 * i + (i + 2) % 4, 4 * i + (i + 3) % 4);
    }
    for (int i = 0; i < 64; i++)
        out[i] = (unsigned char)((x[i / 4] + y[i / 4]) >> 8 * (i % 4));
    return 0;
}
