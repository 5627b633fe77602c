/* SPDX-License-Identifier: MIT */
/* ChaCha and XChaCha: the public functions, their checks, and the part of a
 * message that is not whole blocks.
 *
 * `blocks_left` prevents a repeated key stream: it is decremented for each
 * block, and update() rejects a longer input before it writes anything. */

#include "chacha_internal.h"

#include "core/check.h"
#include "core/copy.h"
#include "core/budget.h"
#include "core/xor.h"
#include "narae/wipe.h"

#include <string.h>

/* Replaces the key in a state by that of XChaCha. */
static __attribute__((noinline)) void
derive_key(uint32_t state[16], unsigned rounds, const uint8_t *nonce)
{
    chacha_load(state + 12, nonce, 4);
    narae_hchacha_kernel(state, rounds);
    chacha_load_constant(state);
}

void
narae_xchacha_subkey(uint8_t subkey[32], uint8_t rest[12], unsigned rounds, const uint8_t *key,
                     const uint8_t *nonce)
{
    uint32_t state[16];

    chacha_load_constant(state);
    chacha_load(state + 4, key, 8);
    chacha_load(state + 12, nonce, 4);
    narae_hchacha_kernel(state, rounds);
    for (unsigned i = 0; i < 8; i++)
        store32_le(subkey + 4 * i, state[4 + i]);
    memset(rest, 0, 4);
    memcpy(rest + 4, nonce + 16, 8);
    narae_wipe(state, sizeof state);
}

/* The state before the block `counter`. */
static inline void
set_state(uint32_t state[16], unsigned rounds, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes,
          uint64_t counter)
{
    chacha_load_constant(state);
    chacha_load(state + 4, key, 8);
    if (nonce_bytes == 24)
        derive_key(state, rounds, nonce);
    chacha_load_counter(state, nonce, nonce_bytes, counter);
}

int
narae_chacha_start(narae_chacha *ctx, unsigned rounds, const uint8_t *key, size_t key_bytes,
                   const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    int status = chacha_check(rounds, key, key_bytes, nonce, nonce_bytes, upper32(counter));

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;

    set_state(ctx->state, rounds, key, nonce, nonce_bytes, counter);

    /* 2^64 does not fit into the counter of blocks left, so from block 0 of a
     * 64-bit counter the last block is not available. */
    if (nonce_bytes == 8)
        ctx->blocks_left = counter == 0 ? UINT64_MAX : 0 - counter;
    else
        ctx->blocks_left = ((uint64_t)1 << 32) - counter;
    ctx->unused = 0;
    ctx->rounds = (uint8_t)rounds;
    return NARAE_OK;
}

/* Part of a block; inlined on small chips. */
static void
xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *stream, size_t bytes)
{
#if defined(NARAE_DISPATCH) || defined(NARAE_MOVES_WORDS)
    narae_xor(out, in, stream, bytes);
#else
    for (size_t i = 0; i < bytes; i++)
        out[i] = in[i] ^ stream[i];
#endif
}

int
narae_chacha_crypt(narae_chacha *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_stream(out, in, bytes);
    size_t head, nblocks, tail;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->rounds == 0)
        return NARAE_ERROR_STATE;
    if (bytes == 0)
        return NARAE_OK;

    head = bytes < ctx->unused ? bytes : ctx->unused;
    nblocks = (bytes - head) / 64;
    tail = (bytes - head) % 64;
    if (!spend(&ctx->blocks_left, nblocks + (tail != 0)))
        return NARAE_ERROR_LENGTH;

    if (head != 0) {
        xor_bytes(out, in, ctx->stream + 64 - ctx->unused, head);
        ctx->unused = (uint8_t)(ctx->unused - head);
        out += head;
        in += head;
    }
#ifdef narae_chacha_bytes_kernel
    if (tail != 0) {
        narae_chacha_bytes_kernel(ctx->state, out, in, bytes - head, ctx->rounds, ctx->stream);
        ctx->unused = (uint8_t)(64 - tail);
    } else {
        narae_chacha_blocks_kernel(ctx->state, out, in, nblocks, ctx->rounds);
    }
#else
    narae_chacha_blocks_kernel(ctx->state, out, in, nblocks, ctx->rounds);
    if (tail != 0) {
        narae_zero(ctx->stream, 64);
        narae_chacha_blocks_kernel(ctx->state, ctx->stream, ctx->stream, 1, ctx->rounds);
        xor_bytes(out + 64 * nblocks, in + 64 * nblocks, ctx->stream, tail);
        ctx->unused = (uint8_t)(64 - tail);
    }
#endif
    return NARAE_OK;
}

void
narae_chacha_clear(narae_chacha *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

#ifndef narae_chacha_message_kernel

void
narae_chacha_bytes(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds)
{
    const size_t nblocks = bytes / 64, tail = bytes % 64;
    uint32_t words[16];
    uint8_t *const stream = (uint8_t *)words;

#    ifdef narae_chacha_bytes_kernel
    if (nblocks != 0 && tail != 0) {
        narae_chacha_bytes_kernel(state, out, in, bytes, rounds, stream);
        narae_wipe(words, sizeof words);
        return;
    }
#    endif
    narae_chacha_blocks_kernel(state, out, in, nblocks, rounds);
    if (tail != 0) {
        narae_zero(words, sizeof words);
        narae_chacha_blocks_kernel(state, stream, stream, 1, rounds);
        xor_bytes(out + 64 * nblocks, in + 64 * nblocks, stream, tail);
        narae_wipe(words, sizeof words);
    }
}

/* Without a context, which would take half the time of a block. */
int
narae_chacha_crypt_message(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                           size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    const size_t nblocks = bytes / 64 + (bytes % 64 != 0);
    int status = chacha_check(rounds, key, key_bytes, nonce, nonce_bytes, upper32(counter));
    uint32_t state[16];

    if (status == NARAE_OK)
        status = check_stream(out, in, bytes);
    if (status != NARAE_OK)
        return status;
    /* as in narae_chacha_start */
    if (nonce_bytes != 8 ? nblocks > ((uint64_t)1 << 32) - counter : counter != 0 && nblocks > 0 - counter)
        return NARAE_ERROR_LENGTH;
    set_state(state, rounds, key, nonce, nonce_bytes, counter);
    if (bytes % 64 == 0)
        narae_chacha_blocks_kernel(state, out, in, nblocks, rounds);
    else
        narae_chacha_bytes(state, out, in, bytes, rounds);
    narae_wipe(state + 4, 32); /* the key */
    return NARAE_OK;
}

#endif
