/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 in general registers, whose bytes rotate in one instruction: one block.  Two take
 * words, as fast as one.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 * The chain of a round is a rotation, two XORs, the subkey and the other byte: 5 cycles, 160 a block.
 * Its 12 rotations take 6 on two of the ports of Golden Cove, 192.  gcc 12's code has 43 instructions
 * a round, of which 109 in eight rounds are copies and loads: 7.1 cycles at six a cycle, 227.
 *
 * Measured on Emerald Rapids: 351; words take 458.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/for_each.h"
#    include "kernels.h"

#    define BYTE(word) ((uint8_t)(word)) /* of a word with four equal bytes */

static inline uint8_t
rol(uint8_t x, unsigned n)
{
    return (uint8_t)(x << n | x >> (8 - n));
}

static inline uint8_t
f0(uint8_t x)
{
    return rol(x, 1) ^ rol(x, 2) ^ rol(x, 7);
}

static inline uint8_t
f1(uint8_t x)
{
    return rol(x, 3) ^ rol(x, 4) ^ rol(x, 6);
}

static void
encrypt(const hight_wide_schedule *s, uint8_t *out, const uint8_t *in)
{
    const uint32_t *w = s->whitening, *k = s->rk;
    uint8_t y[8];

    FOR_EACH(i, 8, y[i] = in[i];);
    y[0] = BYTE(y[0] + w[0]);
    y[2] = BYTE(y[2] ^ w[1]);
    y[4] = BYTE(y[4] + w[2]);
    y[6] = BYTE(y[6] ^ w[3]);
    for (unsigned r = 0; r < HIGHT_ROUNDS; r += 8, k += 32)
        FOR_EACH(i, 8, y[(9 - i) & 7] = BYTE(y[(9 - i) & 7] + (f1(y[(8 - i) & 7]) ^ BYTE(k[4 * i])));
                 y[(11 - i) & 7] ^= BYTE(f0(y[(10 - i) & 7]) + k[4 * i + 1]);
                 y[(13 - i) & 7] = BYTE(y[(13 - i) & 7] + (f1(y[(12 - i) & 7]) ^ BYTE(k[4 * i + 2])));
                 y[(15 - i) & 7] ^= BYTE(f0(y[(14 - i) & 7]) + k[4 * i + 3]););
    out[0] = BYTE(y[1] + w[4]);
    out[1] = y[2];
    out[2] = BYTE(y[3] ^ w[5]);
    out[3] = y[4];
    out[4] = BYTE(y[5] + w[6]);
    out[5] = y[6];
    out[6] = BYTE(y[7] ^ w[7]);
    out[7] = y[0];
}

static void
decrypt(const hight_wide_schedule *s, uint8_t *out, const uint8_t *in)
{
    const uint32_t *w = s->whitening, *k = s->rk + 4 * HIGHT_ROUNDS;
    uint8_t y[8];

    FOR_EACH(i, 7, y[i + 1] = in[i];);
    y[0] = in[7];
    y[1] = BYTE(y[1] - w[4]);
    y[3] = BYTE(y[3] ^ w[5]);
    y[5] = BYTE(y[5] - w[6]);
    y[7] = BYTE(y[7] ^ w[7]);
    for (unsigned r = 0; r < HIGHT_ROUNDS; r += 8) {
        k -= 32;
        FOR_EACH(j, 8, const unsigned i = 7 - j;
                 y[(9 - i) & 7] = BYTE(y[(9 - i) & 7] - (f1(y[(8 - i) & 7]) ^ BYTE(k[4 * i])));
                 y[(11 - i) & 7] ^= BYTE(f0(y[(10 - i) & 7]) + k[4 * i + 1]);
                 y[(13 - i) & 7] = BYTE(y[(13 - i) & 7] - (f1(y[(12 - i) & 7]) ^ BYTE(k[4 * i + 2])));
                 y[(15 - i) & 7] ^= BYTE(f0(y[(14 - i) & 7]) + k[4 * i + 3]););
    }
    FOR_EACH(i, 8, out[i] = y[i];);
    out[0] = BYTE(y[0] - w[0]);
    out[2] = BYTE(y[2] ^ w[1]);
    out[4] = BYTE(y[4] - w[2]);
    out[6] = BYTE(y[6] ^ w[3]);
}

void
narae_hight_encrypt_few(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        encrypt(schedule, out, in);
    else
        narae_hight_encrypt_portable(schedule, out, in, nblocks);
}

void
narae_hight_decrypt_few(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        decrypt(schedule, out, in);
    else
        narae_hight_decrypt_portable(schedule, out, in, nblocks);
}

void
narae_hight_ctr_few(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_hight_encrypt_few, schedule, out, in, nblocks, counter, 8);
}

#endif
