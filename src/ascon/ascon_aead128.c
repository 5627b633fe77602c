/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128.  SP 800-232, 4; its data limit, 2^54 bytes under one key, is
 * enforced for each message.
 *
 *     start     S = IV, key, nonce;  p12;  key into S3, S4
 *     ad        for each padded block: into the rate, p8
 *               then the domain bit into S4, also where there was none
 *     message   for each block: into the rate, ciphertext = rate, p8;
 *               none after the padded last block
 *     finish    key after the rate; p12; tag = (S3, S4) ^ key
 *
 * The last block of each part may be empty, so a full one is always followed
 * by its permutation at once, and nothing is buffered. */

#include "ascon_internal.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/equal.h"
#include "core/budget.h"
#include "narae/wipe.h"

#include <string.h>

#define IV 0x00001000808c0001
#define MAX_BYTES ((uint64_t)1 << 54)

enum { RATE = 16, ROUNDS = 8, LEAST_TAG_BYTES = 4 };

typedef narae_ascon_aead128 context;

enum phase { NOT_STARTED, NO_AD, AD, ENCRYPT, DECRYPT };

#if ASCON_BY_WORDS

static inline uint64_t
load_word(const uint8_t *p)
{
    return ascon_word_of(load64_le(p));
}

static inline void
store_word(uint8_t *p, uint64_t x)
{
    store64_le(p, ascon_value_of(x));
}

static inline void
load_words(uint64_t *x, const uint8_t *p)
{
#    ifdef ASCON_ALIGNS
    /* the same, but lets the compiler load words instead of bytes */
    if (((uintptr_t)p & 3) == 0) {
        p = (const uint8_t *)__builtin_assume_aligned(p, 4);
        x[0] = load_word(p);
        x[1] = load_word(p + 8);
        return;
    }
#    endif
    x[0] = load_word(p);
    x[1] = load_word(p + 8);
}

static inline void
store_words(uint8_t *p, const uint64_t *x)
{
    store_word(p, x[0]);
    store_word(p + 8, x[1]);
}

static inline void
xor_words(uint64_t *x, const uint64_t *y)
{
    x[0] ^= y[0];
    x[1] ^= y[1];
}

/* A block of the rate; `out` may be `in`. */
static inline void
absorb_block(uint64_t *state, const uint8_t *in)
{
    for (unsigned i = 0; i < RATE / 8; i++)
        state[i] ^= load_word(in + 8 * i);
}

static inline void
encrypt_block(uint64_t *state, uint8_t *out, const uint8_t *in)
{
    for (unsigned i = 0; i < RATE / 8; i++) {
        state[i] ^= load_word(in + 8 * i);
        store_word(out + 8 * i, state[i]);
    }
}

static inline void
decrypt_block(uint64_t *state, uint8_t *out, const uint8_t *in)
{
    for (unsigned i = 0; i < RATE / 8; i++) {
        uint64_t stored = load_word(in + 8 * i);

        store_word(out + 8 * i, state[i] ^ stored);
        state[i] = stored;
    }
}

#else

/* Byte by byte: on 8-bit chips compilers spill 64-bit words. */
static void
load_words(uint64_t *x, const uint8_t *p)
{
    for (uint8_t i = 0; i < 16; i++)
        ((uint8_t *)x)[i] = *p++;
}

static void
store_words(uint8_t *p, const uint64_t *x)
{
    for (uint8_t i = 0; i < 16; i++)
        *p++ = ((const uint8_t *)x)[i];
}

static void
xor_words(uint64_t *x, const uint64_t *y)
{
    for (uint8_t i = 0; i < 16; i++)
        ((uint8_t *)x)[i] ^= ((const uint8_t *)y)[i];
}

static inline void
absorb_block(uint64_t *state, const uint8_t *in)
{
    for (uint8_t i = 0; i < RATE; i++)
        ((uint8_t *)state)[i] ^= *in++;
}

static inline void
encrypt_block(uint64_t *state, uint8_t *out, const uint8_t *in)
{
    for (uint8_t i = 0; i < RATE; i++)
        *out++ = ((uint8_t *)state)[i] ^= *in++;
}

static inline void
decrypt_block(uint64_t *state, uint8_t *out, const uint8_t *in)
{
    for (uint8_t i = 0; i < RATE; i++) {
        uint8_t byte = *in++;

        *out++ = ((uint8_t *)state)[i] ^ byte;
        ((uint8_t *)state)[i] = byte;
    }
}

#endif

/* XORs one byte of associated data or plaintext into the rate; returns the new byte of the
 * rate, which is the ciphertext. */
static uint8_t
put_byte(context *ctx, uint8_t byte)
{
    uint8_t result = ascon_xor_byte(ctx->state, ctx->used++, byte);

    if (ctx->used == RATE) {
        ascon_permute(ctx->state, ROUNDS);
        ctx->used = 0;
    }
    return result;
}

static inline void
pad(context *ctx)
{
    ascon_xor_byte(ctx->state, ctx->used, 0x01);
    ctx->used = 0;
}

int
narae_ascon_aead128_start(context *ctx, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes)
{
    if (ctx == NULL || key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    ctx->state[0] = ascon_word_of(IV);
    load_words(ctx->key, key);
    load_words(ctx->state + 1, key);
    load_words(ctx->state + 3, nonce);
    ascon_permute(ctx->state, 12);
    xor_words(ctx->state + 3, ctx->key);
    ctx->bytes_left = MAX_BYTES;
    ctx->used = 0;
    ctx->phase = NO_AD;
    return NARAE_OK;
}

#ifdef narae_ascon_aead128_blocks_kernel
static inline int
suits_kernel(const uint8_t *out, const uint8_t *in)
{
#    ifdef ASCON_ALIGNS
    return (((uintptr_t)out | (uintptr_t)in) & 3) == 0;
#    else
    (void)out, (void)in;
    return 1;
#    endif
}
#endif

/* As many blocks as a kernel processes per call; returns their bytes. */
static inline size_t
take_blocks(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes, unsigned what)
{
#ifdef narae_ascon_aead128_blocks_kernel
    if (ctx->used == 0 && suits_kernel(out, in)) {
        narae_ascon_aead128_blocks_kernel(ctx->state, out, in, bytes / RATE, what);
        return bytes - bytes % RATE;
    }
#else
    (void)ctx, (void)out, (void)in, (void)bytes, (void)what;
#endif
    return 0;
}

int
narae_ascon_aead128_ad(context *ctx, const uint8_t *ad, size_t bytes)
{
    size_t taken;

    if (ctx == NULL || missing(ad, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->phase != NO_AD && ctx->phase != AD)
        return NARAE_ERROR_STATE;
    if (!spend(&ctx->bytes_left, bytes))
        return NARAE_ERROR_LENGTH;
    if (bytes == 0)
        return NARAE_OK;
    ctx->phase = AD;
    taken = take_blocks(ctx, NULL, ad, bytes, NARAE_AD);
    ad += taken;
    bytes -= taken;
    while (bytes != 0) {
        if (ctx->used != 0 || bytes < RATE) {
            put_byte(ctx, *ad++);
            bytes--;
            continue;
        }
        absorb_block(ctx->state, ad);
        ascon_permute(ctx->state, ROUNDS);
        ad += RATE;
        bytes -= RATE;
    }
    return NARAE_OK;
}

static __attribute__((noinline)) void
end_ad(context *ctx)
{
    if (ctx->phase == AD) {
        pad(ctx);
        ascon_permute(ctx->state, ROUNDS);
    }
    ascon_xor_byte(ctx->state, 39, 0x80);
}

/* Checks and counts a call of encrypt or decrypt; the first one ends the
 * associated data. */
static int
enter(context *ctx, enum phase phase, const uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_stream(out, in, bytes);

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->phase == NOT_STARTED || (ctx->phase >= ENCRYPT && ctx->phase != phase))
        return NARAE_ERROR_STATE;
    if (!spend(&ctx->bytes_left, bytes))
        return NARAE_ERROR_LENGTH;
    if (ctx->phase < ENCRYPT) {
        end_ad(ctx);
        ctx->phase = (uint8_t)phase;
    }
    return NARAE_OK;
}

int
narae_ascon_aead128_encrypt(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = enter(ctx, ENCRYPT, out, in, bytes);
    size_t taken;

    if (status != NARAE_OK)
        return status;
    taken = take_blocks(ctx, out, in, bytes, NARAE_ENCRYPT);
    in += taken;
    out += taken;
    bytes -= taken;
    while (bytes != 0) {
        if (ctx->used != 0 || bytes < RATE) {
            *out++ = put_byte(ctx, *in++);
            bytes--;
            continue;
        }
        encrypt_block(ctx->state, out, in);
        ascon_permute(ctx->state, ROUNDS);
        in += RATE;
        out += RATE;
        bytes -= RATE;
    }
    return NARAE_OK;
}

/* The plaintext is rate ^ ciphertext; XORed into the rate it leaves the ciphertext
 * there. */
static inline uint8_t
take_byte(context *ctx, uint8_t byte)
{
    uint8_t plain = byte ^ ascon_xor_byte(ctx->state, ctx->used, 0);

    put_byte(ctx, plain);
    return plain;
}

int
narae_ascon_aead128_decrypt(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = enter(ctx, DECRYPT, out, in, bytes);
    size_t taken;

    if (status != NARAE_OK)
        return status;
    taken = take_blocks(ctx, out, in, bytes, NARAE_DECRYPT);
    in += taken;
    out += taken;
    bytes -= taken;
    while (bytes != 0) {
        if (ctx->used != 0 || bytes < RATE) {
            *out++ = take_byte(ctx, *in++);
            bytes--;
            continue;
        }
        decrypt_block(ctx->state, out, in);
        ascon_permute(ctx->state, ROUNDS);
        in += RATE;
        out += RATE;
        bytes -= RATE;
    }
    return NARAE_OK;
}

static void
make_tag(context *ctx, uint8_t tag[16])
{
    if (ctx->phase < ENCRYPT)
        end_ad(ctx);
    pad(ctx);
    xor_words(ctx->state + RATE / 8, ctx->key);
    ascon_permute(ctx->state, 12);
    xor_words(ctx->state + 3, ctx->key);
    store_words(tag, ctx->state + 3);
    narae_ascon_aead128_clear(ctx);
}

static int
check_tag(const uint8_t *tag, size_t tag_bytes)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    return tag_bytes < LEAST_TAG_BYTES || tag_bytes > 16 ? NARAE_ERROR_TAG_SIZE : NARAE_OK;
}

int
narae_ascon_aead128_finish(context *ctx, uint8_t *tag, size_t tag_bytes)
{
    int status = check_tag(tag, tag_bytes);
    uint8_t whole[16];

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->phase == NOT_STARTED || ctx->phase == DECRYPT)
        return NARAE_ERROR_STATE;
    if (tag_bytes == 16) {
        make_tag(ctx, tag);
        return NARAE_OK;
    }
    make_tag(ctx, whole);
    memcpy(tag, whole, tag_bytes);
    narae_wipe(whole, sizeof whole);
    return NARAE_OK;
}

int
narae_ascon_aead128_verify(context *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_tag(tag, tag_bytes);
    uint8_t whole[16];

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->phase == NOT_STARTED || ctx->phase == ENCRYPT)
        return NARAE_ERROR_STATE;
    make_tag(ctx, whole);
    status = narae_compare_tags(whole, tag, tag_bytes);
    narae_wipe(whole, sizeof whole);
    return status;
}

void
narae_ascon_aead128_clear(context *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

#if defined(NARAE_SMALL) && !defined(narae_ascon_aead128_message_kernel)

/* One function for both seal and open, without a context, one byte at a time. */

static void
absorb(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t bytes, uint8_t opening)
{
    uint8_t used = 0;

    for (; bytes != 0; bytes--) {
        uint8_t byte = *in++, x = ascon_xor_byte(state, used, byte);

        if (opening)
            ascon_xor_byte(state, used, x ^ byte);
        if (out != NULL)
            *out++ = x;
        if (++used == RATE) {
            ascon_permute(state, ROUNDS);
            used = 0;
        }
    }
    ascon_xor_byte(state, used, 0x01);
}

static inline int
too_many(uint64_t ad_bytes, uint64_t bytes)
{
    return ad_bytes > MAX_BYTES || bytes > MAX_BYTES - ad_bytes;
}

static int
message(uint8_t opening, uint8_t *out, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes,
        const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, uint8_t *tag, size_t tag_bytes)
{
    uint64_t state[5], key_words[2];
    int status = NARAE_OK;

    if (tag == NULL || key == NULL || nonce == NULL || missing(ad, ad_bytes))
        return NARAE_ERROR_NULL;
    if (tag_bytes < LEAST_TAG_BYTES || tag_bytes > 16)
        return NARAE_ERROR_TAG_SIZE;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    status = check_stream(out, in, bytes);
    if (status != NARAE_OK)
        return status;
    if (too_many(ad_bytes, bytes))
        return NARAE_ERROR_LENGTH;

    state[0] = ascon_word_of(IV);
    load_words(key_words, key);
    load_words(state + 1, key);
    load_words(state + 3, nonce);
    ascon_permute(state, 12);
    xor_words(state + 3, key_words);
    if (ad_bytes != 0) {
        absorb(state, NULL, ad, ad_bytes, 0);
        ascon_permute(state, ROUNDS);
    }
    ascon_xor_byte(state, 39, 0x80);
    absorb(state, out, in, bytes, opening);
    xor_words(state + RATE / 8, key_words);
    ascon_permute(state, 12);
    xor_words(key_words, state + 3);
    store_words((uint8_t *)state, key_words);
    if (!opening) {
        memcpy(tag, state, tag_bytes);
    } else {
        status = narae_compare_tags((const uint8_t *)state, tag, tag_bytes);
        if (status != NARAE_OK && bytes != 0)
            memset(out, 0, bytes);
    }
    narae_wipe(state, sizeof state);
    narae_wipe(key_words, sizeof key_words);
    return status;
}

int
narae_ascon_aead128_seal(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16],
                         const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
                         const uint8_t *in, size_t bytes)
{
    return message(0, out, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
}

int
narae_ascon_aead128_open(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes,
                         const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
                         const uint8_t *tag, size_t tag_bytes)
{
    return message(1, out, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, (uint8_t *)tag, tag_bytes);
}

#else

/* If it were inlined next to the other way, the function would save registers for both. */
#    ifdef narae_ascon_aead128_message_kernel
#        define BY_PARTS __attribute__((noinline)) static
#    else
#        define BY_PARTS static inline
#    endif

BY_PARTS int
seal_by_parts(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16], const uint8_t *nonce,
              size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    context ctx;
    int status = narae_ascon_aead128_start(&ctx, key, nonce, nonce_bytes);

    if (status != NARAE_OK)
        return status;
    status = narae_ascon_aead128_ad(&ctx, ad, ad_bytes);
    if (status == NARAE_OK)
        status = narae_ascon_aead128_encrypt(&ctx, out, in, bytes);
    if (status == NARAE_OK)
        return narae_ascon_aead128_finish(&ctx, tag, tag_bytes);
    narae_ascon_aead128_clear(&ctx);
    return status;
}

BY_PARTS int
open_by_parts(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes,
              const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag,
              size_t tag_bytes)
{
    context ctx;
    int status = narae_ascon_aead128_start(&ctx, key, nonce, nonce_bytes);

    if (status != NARAE_OK)
        return status;
    status = narae_ascon_aead128_ad(&ctx, ad, ad_bytes);
    if (status == NARAE_OK)
        status = narae_ascon_aead128_decrypt(&ctx, out, in, bytes);
    if (status != NARAE_OK) {
        narae_ascon_aead128_clear(&ctx);
        return status;
    }
    status = narae_ascon_aead128_verify(&ctx, tag, tag_bytes);
    if (status != NARAE_OK && bytes != 0)
        memset(out, 0, bytes);
    return status;
}

#    ifdef narae_ascon_aead128_message_kernel

static inline int
has_kernel(const narae_message *m)
{
#        ifdef ASCON_ALIGNS
    uintptr_t all = (uintptr_t)m->key | (uintptr_t)m->nonce | (uintptr_t)m->ad | (uintptr_t)m->in |
                    (uintptr_t)m->out | (uintptr_t)m->tag;

    return (all & 3) == 0;
#        elif SIZE_MAX > 0xffffffffu
    return ((m->ad_bytes | m->bytes) >> 53) == 0;
#        else
    (void)m;
    return 1;
#        endif
}

#        ifdef NARAE_DISPATCH

/* For an implementation that has only a kernel for blocks. */
void
narae_ascon_aead128_message_portable(const narae_message *m)
{
    context ctx;

    cannot_fail(narae_ascon_aead128_start(&ctx, m->key, m->nonce, 16));
    cannot_fail(narae_ascon_aead128_ad(&ctx, m->ad, m->ad_bytes));
    if (m->what == NARAE_ENCRYPT)
        cannot_fail(narae_ascon_aead128_encrypt(&ctx, m->out, m->in, m->bytes));
    else
        cannot_fail(narae_ascon_aead128_decrypt(&ctx, m->out, m->in, m->bytes));
    make_tag(&ctx, m->tag);
}

#        endif

/* The checks of start, ad and encrypt; messages here have fewer than 2^54 bytes. */
static inline int
run(const narae_message *m, size_t nonce_bytes)
{
    if (m->key == NULL || m->nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    if (missing(m->ad, m->ad_bytes) || missing(m->out, m->bytes) || missing(m->in, m->bytes))
        return NARAE_ERROR_NULL;
    if (overlaps(m->out, m->in, m->bytes))
        return NARAE_ERROR_OVERLAP;
    narae_ascon_aead128_message_kernel(m);
    return NARAE_OK;
}
#    endif

int
narae_ascon_aead128_seal(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16],
                         const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
                         const uint8_t *in, size_t bytes)
{
    int status = check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
#    ifdef narae_ascon_aead128_message_kernel
    const narae_message message = {key, nonce, ad, ad_bytes, in, out, bytes, tag, NARAE_ENCRYPT};

    if (tag_bytes == 16 && has_kernel(&message))
        return run(&message, nonce_bytes);
#    endif
    return seal_by_parts(out, tag, tag_bytes, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
}

int
narae_ascon_aead128_open(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes,
                         const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
                         const uint8_t *tag, size_t tag_bytes)
{
    int status = check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
#    ifdef narae_ascon_aead128_message_kernel
    uint32_t expected[4];
    const narae_message message = {
        key, nonce, ad, ad_bytes, in, out, bytes, (uint8_t *)expected, NARAE_DECRYPT,
    };

    if (has_kernel(&message)) {
        status = run(&message, nonce_bytes);
        if (status != NARAE_OK)
            return status;
        status = narae_compare_tags((const uint8_t *)expected, tag, tag_bytes);
        narae_wipe(expected, sizeof expected);
        if (status != NARAE_OK && bytes != 0)
            memset(out, 0, bytes);
        return status;
    }
#    endif
    return open_by_parts(out, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
}

#endif
