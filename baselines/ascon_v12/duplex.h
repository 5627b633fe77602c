/* SPDX-License-Identifier: MIT */
/* The duplex AEAD of Ascon v1.2, 2.4, on the library's kernels for the permutation.
 *
 *     NAME(f)     the name of function f
 *     IV          the initial value
 *     RATE        bytes of a block: 16 or 8
 *     ROUNDS      of the permutation after a block: 8 or 6
 *
 * Words are big-endian.  Time depends on lengths alone.  Never part of the library. */
#if !defined(IV) || !defined(NAME) || !defined(RATE) || !defined(ROUNDS)
#    error "define IV, NAME, RATE and ROUNDS first"
#endif

#include "ascon_v12.h"

#include <string.h>

#include "ascon/ascon_internal.h"
#include "core/bytes.h"
#include "core/equal.h"
#include "narae/wipe.h"

typedef baseline_ascon_v12 context;

enum direction { AD, ENCRYPT, DECRYPT };

#if ASCON_BY_WORDS

static inline uint64_t
load_word(const uint8_t *p)
{
    return ascon_word_of(load64_be(p));
}

static inline void
store_word(uint8_t *p, uint64_t x)
{
    store64_be(p, ascon_value_of(x));
}

static inline void
take_block(uint64_t *state, uint8_t *out, const uint8_t *in, enum direction direction)
{
    for (unsigned i = 0; i < RATE / 8; i++) {
        const uint64_t word = load_word(in + 8 * i);

        if (direction != AD)
            store_word(out + 8 * i, state[i] ^ word);
        state[i] = direction == DECRYPT ? word : state[i] ^ word;
    }
}

#else

/* On 8-bit chips compilers spill 64-bit words. */
static inline uint64_t
load_word(const uint8_t *p)
{
    union {
        uint64_t word;
        uint8_t bytes[8];
    } x;

    for (uint8_t i = 8; i-- != 0;)
        x.bytes[i] = *p++;
    return x.word;
}

static inline void
store_word(uint8_t *p, uint64_t word)
{
    for (uint8_t i = 8; i-- != 0;)
        *p++ = ((const uint8_t *)&word)[i];
}

static inline void
take_block(uint64_t *state, uint8_t *out, const uint8_t *in, enum direction direction)
{
    for (uint8_t i = 0; i < RATE; i++) {
        uint8_t *p = (uint8_t *)state + (i ^ 7), byte = *in++;

        *p ^= byte;
        if (direction != AD)
            *out++ = *p;
        if (direction == DECRYPT)
            *p = byte;
    }
}

#endif

/* A byte of the rate; returns its output. */
static uint8_t
put_byte(context *ctx, uint8_t byte, enum direction direction)
{
    uint8_t result = ascon_xor_byte(ctx->state, ctx->used ^ 7, byte);

    if (direction == DECRYPT)
        ascon_xor_byte(ctx->state, ctx->used ^ 7, result ^ byte);
    if (++ctx->used == RATE) {
        ascon_permute(ctx->state, ROUNDS);
        ctx->used = 0;
    }
    return result;
}

static inline void
take_part(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes, enum direction direction)
{
    while (bytes != 0) {
        if (ctx->used != 0 || bytes < RATE) {
            const uint8_t byte = put_byte(ctx, *in++, direction);

            if (direction != AD)
                *out++ = byte;
            bytes--;
            continue;
        }
        take_block(ctx->state, out, in, direction);
        ascon_permute(ctx->state, ROUNDS);
        if (direction != AD)
            out += RATE;
        in += RATE;
        bytes -= RATE;
    }
}

static inline void
pad(context *ctx)
{
    ascon_xor_byte(ctx->state, ctx->used ^ 7, 0x80);
    ctx->used = 0;
}

static void
end_ad(context *ctx)
{
    if (ctx->has_ad) {
        pad(ctx);
        ascon_permute(ctx->state, ROUNDS);
    }
    ascon_xor_byte(ctx->state, 39 ^ 7, 0x01);
    ctx->in_text = 1;
}

int
NAME(start)(context *ctx, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes)
{
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    ctx->state[0] = ascon_word_of(IV);
    for (unsigned i = 0; i < 2; i++) {
        ctx->state[1 + i] = ctx->key[i] = load_word(key + 8 * i);
        ctx->state[3 + i] = load_word(nonce + 8 * i);
    }
    ascon_permute(ctx->state, 12);
    ctx->state[3] ^= ctx->key[0];
    ctx->state[4] ^= ctx->key[1];
    ctx->used = ctx->has_ad = ctx->in_text = 0;
    return NARAE_OK;
}

int
NAME(ad)(context *ctx, const uint8_t *ad, size_t bytes)
{
    if (bytes != 0)
        ctx->has_ad = 1;
    take_part(ctx, NULL, ad, bytes, AD);
    return NARAE_OK;
}

int
NAME(encrypt)(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (!ctx->in_text)
        end_ad(ctx);
    take_part(ctx, out, in, bytes, ENCRYPT);
    return NARAE_OK;
}

int
NAME(decrypt)(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (!ctx->in_text)
        end_ad(ctx);
    take_part(ctx, out, in, bytes, DECRYPT);
    return NARAE_OK;
}

int
NAME(finish)(context *ctx, uint8_t *tag, size_t tag_bytes)
{
    if (tag_bytes != 16)
        return NARAE_ERROR_TAG_SIZE;
    if (!ctx->in_text)
        end_ad(ctx);
    pad(ctx);
    ctx->state[RATE / 8] ^= ctx->key[0];
    ctx->state[RATE / 8 + 1] ^= ctx->key[1];
    ascon_permute(ctx->state, 12);
    for (unsigned i = 0; i < 2; i++)
        store_word(tag + 8 * i, ctx->state[3 + i] ^ ctx->key[i]);
    narae_wipe(ctx, sizeof *ctx);
    return NARAE_OK;
}

int
NAME(verify)(context *ctx, const uint8_t *tag, size_t tag_bytes)
{
    uint8_t expected[16];
    int status = NAME(finish)(ctx, expected, tag_bytes);

    if (status == NARAE_OK)
        status = narae_compare_tags(expected, tag, 16);
    narae_wipe(expected, sizeof expected);
    return status;
}

int
NAME(seal)(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16], const uint8_t *nonce,
           size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    context ctx;
    int status = NAME(start)(&ctx, key, nonce, nonce_bytes);

    if (status != NARAE_OK)
        return status;
    NAME(ad)(&ctx, ad, ad_bytes);
    NAME(encrypt)(&ctx, out, in, bytes);
    return NAME(finish)(&ctx, tag, tag_bytes);
}

int
NAME(open)(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    context ctx;
    int status = NAME(start)(&ctx, key, nonce, nonce_bytes);

    if (status != NARAE_OK)
        return status;
    NAME(ad)(&ctx, ad, ad_bytes);
    NAME(decrypt)(&ctx, out, in, bytes);
    status = NAME(verify)(&ctx, tag, tag_bytes);
    if (status != NARAE_OK && bytes != 0)
        memset(out, 0, bytes);
    return status;
}
