/* SPDX-License-Identifier: MIT */
/* SHA3-224/256/384/512 and SHAKE128/256.  FIPS 202, 4 to 6.
 *
 * A sponge without a buffer: the message is XORed directly into the state, and
 * output is read from it.  The pad is the domain's bits (01 for SHA3, 1111 for
 * SHAKE) with the first 1 of pad10*1 after them, and the last 1 in the last bit
 * of the rate.
 *
 * Time depends on lengths alone. */

#include "narae/sha3.h"
#include "narae/descriptor.h"
#include "keccak_internal.h"

#include "core/bytes.h"
#include "core/check.h"
#include "narae/wipe.h"

#include <string.h>

/* absorb XORs `n` bytes into the state, from its byte `at` on; extract reads
 * them. */
#ifdef NARAE_WORDS8

static void
absorb(uint64_t *state, unsigned at, const uint8_t *in, size_t n)
{
    uint8_t *bytes = (uint8_t *)state + at;

    while (n-- != 0)
        *bytes++ ^= *in++;
}

static void
extract(const uint64_t *state, unsigned at, uint8_t *out, size_t n)
{
    memcpy(out, (const uint8_t *)state + at, n);
}

#else

static void
absorb(uint64_t *state, unsigned at, const uint8_t *in, size_t n)
{
    for (; n != 0 && at % 8 != 0; n--, at++)
        state[at / 8] ^= keccak_lane_of((uint64_t)*in++ << (8 * (at % 8)));
    for (; n >= 8; n -= 8, at += 8, in += 8)
        state[at / 8] ^= keccak_lane_of(load64_le(in));
    for (; n != 0; n--, at++)
        state[at / 8] ^= keccak_lane_of((uint64_t)*in++ << (8 * (at % 8)));
}

static void
extract(const uint64_t *state, unsigned at, uint8_t *out, size_t n)
{
    for (; n != 0 && at % 8 != 0; n--, at++)
        *out++ = (uint8_t)(keccak_value_of(state[at / 8]) >> (8 * (at % 8)));
    for (; n >= 8; n -= 8, at += 8, out += 8)
        store64_le(out, keccak_value_of(state[at / 8]));
    for (; n != 0; n--, at++)
        *out++ = (uint8_t)(keccak_value_of(state[at / 8]) >> (8 * (at % 8)));
}

#endif

static int
start(narae_sha3 *ctx, uint8_t rate, uint8_t digest_bytes)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    memset(ctx, 0, sizeof *ctx);
    ctx->rate = rate;
    ctx->digest_bytes = digest_bytes;
    return NARAE_OK;
}

int
narae_sha3_224_start(narae_sha3 *ctx)
{
    return start(ctx, 200 - 2 * 28, 28);
}

int
narae_sha3_256_start(narae_sha3 *ctx)
{
    return start(ctx, 200 - 2 * 32, 32);
}

int
narae_sha3_384_start(narae_sha3 *ctx)
{
    return start(ctx, 200 - 2 * 48, 48);
}

int
narae_sha3_512_start(narae_sha3 *ctx)
{
    return start(ctx, 200 - 2 * 64, 64);
}

int
narae_shake128_start(narae_sha3 *ctx)
{
    return start(ctx, 200 - 2 * 16, 0);
}

int
narae_shake256_start(narae_sha3 *ctx)
{
    return start(ctx, 200 - 2 * 32, 0);
}

/* How many of `bytes` bytes fit before the next permutation. */
static inline size_t
room(const narae_sha3 *ctx, size_t bytes)
{
    size_t n = (size_t)ctx->rate - ctx->used;

    return n < bytes ? n : bytes;
}

int
narae_sha3_update(narae_sha3 *ctx, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->rate == 0 || ctx->squeezing)
        return NARAE_ERROR_STATE;
    while (bytes != 0) {
        size_t n = room(ctx, bytes);

#ifdef narae_keccak_absorb_kernel
        if (n == ctx->rate) {
            const size_t nblocks = bytes / n;

            narae_keccak_absorb_kernel(ctx->state, in, n / 8, nblocks);
            in += nblocks * n;
            bytes -= nblocks * n;
            continue;
        }
#endif
        absorb(ctx->state, ctx->used, in, n);
        ctx->used = (uint8_t)(ctx->used + n);
        in += n;
        bytes -= n;
        if (ctx->used == ctx->rate) {
            keccak_f1600(ctx->state);
            ctx->used = 0;
        }
    }
    return NARAE_OK;
}

static void
end_message(narae_sha3 *ctx)
{
    const uint8_t first = ctx->digest_bytes != 0 ? 0x06 : 0x1f, last = 0x80;

    absorb(ctx->state, ctx->used, &first, 1);
    absorb(ctx->state, ctx->rate - 1u, &last, 1);
    keccak_f1600(ctx->state);
    ctx->used = 0;
    ctx->squeezing = 1;
}

static void
squeeze(narae_sha3 *ctx, uint8_t *out, size_t bytes)
{
    while (bytes != 0) {
        size_t n;

        if (ctx->used == ctx->rate) {
            keccak_f1600(ctx->state);
            ctx->used = 0;
        }
        n = room(ctx, bytes);
        extract(ctx->state, ctx->used, out, n);
        ctx->used = (uint8_t)(ctx->used + n);
        out += n;
        bytes -= n;
    }
}

int
narae_sha3_finish(narae_sha3 *ctx, uint8_t *digest, size_t digest_bytes)
{
    if (ctx == NULL || digest == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->rate == 0 || ctx->digest_bytes == 0)
        return NARAE_ERROR_STATE;
    if (digest_bytes != ctx->digest_bytes)
        return NARAE_ERROR_LENGTH;
    end_message(ctx);
    squeeze(ctx, digest, digest_bytes);
    narae_sha3_clear(ctx);
    return NARAE_OK;
}

int
narae_shake_squeeze(narae_sha3 *ctx, uint8_t *out, size_t bytes)
{
    if (ctx == NULL || missing(out, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->rate == 0 || ctx->digest_bytes != 0)
        return NARAE_ERROR_STATE;
    if (!ctx->squeezing)
        end_message(ctx);
    squeeze(ctx, out, bytes);
    return NARAE_OK;
}

void
narae_sha3_clear(narae_sha3 *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

static int
hash(int (*start_hash)(narae_sha3 *), uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    narae_sha3 ctx;

    if (missing(out, out_bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    start_hash(&ctx);
    cannot_fail(narae_sha3_update(&ctx, in, bytes));
    end_message(&ctx);
    squeeze(&ctx, out, out_bytes);
    narae_sha3_clear(&ctx);
    return NARAE_OK;
}

int
narae_sha3_224_message(uint8_t digest[28], const uint8_t *in, size_t bytes)
{
    return hash(narae_sha3_224_start, digest, 28, in, bytes);
}

int
narae_sha3_256_message(uint8_t digest[32], const uint8_t *in, size_t bytes)
{
    return hash(narae_sha3_256_start, digest, 32, in, bytes);
}

int
narae_sha3_384_message(uint8_t digest[48], const uint8_t *in, size_t bytes)
{
    return hash(narae_sha3_384_start, digest, 48, in, bytes);
}

int
narae_sha3_512_message(uint8_t digest[64], const uint8_t *in, size_t bytes)
{
    return hash(narae_sha3_512_start, digest, 64, in, bytes);
}

int
narae_shake128_message(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    return hash(narae_shake128_start, out, out_bytes, in, bytes);
}

int
narae_shake256_message(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    return hash(narae_shake256_start, out, out_bytes, in, bytes);
}

/* The functions of a descriptor, with untyped contexts. */

static int
update_any(void *ctx, const uint8_t *in, size_t bytes)
{
    return narae_sha3_update((narae_sha3 *)ctx, in, bytes);
}

static int
finish_any(void *ctx, uint8_t *digest, size_t digest_bytes)
{
    return narae_sha3_finish((narae_sha3 *)ctx, digest, digest_bytes);
}

#define DESCRIPTOR(bits)                                     \
    static int start_##bits(void *ctx)                       \
    {                                                        \
        return narae_sha3_##bits##_start((narae_sha3 *)ctx); \
    }                                                        \
    const narae_hash narae_sha3_##bits = {                   \
        .name = "sha3-" #bits,                               \
        .context_bytes = sizeof(narae_sha3),                 \
        .state_bytes = sizeof(narae_sha3),                   \
        .block_bytes = 200 - 2 * (bits) / 8,                 \
        .digest_bytes = (bits) / 8,                          \
        .start = start_##bits,                               \
        .update = update_any,                                \
        .finish = finish_any,                                \
        .message = narae_sha3_##bits##_message,              \
    };

DESCRIPTOR(224)
DESCRIPTOR(256)
DESCRIPTOR(384)
DESCRIPTOR(512)
