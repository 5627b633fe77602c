/* SPDX-License-Identifier: MIT */
/* ChaCha, RFC 8439, in one call, with a nonce of 12 bytes.  A program of this
 * folder defines before what it does besides or otherwise; none of these names
 * is needed:
 *
 *     BEFORE_MESSAGE  with out, in, bytes and counter
 *     AFTER_BLOCK     with the block of the keystream */
#ifndef BEFORE_MESSAGE
#    define BEFORE_MESSAGE
#endif
#ifndef AFTER_BLOCK
#    define AFTER_BLOCK
#endif

enum { STREAM_BLOCK = 64 };

static uint32_t
rol(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static uint32_t
load(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void
quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rol(*d ^ *a, 16);
    *c += *d;
    *b = rol(*b ^ *c, 12);
    *a += *b;
    *d = rol(*d ^ *a, 8);
    *c += *d;
    *b = rol(*b ^ *c, 7);
}

int
narae_chacha_crypt_message(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                           size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

    if (key_bytes != 32 || nonce_bytes != 12)
        return NARAE_ERROR_KEY_SIZE;
    if (bytes != 0 && (bytes - 1) / STREAM_BLOCK > UINT32_MAX - counter)
        return NARAE_ERROR_LENGTH;
    for (unsigned i = 0; i < 8; i++)
        state[4 + i] = load(key + 4 * i);
    for (unsigned i = 0; i < 3; i++)
        state[13 + i] = load(nonce + 4 * i);
    state[12] = (uint32_t)counter;
    BEFORE_MESSAGE
    while (bytes != 0) {
        const size_t n = bytes < STREAM_BLOCK ? bytes : (size_t)STREAM_BLOCK;
        uint8_t block[STREAM_BLOCK];
        uint32_t x[16];

        memcpy(x, state, sizeof x);
        for (unsigned r = 0; r < rounds; r += 2) {
            for (unsigned i = 0; i < 4; i++)
                quarter(x + i, x + 4 + i, x + 8 + i, x + 12 + i);
            for (unsigned i = 0; i < 4; i++)
                quarter(x + i, x + 4 + (i + 1) % 4, x + 8 + (i + 2) % 4, x + 12 + (i + 3) % 4);
        }
        for (unsigned i = 0; i < STREAM_BLOCK; i++)
            block[i] = (uint8_t)((x[i / 4] + state[i / 4]) >> 8 * (i % 4));
        AFTER_BLOCK
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] ^ block[i];
        state[12]++;
        in += n;
        out += n;
        bytes -= n;
    }
    return NARAE_OK;
}
