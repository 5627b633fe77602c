/* SPDX-License-Identifier: MIT */
/* LEA key schedule, portable C for 8-bit AVR.
 * KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 * The formula is in lea_schedule.c.  As one sequence of words, the schedule
 * continues the key of n words: each word is computed from the one n places
 * before it.  The key is first copied to the place of the first n words.  So T
 * needs no memory of its own, and three key sizes share one loop.
 *
 * A constant is rotated by one bit from word to word.  The one of round r is
 * needed again in round r + n, rotated by n, so it is stored as it is after the
 * 4 or 6 words of the round; LEA-256 rotates it by 2 more.
 *
 * Time depends on the key size alone. */

#include "lea/lea_internal.h"

#include "core/bytes.h"
#include "core/flash.h"

#ifdef NARAE_WORDS8

#    define TURNED(x, n) ((uint32_t)(x) << (n) | (uint32_t)(x) >> (32 - (n)))

/* delta[r], rotated for round r. */
static const uint32_t delta[8] NARAE_FLASH = {
    0xc3efe9db,
    TURNED(0x44626b02, 1),
    TURNED(0x79e27c8a, 2),
    TURNED(0x78df30ec, 3),
    TURNED(0x715ea49e, 4),
    TURNED(0xc785da0a, 5),
    TURNED(0xe04ef22a, 6),
    TURNED(0xe5c40957, 7),
};

static const uint8_t turn[6] NARAE_FLASH = {1, 3, 6, 11, 13, 17};

void
narae_lea_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    lea_schedule *s = (lea_schedule *)schedule;
    uint32_t d[8], *rk = s->rk, *from = rk, *key_end = rk + key_bytes / 4;
    uint8_t n = (uint8_t)(key_bytes / 4), width = n == 4 ? 4 : 6, at = 0;

    for (uint8_t i = 0; i < n; i++) {
        rk[i] = load32_le(key + 4 * i);
        d[i] = table_read32(delta, &delta[i]);
    }
    s->rounds = 16u + 2u * n;

    for (uint8_t r = (uint8_t)s->rounds; r != 0; r--) {
        uint32_t c = d[at];

        for (uint8_t i = 0; i < width; i++) {
            uint32_t x = *from++ + c;

            uint8_t left = table_read8(turn, &turn[i]);

            for (; left >= 8; left = (uint8_t)(left - 8))
                x = rol32(x, 8);
            for (; left != 0; left--)
                x = rol32(x, 1);
            *rk++ = x;
            if (rk == key_end)
                from = s->rk;
            c = rol32(c, 1);
        }
        d[at] = n == 8 ? rol32(c, 2) : c;
        at = at + 1 == n ? 0 : (uint8_t)(at + 1);
    }
}

#endif
