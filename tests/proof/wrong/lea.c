/* SPDX-License-Identifier: MIT */
/* LEA-128, KS X 3246:2016.  A program of this folder defines before what it
 * does besides or otherwise; none of these names is needed:
 *
 *     KEY_BYTE(i), IN_BYTE(i), OUT_BYTE(i)    a byte of key, in, out
 *     ROUND_KEY(r)     four words of the schedule, rk
 *     AFTER_KEY        the schedule has been written; the function returns
 *     BEFORE_BLOCKS    encryption begins, with out, in and nblocks
 *     BEFORE_BLOCK     a block has been loaded into x
 *     AFTER_BLOCK      it has been written
 *     AFTER_BLOCKS     encryption ends; AFTER_DECRYPTION: decryption
 *     MORE             parameters of encrypt()
 *     AROUND           functions SET_KEY and ENCRYPT, which call set_key() and encrypt() */
#ifndef KEY_BYTE
#    define KEY_BYTE(i) key[i]
#endif
#ifndef IN_BYTE
#    define IN_BYTE(i) in[i]
#endif
#ifndef OUT_BYTE
#    define OUT_BYTE(i) out[i]
#endif
#ifndef ROUND_KEY
#    define ROUND_KEY(r) (rk + 4 * (r))
#endif
#ifndef AFTER_KEY
#    define AFTER_KEY
#endif
#ifndef BEFORE_BLOCKS
#    define BEFORE_BLOCKS
#endif
#ifndef BEFORE_BLOCK
#    define BEFORE_BLOCK
#endif
#ifndef AFTER_BLOCK
#    define AFTER_BLOCK
#endif
#ifndef AFTER_BLOCKS
#    define AFTER_BLOCKS
#endif
#ifndef MORE
#    define MORE
#endif
#ifndef AFTER_DECRYPTION
#    define AFTER_DECRYPTION
#endif
#ifndef SET_KEY
#    define SET_KEY set_key
#endif
#ifndef ENCRYPT
#    define ENCRYPT encrypt
#endif

enum { KEY = 16, ROUNDS = 24 };

static uint32_t
rol(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

static void
set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    static const uint32_t delta[4] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec};
    uint32_t *rk = schedule, t[4] = {0};

    (void)key_bytes;
    for (unsigned i = 0; i < KEY; i++)
        t[i / 4] |= (uint32_t)KEY_BYTE(i) << 8 * (i % 4);
    for (unsigned r = 0; r < ROUNDS; r++) {
        const uint32_t d = delta[r % 4];

        t[0] = rol(t[0] + rol(d, r), 1);
        t[1] = rol(t[1] + rol(d, r + 1), 3);
        t[2] = rol(t[2] + rol(d, r + 2), 6);
        t[3] = rol(t[3] + rol(d, r + 3), 11);
        memcpy(rk + 4 * r, t, sizeof t);
    }
    AFTER_KEY
}

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks MORE)
{
    uint32_t *rk = (uint32_t *)schedule;

    (void)rk;
    BEFORE_BLOCKS
    for (; nblocks != 0; nblocks--, in += BLOCK, out += BLOCK) {
        uint32_t x[4] = {0};

        for (unsigned i = 0; i < BLOCK; i++)
            x[i / 4] |= (uint32_t)IN_BYTE(i) << 8 * (i % 4);
        BEFORE_BLOCK
        for (unsigned r = 0; r < ROUNDS; r++) {
            const uint32_t *k = ROUND_KEY(r), first = x[0];

            x[0] = rol((x[0] ^ k[0]) + (x[1] ^ k[1]), 9);
            x[1] = rol((x[1] ^ k[2]) + (x[2] ^ k[1]), 27);
            x[2] = rol((x[2] ^ k[3]) + (x[3] ^ k[1]), 29);
            x[3] = first;
        }
        for (unsigned i = 0; i < BLOCK; i++)
            OUT_BYTE(i) = (uint8_t)(x[i / 4] >> 8 * (i % 4));
        AFTER_BLOCK
    }
    AFTER_BLOCKS
}

static void
decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint32_t *rk = (uint32_t *)schedule;

    for (; nblocks != 0; nblocks--, in += BLOCK, out += BLOCK) {
        uint32_t x[4] = {0};

        for (unsigned i = 0; i < BLOCK; i++)
            x[i / 4] |= (uint32_t)in[i] << 8 * (i % 4);
        for (unsigned r = ROUNDS; r-- != 0;) {
            const uint32_t *k = rk + 4 * r, x0 = x[3], x1 = (rol(x[0], 23) - (x0 ^ k[0])) ^ k[1],
                           x2 = (rol(x[1], 5) - (x1 ^ k[2])) ^ k[1];

            x[3] = (rol(x[2], 3) - (x2 ^ k[3])) ^ k[1];
            x[2] = x2;
            x[1] = x1;
            x[0] = x0;
        }
        for (unsigned i = 0; i < BLOCK; i++)
            out[i] = (uint8_t)(x[i / 4] >> 8 * (i % 4));
    }
    AFTER_DECRYPTION
}

#ifdef AROUND
AROUND
#endif

const narae_block_cipher narae_lea = {
    .name = "lea",
    .block_bytes = BLOCK,
    .key_bytes = {KEY},
    .schedule_bytes = {NARAE_LEA_SCHEDULE_BYTES(KEY)},
    .kernels = {.set_key = SET_KEY, .encrypt = ENCRYPT, .decrypt = decrypt},
};
