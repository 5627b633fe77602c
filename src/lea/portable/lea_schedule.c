/* SPDX-License-Identifier: MIT */
/* LEA key schedule, portable C for 32- and 64-bit chips.
 * KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 * Round r makes its key words from words T[j], which start as the key:
 *
 *     T[j] = rol(T[j] + rol(delta[r mod n], r + i), 1, 3, 6, 11, 13, 17 for i = 0 ... 5)
 *
 * with n words of key.  LEA-128 has four words a round and LEA-192 six, j = i;
 * LEA-256 uses its eight words cyclically, six a round, and repeats after four rounds.
 * Unrolled to this period all indices and distances are constants, and T stays in
 * registers.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#include "kernels.h"

#include "core/bytes.h"
#include "core/opaque.h"

#ifndef NARAE_WORDS8

static const uint32_t delta[8] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec,
                                  0x715ea49e, 0xc785da0a, 0xe04ef22a, 0xe5c40957};

/* The barrier makes the compiler rotate c in one register instead of making six copies of
 * it. */
static inline void
schedule_word(uint32_t *rk, uint32_t *t, uint32_t *c, unsigned turn)
{
    *rk = *t = rol32(*t + *c, turn);
    *c = opaque(rol32(*c, 1));
}

/* One round; c is its constant and j the number of its first word. */
static inline __attribute__((always_inline)) void
schedule_round(uint32_t *rk, uint32_t t[8], uint32_t c, unsigned j, unsigned words)
{
    schedule_word(&rk[0], &t[j], &c, 1);
    schedule_word(&rk[1], &t[(j + 1) & 7], &c, 3);
    schedule_word(&rk[2], &t[(j + 2) & 7], &c, 6);
    schedule_word(&rk[3], &t[(j + 3) & 7], &c, 11);
    if (words == 4)
        return;
    schedule_word(&rk[4], &t[(j + 4) & 7], &c, 13);
    schedule_word(&rk[5], &t[(j + 5) & 7], &c, 17);
}

static void
set_key_128(uint32_t *rk, const uint8_t *key)
{
    uint32_t t[8] = {load32_le(key), load32_le(key + 4), load32_le(key + 8), load32_le(key + 12)};

    for (unsigned r = 0; r < 24; r++, rk += 4)
        schedule_round(rk, t, rol32(delta[r & 3], r), 0, 4);
}

static void
set_key_192(uint32_t *rk, const uint8_t *key)
{
    uint32_t t[8] = {load32_le(key),      load32_le(key + 4),  load32_le(key + 8),
                     load32_le(key + 12), load32_le(key + 16), load32_le(key + 20)};

    for (unsigned r = 0, i = 0; r < 28; r += 2, i = i == 4 ? 0 : i + 2, rk += 12) {
        schedule_round(rk, t, rol32(delta[i], r), 0, 6);
        schedule_round(rk + 6, t, rol32(delta[i + 1], r + 1), 0, 6);
    }
}

static void
set_key_256(uint32_t *rk, const uint8_t *key)
{
    uint32_t t[8] = {load32_le(key),      load32_le(key + 4),  load32_le(key + 8),  load32_le(key + 12),
                     load32_le(key + 16), load32_le(key + 20), load32_le(key + 24), load32_le(key + 28)};

    for (unsigned r = 0; r < 32; r += 4, rk += 24) {
        const uint32_t *d = delta + (r & 4);

        schedule_round(rk, t, rol32(d[0], r), 0, 6);
        schedule_round(rk + 6, t, rol32(d[1], r + 1), 6, 6);
        schedule_round(rk + 12, t, rol32(d[2], r + 2), 4, 6);
        schedule_round(rk + 18, t, rol32(d[3], r + 3), 2, 6);
    }
}

void
narae_lea_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    lea_schedule *s = (lea_schedule *)schedule;

    s->rounds = (uint32_t)key_bytes / 2 + 16;
    if (key_bytes == 16)
        set_key_128(s->rk, key);
    else if (key_bytes == 24)
        set_key_192(s->rk, key);
    else
        set_key_256(s->rk, key);
}

#endif
