/* SPDX-License-Identifier: MIT */
/* ARIA with 128-, 192- and 256-bit keys, byte by byte, straight from RFC 5794
 * (KS X 1213): the round functions FO and FE (2.4.1), the substitution layers
 * as look-ups in four tables of bytes (2.4.2), the diffusion layer as its
 * sixteen sums of seven bytes (2.4.3), the key schedule with rotations of 128
 * bits (2.2), and decryption as encryption with other round keys (2.3).
 *
 * This is what papers measure as ARIA in C on small chips.  Not constant-
 * time: on chips with a data cache the look-ups leak the key.  AVR keeps the
 * tables in RAM.  Never part of the library. */

#include "aria_reference.h"

#include "core/portable/sboxes.h"

typedef struct schedule {
    uint32_t rounds;
    uint8_t ek[17][16];
} schedule;

static const uint8_t s1[256] = {SBOX_S1(SBOX_BYTE)}, s2[256] = {SBOX_S2(SBOX_BYTE)};
static const uint8_t inv_s1[256] = {SBOX_INV_S1(SBOX_BYTE)}, inv_s2[256] = {SBOX_INV_S2(SBOX_BYTE)};

static const uint8_t constants[3][16] = {
    {0x51, 0x7c, 0xc1, 0xb7, 0x27, 0x22, 0x0a, 0x94, 0xfe, 0x13, 0xab, 0xe8, 0xfa, 0x9a, 0x6e, 0xe0},
    {0x6d, 0xb1, 0x4a, 0xcc, 0x9e, 0x21, 0xc8, 0x20, 0xff, 0x28, 0xb1, 0xd5, 0xef, 0x5d, 0xe2, 0xb0},
    {0xdb, 0x92, 0x37, 0x1d, 0x21, 0x26, 0xe9, 0x70, 0x03, 0x24, 0x97, 0x75, 0x04, 0xe8, 0xc9, 0x0e},
};

static void
add(uint8_t x[16], const uint8_t key[16])
{
    for (int i = 0; i < 16; i++)
        x[i] ^= key[i];
}

/* Of odd rounds. */
static void
substitute_1(uint8_t x[16])
{
    for (int i = 0; i < 16; i += 4) {
        x[i] = s1[x[i]];
        x[i + 1] = s2[x[i + 1]];
        x[i + 2] = inv_s1[x[i + 2]];
        x[i + 3] = inv_s2[x[i + 3]];
    }
}

/* Of even rounds. */
static void
substitute_2(uint8_t x[16])
{
    for (int i = 0; i < 16; i += 4) {
        x[i] = inv_s1[x[i]];
        x[i + 1] = inv_s2[x[i + 1]];
        x[i + 2] = s1[x[i + 2]];
        x[i + 3] = s2[x[i + 3]];
    }
}

static void
diffuse(uint8_t y[16], const uint8_t x[16])
{
    y[0] = x[3] ^ x[4] ^ x[6] ^ x[8] ^ x[9] ^ x[13] ^ x[14];
    y[1] = x[2] ^ x[5] ^ x[7] ^ x[8] ^ x[9] ^ x[12] ^ x[15];
    y[2] = x[1] ^ x[4] ^ x[6] ^ x[10] ^ x[11] ^ x[12] ^ x[15];
    y[3] = x[0] ^ x[5] ^ x[7] ^ x[10] ^ x[11] ^ x[13] ^ x[14];
    y[4] = x[0] ^ x[2] ^ x[5] ^ x[8] ^ x[11] ^ x[14] ^ x[15];
    y[5] = x[1] ^ x[3] ^ x[4] ^ x[9] ^ x[10] ^ x[14] ^ x[15];
    y[6] = x[0] ^ x[2] ^ x[7] ^ x[9] ^ x[10] ^ x[12] ^ x[13];
    y[7] = x[1] ^ x[3] ^ x[6] ^ x[8] ^ x[11] ^ x[12] ^ x[13];
    y[8] = x[0] ^ x[1] ^ x[4] ^ x[7] ^ x[10] ^ x[13] ^ x[15];
    y[9] = x[0] ^ x[1] ^ x[5] ^ x[6] ^ x[11] ^ x[12] ^ x[14];
    y[10] = x[2] ^ x[3] ^ x[5] ^ x[6] ^ x[8] ^ x[13] ^ x[15];
    y[11] = x[2] ^ x[3] ^ x[4] ^ x[7] ^ x[9] ^ x[12] ^ x[14];
    y[12] = x[1] ^ x[2] ^ x[6] ^ x[7] ^ x[9] ^ x[11] ^ x[12];
    y[13] = x[0] ^ x[3] ^ x[6] ^ x[7] ^ x[8] ^ x[10] ^ x[13];
    y[14] = x[0] ^ x[3] ^ x[4] ^ x[5] ^ x[9] ^ x[11] ^ x[14];
    y[15] = x[1] ^ x[2] ^ x[4] ^ x[5] ^ x[8] ^ x[10] ^ x[15];
}

static void
round_odd(uint8_t out[16], const uint8_t in[16], const uint8_t key[16])
{
    uint8_t x[16];

    for (int i = 0; i < 16; i++)
        x[i] = in[i];
    add(x, key);
    substitute_1(x);
    diffuse(out, x);
}

static void
round_even(uint8_t out[16], const uint8_t in[16], const uint8_t key[16])
{
    uint8_t x[16];

    for (int i = 0; i < 16; i++)
        x[i] = in[i];
    add(x, key);
    substitute_2(x);
    diffuse(out, x);
}

/* x ^ (y >>> n). */
static void
add_rotated(uint8_t out[16], const uint8_t x[16], const uint8_t y[16], int n)
{
    int bytes = n / 8, bits = n % 8;

    for (int i = 0; i < 16; i++) {
        int at = (i - bytes + 16) % 16, before = (at + 15) % 16;

        out[i] = (uint8_t)(x[i] ^ y[at] >> bits ^ y[before] << (8 - bits));
    }
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    static const int right[5] = {19, 31, 128 - 61, 128 - 31, 128 - 19};
    schedule *s = memory;
    uint8_t w[4][16];

    int first = (int)key_bytes / 8 - 2;

    s->rounds = (uint32_t)(12 + 2 * first);
    for (int i = 0; i < 16; i++)
        w[0][i] = key[i];
    round_odd(w[1], w[0], constants[first]);
    for (int i = 16; i < (int)key_bytes; i++)
        w[1][i - 16] ^= key[i];
    round_even(w[2], w[1], constants[(first + 1) % 3]);
    add(w[2], w[0]);
    round_odd(w[3], w[2], constants[(first + 2) % 3]);
    add(w[3], w[1]);

    for (int i = 0; i <= (int)s->rounds; i++)
        add_rotated(s->ek[i], w[i % 4], w[(i + 1) % 4], right[i / 4]);
}

/* The round keys in reverse order, those in the middle through the diffusion
 * layer. */
static void
invert(schedule *s)
{
    uint8_t x[16];

    for (int i = 0, j = (int)s->rounds; i < j; i++, j--)
        for (int k = 0; k < 16; k++) {
            uint8_t byte = s->ek[i][k];

            s->ek[i][k] = s->ek[j][k];
            s->ek[j][k] = byte;
        }
    for (int i = 1; i < (int)s->rounds; i++) {
        for (int k = 0; k < 16; k++)
            x[k] = s->ek[i][k];
        diffuse(s->ek[i], x);
    }
}

void
baseline_aria_reference_set_decrypt_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    set_key(memory, key, key_bytes);
    invert(memory);
}

void
baseline_aria_reference_crypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;
    int rounds = (int)s->rounds;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint8_t x[16];

        round_odd(x, in, s->ek[0]);
        for (int i = 1; i < rounds - 1; i += 2) {
            round_even(x, x, s->ek[i]);
            round_odd(x, x, s->ek[i + 1]);
        }
        add(x, s->ek[rounds - 1]);
        substitute_2(x);
        add(x, s->ek[rounds]);
        for (int i = 0; i < 16; i++)
            out[i] = x[i];
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    schedule inverse = *(const schedule *)memory;

    invert(&inverse);
    baseline_aria_reference_crypt(&inverse, out, in, nblocks);
}

const narae_block_cipher baseline_aria_reference = {
    .name = "aria",
    .block_bytes = 16,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = {BASELINE_ARIA_REFERENCE_SCHEDULE_BYTES(16), BASELINE_ARIA_REFERENCE_SCHEDULE_BYTES(24),
                       BASELINE_ARIA_REFERENCE_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = baseline_aria_reference_crypt, .decrypt = decrypt},
};
