/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], portable C for 8-bit chips: the state as 200 bytes.
 * FIPS 202, 3.2; the steps are those of keccak/words.inc.
 *
 * theta, chi and iota work on each byte of a lane alone.  rho and pi follow
 * the one cycle in which pi moves 24 of the lanes, (1,0) -> (0,2) -> (2,1) ...,
 * with the moved lane in a buffer; lane8.h rotates it.
 *
 * Time is constant, and every index is public. */

#include "keccak/keccak_internal.h"

#include "core/flash.h"
#include "core/portable/lane8.h"

#include <string.h>

/* The cycle of pi after lane 1, and rho's rotation of the lane that is moved to
 * each place. */
static const uint8_t cycle[24] NARAE_FLASH = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                              15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
static const uint8_t turn[24] NARAE_FLASH = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                             27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};

/* The round constants have bits only at 2^j - 1.  Here bits 0, 1, 3 and 7 are
 * in place; 15, 31 and 63 are at 4, 5 and 6. */
static const uint8_t constants[24] NARAE_FLASH = {0x01, 0x92, 0xda, 0x70, 0x9b, 0x21, 0xf1, 0x59,
                                                  0x8a, 0x88, 0x39, 0x2a, 0xbb, 0xcb, 0xd9, 0x53,
                                                  0x52, 0xc0, 0x1a, 0x6a, 0xf1, 0xd0, 0x21, 0x78};

static void
theta(uint8_t *state)
{
    uint8_t column[40], d[8];

    for (uint8_t i = 0; i < 40; i++)
        column[i] = state[i] ^ state[i + 40] ^ state[i + 80] ^ state[i + 120] ^ state[i + 160];
    for (uint8_t x = 0; x < 40; x = (uint8_t)(x + 8)) {
        const uint8_t *left = column + (x == 0 ? 32 : x - 8);

        rol_lane8(d, column + (x == 32 ? 0 : x + 8), 1);
        for (uint8_t i = 0; i < 8; i++) {
            uint8_t *lane = state + x + i, both = left[i] ^ d[i];

            lane[0] ^= both;
            lane[40] ^= both;
            lane[80] ^= both;
            lane[120] ^= both;
            lane[160] ^= both;
        }
    }
}

static void
rho_and_pi(uint8_t *state)
{
    uint8_t moving[8], next[8];

    memcpy(moving, state + 8, 8);
    for (uint8_t i = 0; i < 24; i++) {
        uint8_t *lane = state + 8 * table_read8(cycle, &cycle[i]);

        memcpy(next, lane, 8);
        rol_lane8(lane, moving, table_read8(turn, &turn[i]));
        memcpy(moving, next, 8);
    }
}

static void
chi(uint8_t *state)
{
    for (uint8_t y = 0; y < 5; y++, state += 40)
        for (uint8_t i = 0; i < 8; i++) {
            uint8_t *a = state + i, a0 = a[0], a1 = a[8], a2 = a[16], a3 = a[24], a4 = a[32];

            a[0] = (uint8_t)(a0 ^ (~a1 & a2));
            a[8] = (uint8_t)(a1 ^ (~a2 & a3));
            a[16] = (uint8_t)(a2 ^ (~a3 & a4));
            a[24] = (uint8_t)(a3 ^ (~a4 & a0));
            a[32] = (uint8_t)(a4 ^ (~a0 & a1));
        }
}

static void
iota(uint8_t *state, uint8_t constant)
{
    state[0] = (uint8_t)(state[0] ^ (constant & 0x8b));
    state[1] ^= (uint8_t)((constant & 0x10) << 3);
    state[3] ^= (uint8_t)((constant & 0x20) << 2);
    state[7] ^= (uint8_t)((constant & 0x40) << 1);
}

void
narae_keccak_f1600_bytes(uint8_t state[200])
{
    for (uint8_t r = 0; r < 24; r++) {
        theta(state);
        rho_and_pi(state);
        chi(state);
        iota(state, table_read8(constants, &constants[r]));
    }
}
