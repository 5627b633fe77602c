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

#include "chacha20_poly1305_internal.h"

#include "core/check.h"

/* Cipher and authenticator alternate on pieces, so that the second finds the output of the first in
 * the L1 cache. */
#ifdef NARAE_WORDS8
#    define PIECE SIZE_MAX
#else
#    define PIECE 16384
#endif

/* 2^32 - 1 blocks: all that the counter has after block 0 */
#define MAX_BYTES (((uint64_t)1 << 38) - 64)

enum phase { NOT_STARTED, AD, ENCRYPT, DECRYPT };

int
narae_chacha20_poly1305_start(narae_chacha20_poly1305 *ctx, const uint8_t key[32], const uint8_t *nonce,
                              size_t nonce_bytes)
{
    uint8_t block[64] = {0};

    if (ctx == NULL || key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 12 && nonce_bytes != 24)
        return NARAE_ERROR_NONCE_SIZE;
    cannot_fail(narae_chacha_start(&ctx->chacha, 20, key, 32, nonce, nonce_bytes, 0));
    cannot_fail(narae_chacha_crypt(&ctx->chacha, block, block, sizeof block));
    cannot_fail(narae_poly1305_start(&ctx->poly1305, block));
    narae_wipe(block, sizeof block);
    ctx->ad_bytes = 0;
    ctx->bytes = 0;
    ctx->phase = AD;
    return NARAE_OK;
}

int
narae_chacha20_poly1305_ad(narae_chacha20_poly1305 *ctx, const uint8_t *ad, size_t bytes)
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
pad(narae_poly1305 *poly1305)
{
    if (poly1305->used != 0) {
        const uint8_t zeros[16] = {0};

        cannot_fail(narae_poly1305_update(poly1305, zeros, 16u - poly1305->used));
    }
}

/* Checks and counts a call of encrypt or decrypt; the first one ends the
 * associated data. */
static int
enter(narae_chacha20_poly1305 *ctx, enum phase phase, const uint8_t *out, const uint8_t *in, size_t bytes)
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
narae_chacha20_poly1305_encrypt(narae_chacha20_poly1305 *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = enter(ctx, ENCRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    while (bytes != 0) {
        const size_t n = bytes < PIECE ? bytes : PIECE;

        cannot_fail(narae_chacha_crypt(&ctx->chacha, out, in, n));
        cannot_fail(narae_poly1305_update(&ctx->poly1305, out, n));
        in += n;
        out += n;
        bytes -= n;
    }
    return NARAE_OK;
}

int
narae_chacha20_poly1305_decrypt(narae_chacha20_poly1305 *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = enter(ctx, DECRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    while (bytes != 0) {
        const size_t n = bytes < PIECE ? bytes : PIECE;

        cannot_fail(narae_poly1305_update(&ctx->poly1305, in, n));
        cannot_fail(narae_chacha_crypt(&ctx->chacha, out, in, n));
        in += n;
        out += n;
        bytes -= n;
    }
    return NARAE_OK;
}

/* Adds the padding of the last part and the block of lengths. */
static void
add_lengths(narae_poly1305 *poly1305, uint64_t ad_bytes, uint64_t bytes)
{
    uint8_t lengths[16];

    store64_le(lengths, ad_bytes);
    store64_le(lengths + 8, bytes);
    pad(poly1305);
    cannot_fail(narae_poly1305_update(poly1305, lengths, sizeof lengths));
}

int
narae_chacha20_poly1305_finish(narae_chacha20_poly1305 *ctx, uint8_t tag[16])
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
narae_chacha20_poly1305_verify(narae_chacha20_poly1305 *ctx, const uint8_t *tag, size_t tag_bytes)
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
narae_chacha20_poly1305_clear(narae_chacha20_poly1305 *ctx)
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

/* A message without contexts of cipher and authenticator, which would take the time of a block.  Block 0 of
 * the key stream is the key of the tag; its second half makes place for the sum. */
typedef struct message_state {
    uint32_t chacha[16];
    union {
        uint32_t block[16];
        struct {
            uint32_t key[8];
            narae_poly1305_sum sum;
        } tag;
    } at;
} message_state;

static void
begin(message_state *s, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes)
{
    uint8_t *const block = (uint8_t *)s->at.block;

    set_state(s->chacha, key, nonce);
    narae_zero(block, sizeof s->at.block);
    narae_chacha_blocks_kernel(s->chacha, block, block, 1, 20);
    poly1305_begin(&s->at.tag.sum, block);
    hash_padded(&s->at.tag.sum, ad, ad_bytes);
}

static void
end(message_state *s, uint8_t *tag, size_t ad_bytes, size_t bytes)
{
    uint32_t words[4];
    uint8_t *const lengths = (uint8_t *)words;

    store64_le(lengths, ad_bytes);
    store64_le(lengths + 8, bytes);
    narae_poly1305_blocks_kernel(&s->at.tag.sum, lengths, 1, 1);
    narae_poly1305_tag_portable(&s->at.tag.sum, (const uint8_t *)(s->at.tag.key + 4), tag);
}

static int
seal_portable(uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
              size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    message_state s;

    begin(&s, key, nonce, ad, ad_bytes);
    if (bytes != 0) {
        narae_chacha_bytes(s.chacha, out, in, bytes, 20);
        hash_padded(&s.at.tag.sum, out, bytes);
    }
    end(&s, tag, ad_bytes, bytes);
    narae_wipe(&s, sizeof s);
    return NARAE_OK;
}

static int
open_portable(uint8_t *out, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
              const uint8_t *in, size_t bytes, const uint8_t *tag)
{
    message_state s;
    uint8_t *const expected = (uint8_t *)s.at.tag.key;
    int status;

    begin(&s, key, nonce, ad, ad_bytes);
    hash_padded(&s.at.tag.sum, in, bytes);
    end(&s, expected, ad_bytes, bytes);
    status = narae_compare_tags(expected, tag, 16);
    if (status == NARAE_OK)
        narae_chacha_bytes(s.chacha, out, in, bytes, 20);
    else if (bytes != 0)
        narae_zero(out, bytes);
    narae_wipe(&s, sizeof s);
    return status;
}

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

/* A short message and block 0 before it in one run of the cipher. */
static inline void
crypt_short(void *state, short_message *out, const short_message *in, size_t bytes)
{
    short_state *const s = (short_state *)state;
    uint32_t chacha[16];

    set_state(chacha, s->message->key, s->message->nonce);
    narae_chacha_blocks_kernel(chacha, out->bytes, in->bytes, whole(64 + bytes, 64) / 64, 20);
    poly1305_begin(&s->sum, out->bytes);
    hash_padded(&s->sum, s->message->ad, s->message->ad_bytes);
    wipe_few(chacha, sizeof chacha);
}

static const short_aead short_functions = {64, 64, crypt_short, tag_short};

__attribute__((noinline)) static void
seal_short(const narae_message *m)
{
    short_state s = {.message = m};

    short_seal(&short_functions, &s, m->out, m->tag, 16, m->in, m->bytes);
}

__attribute__((noinline)) static int
open_short(const narae_message *m)
{
    short_state s = {.message = m};

    return short_open(&short_functions, &s, m->out, m->in, m->bytes, m->tag, 16);
}

/* The kernel of such a message, or null. */
static inline narae_seal_fn *
seal_for(size_t bytes)
{
#    ifdef narae_chacha20_poly1305_kernels
    const narae_message_kernels *const kernels = narae_chacha20_poly1305_kernels;

    if (kernels->seal != NULL && bytes >= kernels->least_bytes)
        return kernels->seal;
#    endif
    return is_short(bytes, 64, BATCH_BYTES) ? seal_short : NULL;
}

static inline narae_open_fn *
open_for(size_t bytes)
{
#    ifdef narae_chacha20_poly1305_kernels
    const narae_message_kernels *const kernels = narae_chacha20_poly1305_kernels;

    if (kernels->open != NULL && bytes >= kernels->least_bytes)
        return kernels->open;
#    endif
    return is_short(bytes, 64, BATCH_BYTES) ? open_short : NULL;
}

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
    const narae_message m = {key, nonce, ad, ad_bytes, in, out, bytes, tag, NARAE_ENCRYPT};
    narae_seal_fn *const seal = seal_for(bytes);

    if (seal != NULL) {
        seal(&m);
        return NARAE_OK;
    }
#endif
    return seal_portable(out, tag, key, nonce, ad, ad_bytes, in, bytes);
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
    const narae_message m = {key, nonce, ad, ad_bytes, in, out, bytes, (uint8_t *)tag, NARAE_DECRYPT};
    narae_open_fn *const open = open_for(bytes);

    if (open != NULL)
        return open(&m);
#endif
    return open_portable(out, key, nonce, ad, ad_bytes, in, bytes, tag);
}
