/* ChaCha and XChaCha: the public functions, their checks, and the part of a
 * message that is not whole blocks.
 *
 * `blocks_left` guards against a repeated key stream: it falls by one with
 * each block, and update() refuses what it does not cover before it touches
 * anything. */

#include "chacha_internal.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/take.h"
#include "narae/wipe.h"

#include <string.h>

/* "expand 32-byte k" */
static void
set_constant(uint32_t state[16])
{
    state[0] = 0x61707865;
    state[1] = 0x3320646e;
    state[2] = 0x79622d32;
    state[3] = 0x6b206574;
}

static void
load_words(uint32_t *words, const uint8_t *bytes, unsigned n)
{
#ifdef NARAE_RV32_KERNELS
    /* the same, but compilers then see that one load does */
    if (((uintptr_t)bytes & 3) == 0) {
        const uint8_t *p = __builtin_assume_aligned(bytes, 4);

        for (unsigned i = 0; i < n; i++)
            words[i] = load32_le(p + 4 * i);
        return;
    }
#endif
    for (unsigned i = 0; i < n; i++)
        words[i] = load32_le(bytes + 4 * i);
}

int
narae_chacha_start(narae_chacha_ctx *ctx, unsigned rounds, const uint8_t *key, size_t key_bytes,
                   const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    uint32_t *state;

    if (ctx == NULL || key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (rounds != 20 && rounds != 12 && rounds != 8)
        return NARAE_ERROR_ROUNDS;
    if (key_bytes != NARAE_CHACHA_KEY_BYTES)
        return NARAE_ERROR_KEY_SIZE;
    if (nonce_bytes != 8 && nonce_bytes != 12 && nonce_bytes != 24)
        return NARAE_ERROR_NONCE_SIZE;
    if (nonce_bytes != 8 && counter > 0xffffffff)
        return NARAE_ERROR_LENGTH;

    state = ctx->state;
    set_constant(state);
    load_words(state + 4, key, 8);
    if (nonce_bytes == 24) {
        load_words(state + 12, nonce, 4);
        narae_hchacha_kernel(state, rounds);
        set_constant(state);
    }
    state[12] = (uint32_t)counter;
    state[13] = nonce_bytes == 12 ? load32_le(nonce) : (uint32_t)(counter >> 32);
    load_words(state + 14, nonce + nonce_bytes - 8, 2);

    /* 2^64 blocks do not fit: from block 0 of a 64-bit counter the last is given up. */
    if (nonce_bytes == 8)
        ctx->blocks_left = counter == 0 ? UINT64_MAX : 0 - counter;
    else
        ctx->blocks_left = ((uint64_t)1 << 32) - counter;
    ctx->unused = 0;
    ctx->rounds = (uint8_t)rounds;
    return NARAE_OK;
}

static void
xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *stream, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = in[i] ^ stream[i];
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
    narae_chacha_blocks_kernel(ctx->state, out, in, nblocks, ctx->rounds);
    if (tail != 0) {
        memset(ctx->stream, 0, 64);
        narae_chacha_blocks_kernel(ctx->state, ctx->stream, ctx->stream, 1, ctx->rounds);
        xor_bytes(out + 64 * nblocks, in + 64 * nblocks, ctx->stream, tail);
        ctx->unused = (uint8_t)(64 - tail);
    }
    return NARAE_OK;
}

void
narae_chacha_clear(narae_chacha_ctx *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
narae_chacha_xor(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
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
