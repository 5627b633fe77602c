/* SPDX-License-Identifier: MIT */
/* PIPO key schedule for ARMv6-M.  Kim et al., ICISC 2020.
 *
 * After the number of rounds, rows 1 to 7 of two or four parts of the key in the layout
 * for one block, then in that for four; then row 0 of each round, with its number, in
 * the one and in the other: pipo_v6m.S.
 *
 * Time depends on the key size alone. */

#include "kernels.h"

#if defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)

/* A row for four blocks: bit j at bits 4 j to 4 j + 3. */
static inline uint32_t
row_of_four(uint32_t byte)
{
    byte = (byte | byte << 12) & 0x000f000f;
    byte = (byte | byte << 6) & 0x03030303;
    byte = (byte | byte << 3) & 0x11111111;
    return (byte << 4) - byte;
}

void
narae_pipo_set_key_v6m(void *schedule, const uint8_t *key, size_t key_bytes)
{
    pipo_schedule *s = (pipo_schedule *)schedule;
    const unsigned parts = (unsigned)key_bytes / 8, rounds = 2 * parts + 9;
    uint32_t *one = s->rows[0], *four = one + 7 * parts;

    s->rounds = rounds;
    for (unsigned i = 0; i < key_bytes; i++) {
        if ((i & 7) == 0)
            continue;
        *one++ = key[i] * 0x01010101u;
        *four++ = row_of_four(key[i]);
    }
    one = four;
    four += rounds + 1;
    for (unsigned r = 0; r <= rounds; r++) {
        uint32_t row = key[8 * r & (key_bytes - 1)] ^ r;

        *one++ = row * 0x01010101u;
        *four++ = row_of_four(row);
    }
}

#endif
