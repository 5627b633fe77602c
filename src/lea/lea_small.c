/* SPDX-License-Identifier: MIT */
/* LEA-128 with round keys computed on the fly.  KS X 3246:2016; ISO/IEC
 * 29192-2:2019, clause 6.
 *
 * The words T and the four constants are updated in each round; decryption
 * first runs them to the last round, then backwards.  Formulas are in
 * lea_portable.c and lea_schedule.c.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#include NARAE_KERNELS(lea)
#include "lea/portable/kernels.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/flash.h"

enum { KEY_BYTES = NARAE_LEA_SMALL_SCHEDULE_BYTES, ROUNDS = 24 };

typedef struct running_key {
    uint32_t t[4], delta[4]; /* delta[r % 4], rotated for round r or the next one that uses it */
} running_key;

static void
start(running_key *k, const uint8_t *key)
{
    static const uint32_t delta[4] NARAE_FLASH = {0xc3efe9db, 0x88c4d604, 0xe789f229, 0xc6f98763};

    for (uint8_t i = 0; i < 4; i++) {
        k->t[i] = load32_le(key + 4 * i);
        k->delta[i] = table_read32(delta, &delta[i]);
    }
}

static void
forward(running_key *k, uint8_t r)
{
    uint32_t c = k->delta[r % 4];

    k->t[0] = rol32(k->t[0] + c, 1);
    c = rol32(c, 1);
    k->t[1] = rol32(k->t[1] + c, 3);
    c = rol32(c, 1);
    k->t[2] = rol32(k->t[2] + c, 6);
    c = rol32(c, 1);
    k->t[3] = rol32(k->t[3] + c, 11);
    k->delta[r % 4] = rol32(c, 1);
}

static void
backward(running_key *k, uint8_t r)
{
    uint32_t c = ror32(k->delta[r % 4], 1);

    k->t[3] = ror32(k->t[3], 11) - c;
    c = ror32(c, 1);
    k->t[2] = ror32(k->t[2], 6) - c;
    c = ror32(c, 1);
    k->t[1] = ror32(k->t[1], 3) - c;
    c = ror32(c, 1);
    k->t[0] = ror32(k->t[0], 1) - c;
    k->delta[r % 4] = c;
}

static void
load_block(uint32_t x[4], const uint8_t *in)
{
    for (uint8_t i = 0; i < 4; i++)
        x[i] = load32_le(in + 4 * i);
}

static void
store_block(uint8_t *out, const uint32_t x[4])
{
    for (uint8_t i = 0; i < 4; i++)
        store32_le(out + 4 * i, x[i]);
}

void
narae_lea_small_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        running_key k;
        uint32_t x[4];

        start(&k, (const uint8_t *)schedule);
        load_block(x, in);
        for (uint8_t r = 0; r < ROUNDS; r++) {
            uint32_t x0 = x[0];

            forward(&k, r);
            x[0] = rol32((x[0] ^ k.t[0]) + (x[1] ^ k.t[1]), 9);
            x[1] = ror32((x[1] ^ k.t[2]) + (x[2] ^ k.t[1]), 5);
            x[2] = ror32((x[2] ^ k.t[3]) + (x[3] ^ k.t[1]), 3);
            x[3] = x0;
        }
        store_block(out, x);
    }
}

void
narae_lea_small_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        running_key k;
        uint32_t x[4];

        start(&k, (const uint8_t *)schedule);
        for (uint8_t r = 0; r < ROUNDS; r++)
            forward(&k, r);
        load_block(x, in);
        for (uint8_t r = ROUNDS; r-- != 0;) {
            uint32_t x0 = x[3];

            x[3] = rol32(x[2], 3);
            x[2] = rol32(x[1], 5);
            x[1] = (ror32(x[0], 9) - (x0 ^ k.t[0])) ^ k.t[1];
            x[2] = (x[2] - (x[1] ^ k.t[2])) ^ k.t[1];
            x[3] = (x[3] - (x[2] ^ k.t[3])) ^ k.t[1];
            x[0] = x0;
            backward(&k, r);
        }
        store_block(out, x);
    }
}

static void
set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    uint8_t *copy = (uint8_t *)schedule;

    (void)key_bytes;
    for (uint8_t i = 0; i < KEY_BYTES; i++)
        copy[i] = key[i];
}

int
narae_lea_small_set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (key_bytes != KEY_BYTES)
        return NARAE_ERROR_KEY_SIZE;
    set_key(schedule, key, key_bytes);
    return NARAE_OK;
}

const narae_block_cipher narae_lea_small = {
    .name = "lea",
    .block_bytes = NARAE_LEA_BLOCK_BYTES,
    .key_bytes = {KEY_BYTES},
    .schedule_bytes = {KEY_BYTES},
    .rounds = 0, /* avr-g++ 5 skips no member */
    .rounds_apart = 0,
    .kernels = {.set_key = set_key, .encrypt = LEA_SMALL_ENCRYPT, .decrypt = LEA_SMALL_DECRYPT},
};
