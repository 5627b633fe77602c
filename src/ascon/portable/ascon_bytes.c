/* SPDX-License-Identifier: MIT */
/* The Ascon permutation, portable C for 8-bit chips: the state as 40 bytes,
 * each word little-endian.  The round is that of ascon_portable.c.
 *
 * The S-box works on byte i of all five words at a time; the rotations are
 * lane8.h's, to the left by 64 minus the standard's amount.
 *
 * Time depends on the number of rounds alone, and every index is public. */

#include "ascon/ascon_internal.h"

#include "core/flash.h"
#include "core/portable/lane8.h"

static const uint8_t turns[10] NARAE_FLASH = {64 - 19, 64 - 28, 64 - 61, 64 - 39, 64 - 1,
                                              64 - 6,  64 - 10, 64 - 17, 64 - 7,  64 - 41};

static void
substitute(uint8_t *state)
{
    for (uint8_t i = 0; i < 8; i++) {
        uint8_t *x = state + i, x0 = x[0], x1 = x[8], x2 = x[16], x3 = x[24], x4 = x[32];
        uint8_t t0, t1, t2, t3, t4;

        x0 ^= x4;
        x4 ^= x3;
        x2 ^= x1;
        t0 = (uint8_t)(x0 ^ (~x1 & x2));
        t1 = (uint8_t)(x1 ^ (~x2 & x3));
        t2 = (uint8_t)(x2 ^ (~x3 & x4));
        t3 = (uint8_t)(x3 ^ (~x4 & x0));
        t4 = (uint8_t)(x4 ^ (~x0 & x1));
        x[0] = t0 ^ t4;
        x[8] = t1 ^ t0;
        x[16] = (uint8_t)~t2;
        x[24] = t3 ^ t2;
        x[32] = t4;
    }
}

static void
diffuse(uint8_t *state)
{
    uint8_t a[8], b[8];

    for (uint8_t w = 0; w < 5; w++, state += 8) {
        rol_lane8(a, state, table_read8(turns, &turns[2 * w]));
        rol_lane8(b, state, table_read8(turns, &turns[2 * w + 1]));
        for (uint8_t i = 0; i < 8; i++)
            state[i] ^= a[i] ^ b[i];
    }
}

void
narae_ascon_permute_bytes(uint8_t state[40], unsigned rounds)
{
    for (uint8_t constant = (uint8_t)(0x3c + 0x0f * rounds); constant != 0x3c;
         constant = (uint8_t)(constant - 0x0f)) {
        state[16] ^= constant;
        substitute(state);
        diffuse(state);
    }
}
