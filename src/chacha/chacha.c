/* SPDX-License-Identifier: MIT */
/* ChaCha and XChaCha: the public functions, their checks, and the part of a
 * message that is not whole blocks.
 *
 * `blocks_left` prevents a repeated key stream: it is decremented for each
 * block, and update() rejects a longer input before it writes anything. */

#include "chacha_internal.h"

#include "core/check.h"
#include "core/copy.h"
#include "core/take.h"
#include "core/xor.h"
#include "narae/wipe.h"

#include <string.h>

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

int
narae_chacha_start(narae_chacha_ctx *ctx, unsigned rounds, const uint8_t *key, size_t key_bytes,
                   const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    int status = chacha_check(rounds, key, key_bytes, nonce, nonce_bytes, upper32(counter));
    uint8_t rest[12];
    uint32_t *state;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;

    state = ctx->state;
    chacha_load_constant(state);
    if (nonce_bytes == 24) {
        uint8_t subkey[32];

        narae_xchacha_subkey(subkey, rest, rounds, key, nonce);
        chacha_load(state + 4, subkey, 8);
        narae_wipe(subkey, sizeof subkey);
        nonce = rest;
        nonce_bytes = 12;
    } else {
        chacha_load(state + 4, key, 8);
    }
    chacha_load_counter(state, nonce, nonce_bytes, counter);

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
#ifdef NARAE_DISPATCH
    narae_xor(out, in, stream, bytes);
#else
    for (size_t i = 0; i < bytes; i++)
        out[i] = in[i] ^ stream[i];
#endif
}

int
narae_chacha_update(narae_chacha_ctx *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
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
    if (!take(&ctx->blocks_left, nblocks + (tail != 0)))
        return NARAE_ERROR_LENGTH;

    if (head != 0) {
        xor_bytes(out, in, ctx->stream + 64 - ctx->unused, head);
        ctx->unused = (uint8_t)(ctx->unused - head);
        out += head;
        in += head;
    }
#ifdef NARAE_DISPATCH
    if (tail != 0) {
        narae_chacha_bytes_best(ctx->state, out, in, bytes - head, ctx->rounds, ctx->stream);
        ctx->unused = (uint8_t)(64 - tail);
    } else {
        narae_chacha_blocks_best(ctx->state, out, in, nblocks, ctx->rounds);
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
narae_chacha_clear(narae_chacha_ctx *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

#ifndef NARAE_AVR_KERNELS

#    ifdef NARAE_X86_KERNELS
#        define NOT_IN_LINE __attribute__((noinline))

/* A message of one block, which no counter can exceed, with a nonce of 8 or 12
 * bytes, needs no context. */
static inline int
xor_block(uint8_t *out, const uint8_t *in, unsigned rounds, const uint8_t *key, const uint8_t *nonce,
          size_t nonce_bytes, uint64_t counter)
{
    uint32_t state[16];

    chacha_load_constant(state);
    chacha_load(state + 4, key, 8);
    chacha_load_counter(state, nonce, nonce_bytes, counter);
    narae_chacha_one_best(state, out, in, rounds);
    wipe_few(state, sizeof state);
    return NARAE_OK;
}

/* A message of less. */
static NOT_IN_LINE int
xor_part(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
         const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    uint8_t stream[64] = {0};

    xor_block(stream, stream, rounds, key, nonce, nonce_bytes, counter);
    xor_bytes(out, in, stream, bytes);
    wipe_few(stream, sizeof stream);
    return NARAE_OK;
}

#    else
#        define NOT_IN_LINE
#    endif

#    ifdef NARAE_THUMB_KERNELS

void
narae_chacha_bytes_thumb(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds)
{
    const size_t nblocks = bytes / 64, tail = bytes % 64;

    narae_chacha_blocks_kernel(state, out, in, nblocks, rounds);
    if (tail != 0) {
        uint32_t stream[16];

        narae_zero(stream, sizeof stream);
        narae_chacha_blocks_kernel(state, (uint8_t *)stream, (const uint8_t *)stream, 1, rounds);
        narae_xor(out + 64 * nblocks, in + 64 * nblocks, (const uint8_t *)stream, tail);
        narae_wipe(stream, sizeof stream);
    }
}

/* Without a context, which would take half the time of a block. */
static int
xor_message(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
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
    if (nonce_bytes == 24) {
        uint8_t subkey[32], rest[12];

        narae_xchacha_subkey(subkey, rest, rounds, key, nonce);
        status = xor_message(out, in, bytes, rounds, subkey, sizeof subkey, rest, sizeof rest, counter);
        narae_wipe(subkey, sizeof subkey);
        return status;
    }

    chacha_load_constant(state);
    chacha_load(state + 4, key, 8);
    chacha_load_counter(state, nonce, nonce_bytes, counter);
    if (bytes % 64 == 0)
        narae_chacha_blocks_kernel(state, out, in, nblocks, rounds);
    else
        narae_chacha_bytes_thumb(state, out, in, bytes, rounds);
    narae_wipe(state, sizeof state);
    return NARAE_OK;
}

#    else

static NOT_IN_LINE int
xor_message(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
            size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    narae_chacha_ctx ctx;
    int status = narae_chacha_start(&ctx, rounds, key, key_bytes, nonce, nonce_bytes, counter);

    if (status != NARAE_OK)
        return status;
    status = narae_chacha_update(&ctx, out, in, bytes);
    narae_chacha_clear(&ctx);
    return status;
}

#    endif

int
narae_chacha_xor(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                 size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
#    ifdef NARAE_X86_KERNELS
    if (bytes <= 64 && nonce_bytes != 24 && check_stream(out, in, bytes) == NARAE_OK &&
        chacha_check(rounds, key, key_bytes, nonce, nonce_bytes, upper32(counter)) == NARAE_OK)
        return bytes == 0    ? NARAE_OK
               : bytes == 64 ? xor_block(out, in, rounds, key, nonce, nonce_bytes, counter)
                             : xor_part(out, in, bytes, rounds, key, nonce, nonce_bytes, counter);
#    endif
    return xor_message(out, in, bytes, rounds, key, key_bytes, nonce, nonce_bytes, counter);
}

#endif
