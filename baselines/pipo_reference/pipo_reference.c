/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256, one block at a time.  Kim et al., "PIPO: A
 * Lightweight Block Cipher with Efficient Higher-Order Masking Software
 * Implementations", ICISC 2020, sections 2 and 3.
 *
 * The block is eight bytes, byte i holding bit i of all eight S-box inputs:
 * the S-layer is the S-box's bitsliced program on these bytes, the R-layer
 * turns each of them, and a round key with the round's number in its first
 * byte is added.  All round keys are written out beforehand, though they are
 * the parts of the key in turn.
 *
 * This is what papers measure as PIPO in C; where they count the key schedule
 * with each block, key+encrypt is their figure.  Time depends on the number
 * of blocks and the key size alone.  Never part of the library. */

#include "pipo_reference.h"

typedef struct schedule {
    uint32_t rounds;
    uint8_t rk[18][8];
} schedule;

/* The 5-bit S-box on bits 7 to 3, the 3-bit one on bits 2 to 0, and the
 * second 5-bit one on three bits of the first and what is left of the other. */
static void
s_layer(uint8_t x[8])
{
    uint8_t t[3];

    x[5] ^= x[7] & x[6];
    x[4] ^= x[3] & x[5];
    x[7] ^= x[4];
    x[6] ^= x[3];
    x[3] ^= x[4] | x[5];
    x[5] ^= x[7];
    x[4] ^= x[5] & x[6];

    x[2] ^= x[1] & x[0];
    x[0] ^= x[2] | x[1];
    x[1] ^= x[2] | x[0];
    x[2] = (uint8_t)~x[2];

    x[7] ^= x[1];
    x[3] ^= x[2];
    x[4] ^= x[0];
    t[0] = x[7];
    t[1] = x[3];
    t[2] = x[4];
    x[6] ^= t[0] & x[5];
    t[0] ^= x[6];
    x[6] ^= t[2] | t[1];
    t[1] ^= x[5];
    x[5] ^= x[6] | t[2];
    t[2] ^= t[1] & t[0];

    x[2] ^= t[0];
    t[0] = x[1] ^ t[2];
    x[1] = x[0] ^ t[1];
    x[0] = x[7];
    x[7] = t[0];
    t[1] = x[3];
    x[3] = x[6];
    x[6] = t[1];
    t[2] = x[4];
    x[4] = x[5];
    x[5] = t[2];
}

static void
inverse_s_layer(uint8_t x[8])
{
    uint8_t t[3], x1 = x[1], x3 = x[3], x4 = x[4], x7 = x[7];

    x[7] = x[0];
    x[3] = x[6];
    x[4] = x[5];
    x[6] = x3;
    x[5] = x4;

    x[5] ^= x[6] | x[4];
    x[6] ^= x[4] | x[3];
    t[0] = x[7] ^ x[6];
    t[1] = x[3] ^ x[5];
    t[2] = x[4] ^ (t[1] & t[0]);
    x[6] ^= x[7] & x[5];
    x[0] = x1 ^ t[1];
    x[1] = x7 ^ t[2];
    x[2] ^= t[0];
    x[7] ^= x[1];
    x[3] ^= x[2];
    x[4] ^= x[0];

    x[2] = (uint8_t)~x[2];
    x[1] ^= x[2] | x[0];
    x[0] ^= x[2] | x[1];
    x[2] ^= x[1] & x[0];

    x[4] ^= x[5] & x[6];
    x[5] ^= x[7];
    x[3] ^= x[4] | x[5];
    x[6] ^= x[3];
    x[7] ^= x[4];
    x[4] ^= x[3] & x[5];
    x[5] ^= x[7] & x[6];
}

static uint8_t
turn(uint8_t x, unsigned n)
{
    return (uint8_t)(x << n | x >> (8 - n));
}

static void
r_layer(uint8_t x[8])
{
    x[1] = turn(x[1], 7);
    x[2] = turn(x[2], 4);
    x[3] = turn(x[3], 3);
    x[4] = turn(x[4], 6);
    x[5] = turn(x[5], 5);
    x[6] = turn(x[6], 1);
    x[7] = turn(x[7], 2);
}

static void
inverse_r_layer(uint8_t x[8])
{
    x[1] = turn(x[1], 1);
    x[2] = turn(x[2], 4);
    x[3] = turn(x[3], 5);
    x[4] = turn(x[4], 2);
    x[5] = turn(x[5], 3);
    x[6] = turn(x[6], 7);
    x[7] = turn(x[7], 6);
}

static void
add_round_key(uint8_t x[8], const uint8_t rk[8])
{
    for (int i = 0; i < 8; i++)
        x[i] ^= rk[i];
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    schedule *s = memory;

    s->rounds = key_bytes == 16 ? 13 : 17;
    for (unsigned r = 0; r <= s->rounds; r++) {
        const uint8_t *part = key + 8 * r % key_bytes;

        for (int i = 0; i < 8; i++)
            s->rk[r][i] = part[i];
        s->rk[r][0] = (uint8_t)(part[0] ^ r);
    }
}

static void
encrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;
    int rounds = (int)s->rounds;

    for (; nblocks != 0; nblocks--, in += 8, out += 8) {
        uint8_t x[8];

        for (int i = 0; i < 8; i++)
            x[i] = in[i];
        add_round_key(x, s->rk[0]);
        for (int r = 1; r <= rounds; r++) {
            s_layer(x);
            r_layer(x);
            add_round_key(x, s->rk[r]);
        }
        for (int i = 0; i < 8; i++)
            out[i] = x[i];
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;
    int rounds = (int)s->rounds;

    for (; nblocks != 0; nblocks--, in += 8, out += 8) {
        uint8_t x[8];

        for (int i = 0; i < 8; i++)
            x[i] = in[i];
        for (int r = rounds; r > 0; r--) {
            add_round_key(x, s->rk[r]);
            inverse_r_layer(x);
            inverse_s_layer(x);
        }
        add_round_key(x, s->rk[0]);
        for (int i = 0; i < 8; i++)
            out[i] = x[i];
    }
}

const narae_block_cipher baseline_pipo_reference = {
    .name = "pipo",
    .block_bytes = 8,
    .key_bytes = {16, 32},
    .schedule_bytes = {BASELINE_PIPO_REFERENCE_SCHEDULE_BYTES(16),
                       BASELINE_PIPO_REFERENCE_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = encrypt, .decrypt = decrypt},
};
