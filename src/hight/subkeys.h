/* SPDX-License-Identifier: MIT */
/* The key schedule of HIGHT on words.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 * The halves of the key rotate by a byte after every 16 subkeys.  Four constants are ten
 * bits of their shift register. */
#ifndef NARAE_HIGHT_SUBKEYS_H
#define NARAE_HIGHT_SUBKEYS_H

#include "hight_internal.h"

#include "core/bytes.h"

#ifndef NARAE_WORDS8 /* whose schedule has no words */

/* The sums of four bytes of the key and four constants; advances to the next constants. */
static inline uint32_t
hight_subkeys(uint32_t word, uint32_t *constants)
{
    const uint32_t w = *constants;
    const uint32_t c = (w & 0x7f) | (w << 7 & 0x7f00) | (w << 14 & 0x7f0000) | (w << 21 & 0x7f000000);

    *constants = w >> 4 | ((w >> 6 ^ w >> 3) & 15) << 6;
    return ((word & 0x7f7f7f7f) + c) ^ (word & 0x80808080);
}

static inline void
hight_turn(uint32_t *low, uint32_t *high)
{
    const uint32_t before = *low;

    *low = before << 8 | *high >> 24;
    *high = *high << 8 | before >> 24;
}

/* `arrange` changes four words of subkeys, the first of which is that of round r. */
static inline __attribute__((always_inline)) void
hight_expand(hight_schedule *schedule, const uint8_t *key, void (*arrange)(uint32_t k[4], unsigned r))
{
    uint32_t k0 = load32_le(key), k1 = load32_le(key + 4), k2 = load32_le(key + 8), k3 = load32_le(key + 12);
    uint32_t *rk = schedule->rk, constants = 0xda;

    schedule->rounds = HIGHT_ROUNDS;
    schedule->whitening[0] = k3;
    schedule->whitening[1] = k0;
    for (unsigned r = 0; r < HIGHT_ROUNDS; r += 4, rk += 4) {
        rk[0] = hight_subkeys(k0, &constants);
        rk[1] = hight_subkeys(k1, &constants);
        rk[2] = hight_subkeys(k2, &constants);
        rk[3] = hight_subkeys(k3, &constants);
        arrange(rk, r);
        hight_turn(&k0, &k1);
        hight_turn(&k2, &k3);
    }
}

#endif
#endif
