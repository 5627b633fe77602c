/* SPDX-License-Identifier: MIT */
/* GHASH bit by bit, as SP 800-38D, algorithms 1 and 2 write it. */
#ifndef NARAE_TEXTBOOK_GHASH_H
#define NARAE_TEXTBOOK_GHASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* x = x * y */
static inline void
textbook_multiply(uint8_t x[16], const uint8_t y[16])
{
    uint8_t z[16] = {0}, v[16];

    memcpy(v, y, 16);
    for (unsigned i = 0; i < 128; i++) {
        unsigned low = v[15] & 1;

        if ((x[i / 8] >> (7 - i % 8) & 1) != 0)
            for (unsigned j = 0; j < 16; j++)
                z[j] ^= v[j];
        for (unsigned j = 15; j > 0; j--)
            v[j] = (uint8_t)(v[j] >> 1 | v[j - 1] << 7);
        v[0] = (uint8_t)(v[0] >> 1 ^ (low != 0 ? 0xe1 : 0));
    }
    memcpy(x, z, 16);
}

/* Hashes `bytes` bytes, the last block filled with zeros. */
static inline void
textbook_ghash(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        y[i % 16] ^= in[i];
        if (i % 16 == 15 || i + 1 == bytes)
            textbook_multiply(y, h);
    }
}

#endif
