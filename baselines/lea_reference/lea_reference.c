/* SPDX-License-Identifier: MIT */
/* LEA with 128-, 192- and 256-bit keys on 32-bit words.  KS X 3246:2016.
 *
 * Rotations are macros with constant distances, the state is four variables,
 * and a round writes three of them in place: after four rounds each is back
 * where it was, so the loop does four at a time.  Every round keeps six key
 * words for all key sizes, though four differ in LEA-128.
 *
 * This is how the reference code looks that papers measure on servers and
 * 32-bit chips; lea_textbook is how a newcomer writes the formulas.  Its time
 * depends on the number of blocks and the key size alone, as LEA has neither
 * tables nor branches.  Never part of the library. */

#include "lea_reference.h"

#include "core/bytes.h"

typedef struct schedule {
    uint32_t rounds;
    uint32_t rk[32][6];
} schedule;

#define ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))

#define ENCRYPT_ROUND(x0, x1, x2, x3, k)          \
    do {                                          \
        uint32_t sum = (x2 ^ k[4]) + (x3 ^ k[5]); \
                                                  \
        x3 = ROR(sum, 3);                         \
        sum = (x1 ^ k[2]) + (x2 ^ k[3]);          \
        x2 = ROR(sum, 5);                         \
        sum = (x0 ^ k[0]) + (x1 ^ k[1]);          \
        x1 = ROL(sum, 9);                         \
    } while (0)

#define DECRYPT_ROUND(x0, x1, x2, x3, k)        \
    do {                                        \
        x1 = (ROR(x1, 9) - (x0 ^ k[0])) ^ k[1]; \
        x2 = (ROL(x2, 5) - (x1 ^ k[2])) ^ k[3]; \
        x3 = (ROL(x3, 3) - (x2 ^ k[4])) ^ k[5]; \
    } while (0)

static const uint32_t delta[8] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec,
                                  0x715ea49e, 0xc785da0a, 0xe04ef22a, 0xe5c40957};

static inline uint32_t
constant(unsigned i, unsigned turn)
{
    return delta[i] << (turn & 31) | delta[i] >> (-turn & 31);
}

/* T[j] = ROL(T[j] + ROL(delta, i + j), n) */
#define MIX(t, d, i, j, n)           \
    do {                             \
        t += constant(d, (i) + (j)); \
        t = ROL(t, n);               \
    } while (0)

static void
schedule_128(uint32_t rk[][6], uint32_t *t)
{
    for (unsigned i = 0; i < 24; i++) {
        MIX(t[0], i % 4, i, 0, 1);
        MIX(t[1], i % 4, i, 1, 3);
        MIX(t[2], i % 4, i, 2, 6);
        MIX(t[3], i % 4, i, 3, 11);
        rk[i][0] = t[0];
        rk[i][1] = rk[i][3] = rk[i][5] = t[1];
        rk[i][2] = t[2];
        rk[i][4] = t[3];
    }
}

static void
schedule_192(uint32_t rk[][6], uint32_t *t)
{
    for (unsigned i = 0; i < 28; i++) {
        MIX(t[0], i % 6, i, 0, 1);
        MIX(t[1], i % 6, i, 1, 3);
        MIX(t[2], i % 6, i, 2, 6);
        MIX(t[3], i % 6, i, 3, 11);
        MIX(t[4], i % 6, i, 4, 13);
        MIX(t[5], i % 6, i, 5, 17);
        for (unsigned j = 0; j < 6; j++)
            rk[i][j] = t[j];
    }
}

static void
schedule_256(uint32_t rk[][6], uint32_t *t)
{
    for (unsigned i = 0; i < 32; i++) {
        MIX(t[6 * i % 8], i % 8, i, 0, 1);
        MIX(t[(6 * i + 1) % 8], i % 8, i, 1, 3);
        MIX(t[(6 * i + 2) % 8], i % 8, i, 2, 6);
        MIX(t[(6 * i + 3) % 8], i % 8, i, 3, 11);
        MIX(t[(6 * i + 4) % 8], i % 8, i, 4, 13);
        MIX(t[(6 * i + 5) % 8], i % 8, i, 5, 17);
        for (unsigned j = 0; j < 6; j++)
            rk[i][j] = t[(6 * i + j) % 8];
    }
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    schedule *s = memory;
    uint32_t t[8];

    for (unsigned i = 0; i < key_bytes / 4; i++)
        t[i] = load32_le(key + 4 * i);
    s->rounds = (uint32_t)(16 + key_bytes / 2);
    if (key_bytes == 16)
        schedule_128(s->rk, t);
    else if (key_bytes == 24)
        schedule_192(s->rk, t);
    else
        schedule_256(s->rk, t);
}

static void
encrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint32_t a = load32_le(in), b = load32_le(in + 4), c = load32_le(in + 8), d = load32_le(in + 12);

        for (const uint32_t (*k)[6] = s->rk; k != s->rk + s->rounds; k += 4) {
            ENCRYPT_ROUND(a, b, c, d, k[0]);
            ENCRYPT_ROUND(b, c, d, a, k[1]);
            ENCRYPT_ROUND(c, d, a, b, k[2]);
            ENCRYPT_ROUND(d, a, b, c, k[3]);
        }
        store32_le(out, a);
        store32_le(out + 4, b);
        store32_le(out + 8, c);
        store32_le(out + 12, d);
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint32_t a = load32_le(in), b = load32_le(in + 4), c = load32_le(in + 8), d = load32_le(in + 12);

        for (const uint32_t (*k)[6] = s->rk + s->rounds; k != s->rk;) {
            k -= 4;
            DECRYPT_ROUND(d, a, b, c, k[3]);
            DECRYPT_ROUND(c, d, a, b, k[2]);
            DECRYPT_ROUND(b, c, d, a, k[1]);
            DECRYPT_ROUND(a, b, c, d, k[0]);
        }
        store32_le(out, a);
        store32_le(out + 4, b);
        store32_le(out + 8, c);
        store32_le(out + 12, d);
    }
}

const narae_block_cipher baseline_lea_reference = {
    .name = "lea",
    .block_bytes = 16,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = {BASELINE_LEA_REFERENCE_SCHEDULE_BYTES(16), BASELINE_LEA_REFERENCE_SCHEDULE_BYTES(24),
                       BASELINE_LEA_REFERENCE_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = encrypt, .decrypt = decrypt},
};
