/* SPDX-License-Identifier: MIT */
/* The tables of the RV32 kernels that look up, and their schedule.  FIPS 197,
 * clauses 5.1 to 5.3.
 *
 * narae_aes_te[k][x] is the column 2 S(x), S(x), S(x), 3 S(x), lowest byte
 * first, rotated by k bytes: what a byte of row k becomes in SubBytes and
 * MixColumns.  narae_aes_td[x] is likewise e, 9, d, b times the inverse S-box
 * of x, for row 0; the kernel rotates it.
 *
 * The schedule holds the round keys of encryption, then those of decryption
 * in the order of their use, InvMixColumns applied to all but the outer two.
 *
 * Addresses depend on key and data: the tables must be where every load
 * takes the same time (core/kernels.h). */

#include "aes/aes_internal.h"

#include "core/bytes.h"
#include "core/sboxes.h"

#ifdef NARAE_RV32_TABLES

/* Times x, x^2 and x^3 in GF(2^8). */
#    define X1(s) ((uint32_t)(s))
#    define X2(s) (X1(s) << 1 ^ (X1(s) >> 7) * 0x11b)
#    define X4(s) (X1(s) << 2 ^ (X1(s) >> 6 & 1) * 0x11b ^ (X1(s) >> 7) * 0x236)
#    define X8(s) (X1(s) << 3 ^ (X1(s) >> 5 & 1) * 0x11b ^ (X1(s) >> 6 & 1) * 0x236 ^ (X1(s) >> 7) * 0x46c)
#    define X3(s) (X2(s) ^ X1(s))

#    define COLUMN(b0, b1, b2, b3) ((b0) | (b1) << 8 | (b2) << 16 | (b3) << 24)
#    define TE0(s) COLUMN(X2(s), X1(s), X1(s), X3(s)),
#    define TE1(s) COLUMN(X3(s), X2(s), X1(s), X1(s)),
#    define TE2(s) COLUMN(X1(s), X3(s), X2(s), X1(s)),
#    define TE3(s) COLUMN(X1(s), X1(s), X3(s), X2(s)),
#    define TD0(s) COLUMN(X8(s) ^ X4(s) ^ X2(s), X8(s) ^ X1(s), X8(s) ^ X4(s) ^ X1(s), X8(s) ^ X3(s)),
#    define BYTE(s) s,

const uint32_t narae_aes_te[4][256] = {{SBOX_S1(TE0)}, {SBOX_S1(TE1)}, {SBOX_S1(TE2)}, {SBOX_S1(TE3)}};
const uint32_t narae_aes_td[256] = {SBOX_INV_S1(TD0)};
const uint8_t narae_aes_td_last[256] = {SBOX_INV_S1(BYTE)};

static uint32_t
sub(uint32_t x, unsigned byte)
{
    return narae_aes_te[0][x >> 8 * byte & 0xff] >> 8 & 0xff;
}

static uint32_t
sub_word(uint32_t x)
{
    return COLUMN(sub(x, 0), sub(x, 1), sub(x, 2), sub(x, 3));
}

static uint32_t
inv_mix_column(uint32_t x)
{
    uint32_t y = 0;

    for (unsigned byte = 4; byte-- != 0;)
        y = rol32(y, 8) ^ narae_aes_td[sub(x, byte)];
    return y;
}

void
narae_aes_set_key_rv32_tables(aes_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint32_t *w = schedule->rk, *d;
    unsigned nk = (unsigned)key_bytes / 4, rcon = 1, last = 4 * (nk + 6);

    for (unsigned i = 0; i < nk; i++)
        w[i] = load32_le(key + 4 * i);
    for (unsigned i = nk, j = 0; i < last + 4; i++) {
        uint32_t x = w[i - 1];

        if (j == 0) {
            x = sub_word(ror32(x, 8)) ^ rcon;
            rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
        } else if (nk == 8 && j == 4) {
            x = sub_word(x);
        }
        w[i] = w[i - nk] ^ x;
        j = j + 1 == nk ? 0 : j + 1;
    }
    schedule->rounds = last / 4;
    d = w + last + 4;
    for (unsigned i = last;; i -= 4, d += 4) {
        for (unsigned c = 0; c < 4; c++)
            d[c] = i == 0 || i == last ? w[i + c] : inv_mix_column(w[i + c]);
        if (i == 0)
            return;
    }
}

#endif
