/* SPDX-License-Identifier: MIT */
/* LEA with 128-, 192- and 256-bit keys, straight from the formulas of
 * KS X 3246:2016, the way a newcomer writes it: the state X[4] of each round
 * is computed from that of the round before and copied back, every round
 * keeps six key words for all key sizes (four differ in LEA-128), and a
 * rotation is a call with the distance as argument.
 *
 * This is what papers measure as LEA in C.  Its time depends on the number of
 * blocks and the key size alone, as LEA has neither tables nor branches.
 * Never part of the library. */

#include "lea_textbook.h"

typedef struct schedule {
    uint32_t rounds;
    uint32_t rk[32][6];
} schedule;

static const uint32_t delta[8] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec,
                                  0x715ea49e, 0xc785da0a, 0xe04ef22a, 0xe5c40957};

static uint32_t
rotate_left(uint32_t x, int n)
{
    n %= 32;
    if (n == 0)
        return x;
    return x << n | x >> (32 - n);
}

static uint32_t
rotate_right(uint32_t x, int n)
{
    return rotate_left(x, 32 - n);
}

static void
load_words(uint32_t *words, const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        words[i] = 0;
        for (int j = 3; j >= 0; j--)
            words[i] = words[i] << 8 | bytes[4 * i + j];
    }
}

static void
store_words(uint8_t *bytes, const uint32_t *words, int count)
{
    for (int i = 0; i < 4 * count; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    static const int distance[6] = {1, 3, 6, 11, 13, 17};
    static const int word_of_lea128[6] = {0, 1, 2, 1, 3, 1};
    schedule *s = memory;
    uint32_t t[8];

    if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32)
        return;

    int words = (int)(key_bytes / 4), rounds = 16 + 2 * words, changed = words == 4 ? 4 : 6;

    load_words(t, key, words);
    s->rounds = (uint32_t)rounds;
    for (int i = 0; i < rounds; i++) {
        for (int j = 0; j < changed; j++) {
            int k = words == 8 ? (6 * i + j) % 8 : j;

            t[k] = rotate_left(t[k] + rotate_left(delta[i % words], i + j), distance[j]);
        }
        for (int j = 0; j < 6; j++) {
            int k = words == 4 ? word_of_lea128[j] : words == 6 ? j : (6 * i + j) % 8;

            s->rk[i][j] = t[k];
        }
    }
}

static void
copy_state(uint32_t to[4], const uint32_t from[4])
{
    for (int i = 0; i < 4; i++)
        to[i] = from[i];
}

static void
encrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint32_t x[4], next[4];

        load_words(x, in, 4);
        for (int i = 0; i < (int)s->rounds; i++) {
            const uint32_t *rk = s->rk[i];

            next[0] = rotate_left((x[0] ^ rk[0]) + (x[1] ^ rk[1]), 9);
            next[1] = rotate_right((x[1] ^ rk[2]) + (x[2] ^ rk[3]), 5);
            next[2] = rotate_right((x[2] ^ rk[4]) + (x[3] ^ rk[5]), 3);
            next[3] = x[0];
            copy_state(x, next);
        }
        store_words(out, x, 4);
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint32_t x[4], next[4];

        load_words(x, in, 4);
        for (int i = (int)s->rounds - 1; i >= 0; i--) {
            const uint32_t *rk = s->rk[i];

            next[0] = x[3];
            next[1] = (rotate_right(x[0], 9) - (next[0] ^ rk[0])) ^ rk[1];
            next[2] = (rotate_left(x[1], 5) - (next[1] ^ rk[2])) ^ rk[3];
            next[3] = (rotate_left(x[2], 3) - (next[2] ^ rk[4])) ^ rk[5];
            copy_state(x, next);
        }
        store_words(out, x, 4);
    }
}

const narae_block_cipher baseline_lea_textbook = {
    .name = "lea",
    .block_bytes = 16,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = {BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(16), BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(24),
                       BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = encrypt, .decrypt = decrypt},
};
