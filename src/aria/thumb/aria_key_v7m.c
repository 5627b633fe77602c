/* SPDX-License-Identifier: MIT */
/* The key schedule of ARIA on words, for ARMv7-M.  RFC 5794, section 2.2.
 *
 * Rotations are those of 128 bits whose first byte is the highest, so words are turned
 * round for them.
 *
 * Time depends on the key size alone. */

#include "aria/aria_internal.h"

#include "core/bytes.h"
#include "narae/wipe.h"

#include <string.h>

#ifdef NARAE_THUMB_TABLES

/* W0 ... W3, as they are in memory. */
static void
expand(uint32_t w[4][4], const uint8_t *key, size_t key_bytes)
{
    unsigned constant = (unsigned)(key_bytes - 16) / 8;
    uint32_t right[4] = {0};

    memcpy(w[0], key, 16);
    memcpy(right, key + 16, key_bytes - 16);
    for (unsigned j = 1; j < 4; j++) {
        const uint32_t *before = j == 1 ? right : w[j - 2];

        for (unsigned i = 0; i < 4; i++)
            w[j][i] = w[j - 1][i] ^ load32_le(narae_aria_constants[constant] + 4 * i);
        narae_aria_round_kernel(w[j], j == 2);
        for (unsigned i = 0; i < 4; i++)
            w[j][i] ^= before[i];
        constant = constant == 2 ? 0 : constant + 1;
    }
    narae_wipe(right, sizeof right);
}

/* Round keys `r` to `r + 3` of those that are left: words of w and, rotated to the right by
 * `words` words and `bits` bits, of the next one, which are the other way round. */
static inline __attribute__((always_inline)) void
write_keys(aria_schedule *s, unsigned r, const uint32_t w[4][4], const uint32_t turned[4][4], unsigned words,
           unsigned bits)
{
    for (unsigned i = 0; i < 4 && r <= s->rounds; i++, r++) {
        const uint32_t *x = w[i], *y = turned[(i + 1) % 4];

        for (unsigned j = 0; j < 4; j++) {
            uint32_t low = y[(j - words) % 4], high = y[(j - words - 1) % 4];

            s->rk[r][j] = x[j] ^ __builtin_bswap32(low >> bits | high << (32 - bits));
        }
    }
}

void
narae_aria_set_key_v7m(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint32_t w[4][4], turned[4][4];

    schedule->rounds = aria_rounds(key_bytes);
    expand(w, key, key_bytes);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++)
            turned[i][j] = __builtin_bswap32(w[i][j]);
    /* to the right by 19, 31, 128 - 61, 128 - 31, 128 - 19 bits */
    write_keys(schedule, 0, w, turned, 0, 19);
    write_keys(schedule, 4, w, turned, 0, 31);
    write_keys(schedule, 8, w, turned, 2, 3);
    write_keys(schedule, 12, w, turned, 3, 1);
    write_keys(schedule, 16, w, turned, 3, 13);
    narae_wipe(w, sizeof w);
    narae_wipe(turned, sizeof turned);
}

#endif
