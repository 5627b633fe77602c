/* SPDX-License-Identifier: MIT */
/* ChaCha20-Poly1305 and XChaCha20-Poly1305.  RFC 8439, 2.6 and 2.8;
 * draft-irtf-cfrg-xchacha-03, 2.
 *
 * Block 0 of the key stream is the Poly1305 key, the message begins at block
 * 1.  The tag covers AD, zeros up to 16 bytes, ciphertext, zeros up to 16
 * bytes, and both lengths as 64-bit little-endian numbers.
 *
 * Every limit is checked before anything is written: in check_message(), or in enter() for messages
 * in parts.
 *
 * On x86-64 and AArch64 a kernel processes block 0 and a short message in one run; with AVX2
 * hashing a longer one is stitched with encrypting the next 512 bytes.  Opening a message too long
 * for a copy hashes it first: no plaintext is written to `out` before the tag is verified.
 *
 * Cycles on AVR, 240 bytes: the kernels take 9122 for block 0, 36 107 for the text, 29 913 for its
 * tag and 2445 for the lengths, together 77 587.  Sealing takes 81 077, 4.5 % more: 438 for
 * Poly1305's key, 1124 for the final addition, 650 for wiping, and the rest for checks and calls.
 *
 * Cycles on an M4, 64 bytes: the kernels take 1918 for block 0 and the text, 381 for its tag, and
 * 145 for the final addition, together 2444.  Sealing takes 2885, 18 % more: state, Poly1305's key
 * and padding 113, wiping 113, checks 106, the calls for text and tag 92, the caller 17. */

#include "narae/chacha20_poly1305.h"

#include "chacha/chacha_internal.h"
#include "core/bytes.h"
#include "core/check.h"
#include "core/copy.h"
#include "core/equal.h"
#include "core/short.h"
#include "core/xor.h"
#include "narae/wipe.h"
#include "poly1305/poly1305_internal.h"

#include <string.h>

/* Cipher and authenticator alternate on pieces, so that the second finds the output of the first in
 * the L1 cache. */
#ifdef __AVR__
#    define PIECE SIZE_MAX
#else
#    define PIECE 16384
#endif

/* 2^32 - 1 blocks: all that the counter has after block 0 */
#define MAX_BYTES (((uint64_t)1 << 38) - 64)

enum phase { NOT_STARTED, AD, ENCRYPT, DECRYPT };

int
narae_chacha20_poly1305_start(narae_chacha20_poly1305_ctx *ctx, const uint8_t key[32], const uint8_t *nonce,
                              size_t nonce_bytes)
{
    uint8_t block[64] = {0};

    if (ctx == NULL || key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 12 && nonce_bytes != 24)
        return NARAE_ERROR_NONCE_SIZE;
    cannot_fail(narae_chacha_start(&ctx->chacha, 20, key, 32, nonce, nonce_bytes, 0));
    cannot_fail(narae_chacha_update(&ctx->chacha, block, block, sizeof block));
    cannot_fail(narae_poly1305_start(&ctx->poly1305, block));
    narae_wipe(block, sizeof block);
    ctx->ad_bytes = 0;
    ctx->bytes = 0;
    ctx->phase = AD;
    return NARAE_OK;
}

int
narae_chacha20_poly1305_ad(narae_chacha20_poly1305_ctx *ctx, const uint8_t *ad, size_t bytes)
{
    if (ctx == NULL || missing(ad, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->phase != AD)
        return NARAE_ERROR_STATE;
    if (bytes > UINT64_MAX - ctx->ad_bytes)
        return NARAE_ERROR_LENGTH;
    ctx->ad_bytes += bytes;
    return narae_poly1305_update(&ctx->poly1305, ad, bytes);
}

/* Zeros up to a whole number of blocks. */
static void
pad(narae_poly1305_ctx *poly1305)
{
    if (poly1305->used != 0) {
        const uint8_t zeros[16] = {0};

        cannot_fail(narae_poly1305_update(poly1305, zeros, 16u - poly1305->used));
    }
}

/* Checks and counts a call of encrypt or decrypt; the first one ends the
 * associated data. */
static int
enter(narae_chacha20_poly1305_ctx *ctx, enum phase phase, const uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_stream(out, in, bytes);

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->phase != AD && ctx->phase != phase)
        return NARAE_ERROR_STATE;
    if (bytes > MAX_BYTES - ctx->bytes)
        return NARAE_ERROR_LENGTH;
    if (ctx->phase == AD) {
        pad(&ctx->poly1305);
        ctx->phase = (uint8_t)phase;
    }
    ctx->bytes += bytes;
    return NARAE_OK;
}

int
narae_chacha20_poly1305_encrypt(narae_chacha20_poly1305_ctx *ctx, uint8_t *out, const uint8_t *in,
                                size_t bytes)
{
    int status = enter(ctx, ENCRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    while (bytes != 0) {
        const size_t n = bytes < PIECE ? bytes : PIECE;

        cannot_fail(narae_chacha_update(&ctx->chacha, out, in, n));
        cannot_fail(narae_poly1305_update(&ctx->poly1305, out, n));
        in += n;
        out += n;
        bytes -= n;
    }
    return NARAE_OK;
}

int
narae_chacha20_poly1305_decrypt(narae_chacha20_poly1305_ctx *ctx, uint8_t *out, const uint8_t *in,
                                size_t bytes)
{
    int status = enter(ctx, DECRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    while (bytes != 0) {
        const size_t n = bytes < PIECE ? bytes : PIECE;

        cannot_fail(narae_poly1305_update(&ctx->poly1305, in, n));
        cannot_fail(narae_chacha_update(&ctx->chacha, out, in, n));
        in += n;
        out += n;
        bytes -= n;
    }
    return NARAE_OK;
}

/* Adds the padding of the last part and the block of lengths. */
static void
add_lengths(narae_poly1305_ctx *poly1305, uint64_t ad_bytes, uint64_t bytes)
{
    uint8_t lengths[16];

    store64_le(lengths, ad_bytes);
    store64_le(lengths + 8, bytes);
    pad(poly1305);
    cannot_fail(narae_poly1305_update(poly1305, lengths, sizeof lengths));
}

int
narae_chacha20_poly1305_finish(narae_chacha20_poly1305_ctx *ctx, uint8_t tag[16])
{
    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->phase != AD && ctx->phase != ENCRYPT)
        return NARAE_ERROR_STATE;
    add_lengths(&ctx->poly1305, ctx->ad_bytes, ctx->bytes);
    cannot_fail(narae_poly1305_finish(&ctx->poly1305, tag));
    narae_chacha20_poly1305_clear(ctx);
    return NARAE_OK;
}

int
narae_chacha20_poly1305_verify(narae_chacha20_poly1305_ctx *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status;

    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (tag_bytes != NARAE_POLY1305_TAG_BYTES)
        return NARAE_ERROR_TAG_SIZE;
    if (ctx->phase != AD && ctx->phase != DECRYPT)
        return NARAE_ERROR_STATE;
    add_lengths(&ctx->poly1305, ctx->ad_bytes, ctx->bytes);
    status = narae_poly1305_verify(&ctx->poly1305, tag, tag_bytes);
    narae_chacha20_poly1305_clear(ctx);
    return status;
}

void
narae_chacha20_poly1305_clear(narae_chacha20_poly1305_ctx *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

static inline int
too_long(uint64_t bytes)
{
    return bytes > MAX_BYTES;
}

/* Checks a whole message. */
static inline int
check_message(const uint8_t *out, const uint8_t *tag, const uint8_t *key, const uint8_t *nonce,
              size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    if (tag == NULL || key == NULL || nonce == NULL || missing(ad, ad_bytes))
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 12 && nonce_bytes != 24)
        return NARAE_ERROR_NONCE_SIZE;
    if (too_long(bytes))
        return NARAE_ERROR_LENGTH;
    if (touches(tag, NARAE_POLY1305_TAG_BYTES, out, bytes))
        return NARAE_ERROR_OVERLAP;
    return check_stream(out, in, bytes);
}

#ifdef NARAE_THUMB_KERNELS

/* A whole message without contexts, which would take the time of a block. */
typedef struct whole_message {
    uint32_t state[16], block[16]; /* block 0 of the key stream */
    narae_poly1305_sum sum;
} whole_message;

/* And zeros up to a block. */
static void
hash(whole_message *m, const uint8_t *in, size_t bytes)
{
    const size_t nblocks = bytes / 16, rest = bytes % 16;

    if (nblocks != 0)
        narae_poly1305_blocks_kernel(&m->sum, in, nblocks, 1);
    if (rest != 0) {
        uint32_t last[4] = {0};

        narae_copy(last, in + 16 * nblocks, rest);
        narae_poly1305_blocks_kernel(&m->sum, (const uint8_t *)last, 1, 1);
    }
}

static void
begin(whole_message *m, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes)
{
    uint8_t *block = (uint8_t *)m->block;

    chacha_load_constant(m->state);
    chacha_load(m->state + 4, key, 8);
    chacha_load_counter(m->state, nonce, 12, 0);
    narae_zero(block, sizeof m->block);
    narae_chacha_blocks_kernel(m->state, block, block, 1, 20);
    for (unsigned i = 0; i < 5; i++)
        m->sum.h[i] = 0;
    m->sum.r[0] = m->block[0] & 0x0fffffff;
    m->sum.r[1] = m->block[1] & 0x0ffffffc;
    m->sum.r[2] = m->block[2] & 0x0ffffffc;
    m->sum.r[3] = m->block[3] & 0x0ffffffc;
    hash(m, ad, ad_bytes);
}

static void
end(whole_message *m, uint8_t *tag, size_t ad_bytes, size_t bytes)
{
    const uint32_t lengths[4] = {(uint32_t)ad_bytes, 0, (uint32_t)bytes, 0};

    narae_poly1305_blocks_kernel(&m->sum, (const uint8_t *)lengths, 1, 1);
    narae_poly1305_tag_portable(&m->sum, (const uint8_t *)(m->block + 4), tag);
}

static int
seal_whole(uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    whole_message m;

    begin(&m, key, nonce, ad, ad_bytes);
    if (bytes != 0) {
        narae_chacha_bytes_thumb(m.state, out, in, bytes, 20);
        hash(&m, out, bytes);
    }
    end(&m, tag, ad_bytes, bytes);
    narae_wipe(&m, sizeof m);
    return NARAE_OK;
}

static int
open_whole(uint8_t *out, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
           const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    uint32_t expected[4];
    whole_message m;
    int status;

    begin(&m, key, nonce, ad, ad_bytes);
    hash(&m, in, bytes);
    end(&m, (uint8_t *)expected, ad_bytes, bytes);
    status = narae_compare_tags((const uint8_t *)expected, tag, tag_bytes);
    if (status == NARAE_OK)
        narae_chacha_bytes_thumb(m.state, out, in, bytes, 20);
    else if (bytes != 0)
        narae_zero(out, bytes);
    narae_wipe(expected, sizeof expected);
    narae_wipe(&m, sizeof m);
    return status;
}

#else

static void
add_ad(narae_poly1305_ctx *poly1305, const uint8_t *ad, size_t ad_bytes)
{
    if (ad_bytes != 0) {
        cannot_fail(narae_poly1305_update(poly1305, ad, ad_bytes));
        pad(poly1305);
    }
}

/* Starts the tag with block 0 of the stream and the associated data. */
static void
start_tag(narae_poly1305_ctx *poly1305, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
          size_t ad_bytes)
{
    uint8_t block[64];

    narae_wipe(block, sizeof block);
    cannot_fail(narae_chacha_xor(block, block, sizeof block, 20, key, 32, nonce, 12, 0));
    cannot_fail(narae_poly1305_start(poly1305, block));
    narae_wipe(block, sizeof block);
    add_ad(poly1305, ad, ad_bytes);
}

static int
seal_whole(uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    narae_poly1305_ctx poly1305;

    start_tag(&poly1305, key, nonce, ad, ad_bytes);
    cannot_fail(narae_chacha_xor(out, in, bytes, 20, key, 32, nonce, 12, 1));
    cannot_fail(narae_poly1305_update(&poly1305, out, bytes));
    add_lengths(&poly1305, ad_bytes, bytes);
    return narae_poly1305_finish(&poly1305, tag);
}

static int
open_whole(uint8_t *out, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
           const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    narae_poly1305_ctx poly1305;
    int status;

    start_tag(&poly1305, key, nonce, ad, ad_bytes);
    cannot_fail(narae_poly1305_update(&poly1305, in, bytes));
    add_lengths(&poly1305, ad_bytes, bytes);
    status = narae_poly1305_verify(&poly1305, tag, tag_bytes);
    if (status == NARAE_OK)
        cannot_fail(narae_chacha_xor(out, in, bytes, 20, key, 32, nonce, 12, 1));
    else if (bytes != 0)
        memset(out, 0, bytes);
    return status;
}

#endif

/* XChaCha20-Poly1305 is ChaCha20-Poly1305 with another key and nonce. */
__attribute__((noinline)) static int
seal_with_subkey(uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
                 size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    uint8_t subkey[32], rest[12];
    int status;

    narae_xchacha_subkey(subkey, rest, 20, key, nonce);
    status = narae_chacha20_poly1305_seal(out, tag, subkey, rest, 12, ad, ad_bytes, in, bytes);
    narae_wipe(subkey, sizeof subkey);
    return status;
}

__attribute__((noinline)) static int
open_with_subkey(uint8_t *out, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
                 const uint8_t *in, size_t bytes, const uint8_t *tag)
{
    uint8_t subkey[32], rest[12];
    int status;

    narae_xchacha_subkey(subkey, rest, 20, key, nonce);
    status = narae_chacha20_poly1305_open(out, subkey, rest, 12, ad, ad_bytes, in, bytes, tag, 16);
    narae_wipe(subkey, sizeof subkey);
    return status;
}

#if BATCH_BYTES != 0

/* A whole message. */
typedef struct whole_message {
    const uint8_t *key, *nonce, *ad;
    size_t ad_bytes;
    size_t hashed; /* bytes of ciphertext already hashed */
    narae_poly1305_sum sum;
} whole_message;

static void
set_state(uint32_t state[16], const whole_message *m)
{
    chacha_load_constant(state);
    chacha_load(state + 4, m->key, 8);
    chacha_load_counter(state, m->nonce, 12, 0);
}

/* The key of the tag from block 0, and the associated data. */
static void
begin_tag(whole_message *m, const uint8_t block[64])
{
    const size_t nblocks = m->ad_bytes / 16, rest = m->ad_bytes % 16;

    poly1305_begin(&m->sum, block);
    if (nblocks != 0)
        narae_poly1305_blocks_kernel(&m->sum, m->ad, nblocks, 1);
    if (rest != 0) {
        uint8_t last[16] = {0};

        memcpy(last, m->ad + 16 * nblocks, rest);
        narae_poly1305_blocks_kernel(&m->sum, last, 1, 1);
    }
}

/* `left` bytes of ciphertext at `text` are not yet hashed; after them are zeros up to a whole block
 * and space for the block of lengths.  s is the second half of the tag's key. */
static void
end_tag(whole_message *m, uint8_t tag[16], const uint8_t s[16], uint8_t *text, size_t left, size_t bytes)
{
    uint8_t *const lengths = text + whole(left, 16);

    store64_le(lengths, m->ad_bytes);
    store64_le(lengths + 8, bytes);
    narae_poly1305_blocks_kernel(&m->sum, text, whole(left, 16) / 16 + 1, 1);
    narae_poly1305_tag_portable(&m->sum, s, tag);
    narae_wipe(&m->sum, sizeof m->sum);
}

#    ifdef NARAE_X86_KERNELS

/* Eight blocks of ChaCha, stitched with hashing ciphertext that is already there. */
enum { TURN = 512, FIRST = TURN - 64 };

static inline chacha_beside_fn *
beside_for(size_t bytes)
{
    return bytes > FIRST ? narae_chacha_beside_best() : NULL;
}

/* As crypt_short, in steps; the tag begins after the first one: when encrypting, a step
 * hashes the ciphertext of earlier steps.  Keystream left over by the last step is wiped. */
static void
crypt_beside(chacha_beside_fn *beside, uint32_t state[16], whole_message *m, short_message *to,
             const short_message *from, size_t bytes)
{
    const uint8_t *const hash = (to == from ? to : from)->bytes + 64;
    size_t at = TURN;

    memset(&m->sum, 0, sizeof m->sum);
    beside(state, to->bytes, from->bytes, &m->sum, NULL, 0);
    begin_tag(m, to->bytes);
    for (; at < 64 + bytes; at += TURN) {
        const size_t left = ((to == from ? at - 64 : bytes) - m->hashed) / 16,
                     n = left < MOST_BESIDE ? left : MOST_BESIDE;

        state[12] += 8;
        beside(state, to->bytes + at, from->bytes + at, &m->sum, hash + m->hashed, n);
        m->hashed += 16 * n;
    }
    narae_wipe(to->bytes + 64 + bytes, at - 64 - bytes);
}

#    else
typedef void chacha_beside_fn(void);
#        define beside_for(bytes) NULL
#        define crypt_beside(...) ((void)0)
#    endif

/* Block 0 and the text, and begins the tag. */
static inline void
crypt_short(void *message, short_message *out, const short_message *in, size_t bytes)
{
    whole_message *const m = (whole_message *)message;
    chacha_beside_fn *const beside = beside_for(bytes);
    uint32_t state[16];

    set_state(state, m);
    if (beside != NULL) {
        crypt_beside(beside, state, m, out, in, bytes);
    } else {
        narae_chacha_blocks_kernel(state, out->bytes, in->bytes, whole(64 + bytes, 64) / 64, 20);
        begin_tag(m, out->bytes);
    }
    narae_wipe(state, sizeof state);
}

static inline void
tag_short(void *message, uint8_t tag[16], const uint8_t *block, short_message *text, size_t bytes)
{
    whole_message *const m = (whole_message *)message;

    end_tag(m, tag, block + 16, text->bytes + 64 + m->hashed, bytes - m->hashed, bytes);
}

static const short_aead short_functions = {64, 64, crypt_short, tag_short};

__attribute__((noinline)) static int
seal_short(uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    whole_message m = {.key = key, .nonce = nonce, .ad = ad, .ad_bytes = ad_bytes};

    short_seal(&short_functions, &m, out, tag, 16, in, bytes);
    return NARAE_OK;
}

__attribute__((noinline)) static int
open_short(uint8_t *out, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
           const uint8_t *in, size_t bytes, const uint8_t *tag)
{
    whole_message m = {.key = key, .nonce = nonce, .ad = ad, .ad_bytes = ad_bytes};

    return short_open(&short_functions, &m, out, in, bytes, tag, 16);
}

#    ifdef NARAE_X86_KERNELS

/* A longer message: only both ends go through separate buffers. */
static int
seal_beside(chacha_beside_fn *beside, uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *nonce,
            const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    whole_message m = {.key = key, .nonce = nonce, .ad = ad, .ad_bytes = ad_bytes};
    uint32_t state[16];
    uint8_t first[TURN] __attribute__((aligned(64))), last[TURN + 16] __attribute__((aligned(64)));
    const uint8_t *made = first + 64;
    size_t at = FIRST, n = FIRST / 16;

    set_state(state, &m);
    memset(first, 0, 64);
    memcpy(first + 64, in, FIRST);
    beside(state, first, first, &m.sum, NULL, 0);
    begin_tag(&m, first);
    for (; bytes - at >= TURN; at += TURN, n = TURN / 16) {
        state[12] += 8;
        beside(state, out + at, in + at, &m.sum, made, n);
        made = out + at;
    }
    if (bytes != at) {
        state[12] += 8;
        memcpy(last, in + at, bytes - at);
        beside(state, last, last, &m.sum, made, n);
        memcpy(out + at, last, bytes - at);
        memset(last + (bytes - at), 0, 16);
    } else {
        narae_poly1305_blocks_kernel(&m.sum, made, n, 1);
    }
    memcpy(out, first + 64, FIRST);
    end_tag(&m, tag, first + 16, last, bytes - at, bytes);
    narae_wipe(state, sizeof state);
    narae_wipe(first, sizeof first);
    narae_wipe(last, sizeof last);
    return NARAE_OK;
}

/* While the ciphertext is hashed, the key stream for its first bytes is computed and kept, because
 * no text may be written before the tag is verified. */
static int
open_beside(chacha_beside_fn *beside, uint8_t *out, const uint8_t *key, const uint8_t *nonce,
            const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag)
{
    enum { KEPT = 8 * TURN };
    whole_message m = {.key = key, .nonce = nonce, .ad = ad, .ad_bytes = ad_bytes};
    const size_t made = bytes < KEPT - 64 ? bytes : KEPT - 64, end = whole(64 + made, TURN);
    uint32_t state[16];
    uint8_t stream[KEPT] __attribute__((aligned(64))), last[32] = {0}, computed[16];
    int status;

    set_state(state, &m);
    memset(stream, 0, end);
    beside(state, stream, stream, &m.sum, NULL, 0);
    begin_tag(&m, stream);
    for (size_t at = TURN; at < end; at += TURN) {
        const size_t left = (bytes - m.hashed) / 16, n = left < MOST_BESIDE ? left : MOST_BESIDE;

        state[12] += 8;
        beside(state, stream + at, stream + at, &m.sum, in + m.hashed, n);
        m.hashed += 16 * n;
    }
    narae_poly1305_blocks_kernel(&m.sum, in + m.hashed, (bytes - m.hashed) / 16, 1);
    memcpy(last, in + (bytes & ~(size_t)15), bytes % 16);
    end_tag(&m, computed, stream + 16, last, bytes % 16, bytes);
    status = narae_compare_tags(computed, tag, sizeof computed);
    if (status == NARAE_OK) {
        narae_xor(out, in, stream + 64, made);
        if (bytes != made)
            cannot_fail(
                narae_chacha_xor(out + made, in + made, bytes - made, 20, key, 32, nonce, 12, KEPT / 64));
    } else {
        memset(out, 0, bytes);
    }
    narae_wipe(state, sizeof state);
    narae_wipe(stream, end);
    narae_wipe(computed, sizeof computed);
    return status;
}

#    endif

#endif

int
narae_chacha20_poly1305_seal(uint8_t *out, uint8_t tag[16], const uint8_t key[32], const uint8_t *nonce,
                             size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                             size_t bytes)
{
    int status = check_message(out, tag, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes);

    if (status != NARAE_OK)
        return status;
    if (nonce_bytes == 24)
        return seal_with_subkey(out, tag, key, nonce, ad, ad_bytes, in, bytes);
#if BATCH_BYTES != 0
    if (is_short(bytes, 64, BATCH_BYTES))
        return seal_short(out, tag, key, nonce, ad, ad_bytes, in, bytes);
#endif
#ifdef NARAE_X86_KERNELS
    chacha_beside_fn *const beside = beside_for(bytes);

    if (beside != NULL)
        return seal_beside(beside, out, tag, key, nonce, ad, ad_bytes, in, bytes);
#endif
    return seal_whole(out, tag, key, nonce, ad, ad_bytes, in, bytes);
}

int
narae_chacha20_poly1305_open(uint8_t *out, const uint8_t key[32], const uint8_t *nonce, size_t nonce_bytes,
                             const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
                             const uint8_t *tag, size_t tag_bytes)
{
    int status;

    if (tag != NULL && tag_bytes != NARAE_POLY1305_TAG_BYTES)
        return NARAE_ERROR_TAG_SIZE;
    status = check_message(out, tag, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
    if (status != NARAE_OK)
        return status;
    if (nonce_bytes == 24)
        return open_with_subkey(out, key, nonce, ad, ad_bytes, in, bytes, tag);
#if BATCH_BYTES != 0
    if (is_short(bytes, 64, BATCH_BYTES))
        return open_short(out, key, nonce, ad, ad_bytes, in, bytes, tag);
#endif
#ifdef NARAE_X86_KERNELS
    chacha_beside_fn *const beside = beside_for(bytes);

    if (beside != NULL)
        return open_beside(beside, out, key, nonce, ad, ad_bytes, in, bytes, tag);
#endif
    return open_whole(out, key, nonce, ad, ad_bytes, in, bytes, tag, tag_bytes);
}
