/* SPDX-License-Identifier: MIT */
/* The key schedule of ARIA on words, for ARMv7-M.  RFC 5794, section 2.2.
 *
 * Rotations are of 128-bit big-endian numbers, so the bytes of words are reversed for them.
 *
 * For the kernel with tables the round keys are those of the standard.  For aria_v7m.S they
 * are bit-sliced like its state: in the basis of the tower, with halves of words exchanged
 * in every second key, and including the constants of the S-boxes as in aria_portable.c.
 *
 * Time depends on the key size alone. */

#include "kernels.h"

#include "core/bytes.h"
#include "narae/wipe.h"

#include <string.h>

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

#    ifdef NARAE_THUMB_TABLES

#        define round_of narae_aria_round_v7m_tables

static inline void
write_key(aria_schedule *s, unsigned r, const uint32_t w[4])
{
    for (unsigned i = 0; i < 4; i++)
        s->rk[r][i] = w[i];
}

#    else

enum { KEY_WORDS = NARAE_ARIA_ROUND_KEY_BYTES / 4 };

/* The constants of S1 and S2 in the first two bytes of a word.  If all words have them, A
 * moves them to bytes 3 and 2, 1 and 0, 2 and 3, 0 and 1 of words 0 to 3. */
static const uint32_t constants = 0x0000e263, diffused[4] = {0x63e20000, 0x000063e2, 0xe2630000, 0x0000e263};

/* A(S(x)); if `even`, with the halves of words exchanged before and after. */
static void
round_of(uint32_t x[4], unsigned even)
{
    static const struct {
        uint32_t rounds, rk[2][KEY_WORDS];
    } none = {0};

    for (unsigned i = 0; i < 4; i++)
        x[i] = (even ? ror32(x[i], 16) : x[i]) ^ ror32(constants, 16);
    narae_aria_encrypt_v7m(&none, (uint8_t *)x, (const uint8_t *)x, 1);
    for (unsigned i = 0; i < 4; i++)
        x[i] = even ? ror32(x[i] ^ diffused[i], 16) : x[i] ^ diffused[i];
}

static void
write_key(aria_schedule *s, unsigned r, const uint32_t w[4])
{
    const unsigned even = r % 2 == 0, inner = r != 0 && r != s->rounds, exchanged = inner ? !even : r != 0;
    uint32_t x[4];

    for (unsigned t = 0; t < 4; t++) {
        uint32_t c = inner ? constants ^ diffused[t] : constants;

        c = even ? ror32(c, 16) : c;
        x[t] = exchanged ? ror32(w[t] ^ c, 16) : w[t] ^ c;
    }
    narae_aria_bits_v7m(s->rk[2 * r], x);
}

#    endif

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
        round_of(w[j], j == 2);
        for (unsigned i = 0; i < 4; i++)
            w[j][i] ^= before[i];
        constant = constant == 2 ? 0 : constant + 1;
    }
    narae_wipe(right, sizeof right);
}

/* Round keys `r` to `r + 3` of those that are left: each is a W plus the next W rotated to
 * the right by `words` words and `bits` bits; bytes are reversed. */
static inline __attribute__((always_inline)) void
write_keys(aria_schedule *s, unsigned r, uint32_t w[4][4], uint32_t turned[4][4], unsigned words,
           unsigned bits)
{
    for (unsigned i = 0; i < 4 && r <= s->rounds; i++, r++) {
        const uint32_t *x = w[i], *y = turned[(i + 1) % 4];
        uint32_t rk[4];

        for (unsigned j = 0; j < 4; j++) {
            uint32_t low = y[(j - words) % 4], high = y[(j - words - 1) % 4];

            rk[j] = x[j] ^ __builtin_bswap32(low >> bits | high << (32 - bits));
        }
        write_key(s, r, rk);
    }
}

void
narae_aria_set_key_v7m(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aria_schedule *s = (aria_schedule *)schedule;
    uint32_t w[4][4], turned[4][4];

    s->rounds = aria_rounds(key_bytes);
    expand(w, key, key_bytes);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++)
            turned[i][j] = __builtin_bswap32(w[i][j]);
    /* to the right by 19, 31, 128 - 61, 128 - 31, 128 - 19 bits */
    write_keys(s, 0, w, turned, 0, 19);
    write_keys(s, 4, w, turned, 0, 31);
    write_keys(s, 8, w, turned, 2, 3);
    write_keys(s, 12, w, turned, 3, 1);
    write_keys(s, 16, w, turned, 3, 13);
    narae_wipe(w, sizeof w);
    narae_wipe(turned, sizeof turned);
}

#endif
