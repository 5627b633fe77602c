/* SPDX-License-Identifier: MIT */
/* ChaCha20, ChaCha12 and ChaCha8 on 32-bit words, straight from RFC 8439,
 * sections 2.1 to 2.4, and D. J. Bernstein's original of 2008: the state is an array of 16 words, a quarter
 * round a macro on four of them, and each block of key stream is written to a buffer and XORed into the
 * message byte by byte.
 *
 * This is what papers measure as ChaCha in C.  Its time depends on the length
 * alone.  Never part of the library. */

#include "chacha_reference.h"

#include "core/bytes.h"

#define ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))

#define QUARTER_ROUND(x, a, b, c, d) \
    do {                             \
        x[a] += x[b];                \
        x[d] = ROL(x[d] ^ x[a], 16); \
        x[c] += x[d];                \
        x[b] = ROL(x[b] ^ x[c], 12); \
        x[a] += x[b];                \
        x[d] = ROL(x[d] ^ x[a], 8);  \
        x[c] += x[d];                \
        x[b] = ROL(x[b] ^ x[c], 7);  \
    } while (0)

void
baseline_chacha_set(baseline_chacha *ctx, const uint8_t key[32], const uint8_t *nonce, size_t nonce_bytes,
                    uint32_t counter)
{
    int words = (int)nonce_bytes / 4;

    ctx->state[0] = 0x61707865;
    ctx->state[1] = 0x3320646e;
    ctx->state[2] = 0x79622d32;
    ctx->state[3] = 0x6b206574;
    for (int i = 0; i < 8; i++)
        ctx->state[4 + i] = load32_le(key + 4 * i);
    ctx->state[12] = counter;
    ctx->state[13] = 0;
    for (int i = 0; i < words; i++)
        ctx->state[16 - words + i] = load32_le(nonce + 4 * i);
    ctx->long_counter = words == 2;
}

static void
next_block(baseline_chacha *ctx, unsigned rounds)
{
    uint32_t x[16];

    for (int i = 0; i < 16; i++)
        x[i] = ctx->state[i];
    for (unsigned round = 0; round < rounds; round += 2) {
        QUARTER_ROUND(x, 0, 4, 8, 12);
        QUARTER_ROUND(x, 1, 5, 9, 13);
        QUARTER_ROUND(x, 2, 6, 10, 14);
        QUARTER_ROUND(x, 3, 7, 11, 15);
        QUARTER_ROUND(x, 0, 5, 10, 15);
        QUARTER_ROUND(x, 1, 6, 11, 12);
        QUARTER_ROUND(x, 2, 7, 8, 13);
        QUARTER_ROUND(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        store32_le(ctx->stream + 4 * i, x[i] + ctx->state[i]);
    if (++ctx->state[12] == 0 && ctx->long_counter)
        ctx->state[13]++;
}

void
baseline_chacha_xor(baseline_chacha *ctx, uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds)
{
    while (bytes != 0) {
        size_t n = bytes < 64 ? bytes : 64;

        next_block(ctx, rounds);
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] ^ ctx->stream[i];
        out += n;
        in += n;
        bytes -= n;
    }
}
