/* Ascon's duplex AEAD, written once for its three ciphers.  SP 800-232, 4;
 * Ascon v1.2, 2.4.
 *
 * The including file says which:
 *
 *     NAME(f)          the public name of function f
 *     IV               the initial value
 *     RATE             bytes of a block: 16 or 8
 *     ROUNDS           of the permutation after a block: 8 or 6
 *     WORDS_BIG_ENDIAN       of bytes in words, and where padding and domain bit go
 *     LEAST_TAG_BYTES  what truncation may leave
 *     MOST_BYTES       of associated data and message together
 *
 *     start     S = IV, key, nonce;  p12;  key into S3, S4
 *     ad        for each padded block: into the rate, p
 *               then the domain bit into S4, also where there was none
 *     message   for each block: into the rate, ciphertext = rate, p;
 *               none after the padded last block
 *     finish    key behind the rate; p12; tag = (S3, S4) ^ key
 *
 * The last block of each part may be empty, so a full one is always followed
 * by its permutation at once, and nothing is buffered. */

#include "ascon_internal.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/equal.h"
#include "narae/wipe.h"

#include <string.h>

typedef NAME(ctx) context;

enum phase { NOT_STARTED, NO_AD, AD, ENCRYPT, DECRYPT };

static inline uint64_t
load_word(const uint8_t *p)
{
    return WORDS_BIG_ENDIAN ? load64_be(p) : load64_le(p);
}

static inline void
store_word(uint8_t *p, uint64_t x)
{
    if (WORDS_BIG_ENDIAN)
        store64_be(p, x);
    else
        store64_le(p, x);
}

/* One byte of associated data or plaintext into the rate; returns what is
 * then there: the ciphertext. */
static inline uint8_t
put_byte(context *ctx, uint8_t byte)
{
    uint8_t result = ascon_xor_byte(ctx->state, ctx->used++, byte, WORDS_BIG_ENDIAN);

    if (ctx->used == RATE) {
        ascon_permute(ctx->state, ROUNDS);
        ctx->used = 0;
    }
    return result;
}

static inline void
pad(context *ctx)
{
    ascon_xor_byte(ctx->state, ctx->used, WORDS_BIG_ENDIAN ? 0x80 : 0x01, WORDS_BIG_ENDIAN);
    ctx->used = 0;
}

int
NAME(start)(context *ctx, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes)
{
    if (ctx == NULL || key == NULL || nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    ctx->state[0] = IV;
    for (unsigned i = 0; i < 2; i++) {
        ctx->key[i] = load_word(key + 8 * i);
        ctx->state[1 + i] = ctx->key[i];
        ctx->state[3 + i] = load_word(nonce + 8 * i);
    }
    ascon_permute(ctx->state, 12);
    ctx->state[3] ^= ctx->key[0];
    ctx->state[4] ^= ctx->key[1];
    ctx->bytes_left = MOST_BYTES;
    ctx->used = 0;
    ctx->phase = NO_AD;
    return NARAE_OK;
}

int
NAME(ad)(context *ctx, const uint8_t *ad, size_t bytes)
{
    if (ctx == NULL || missing(ad, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->phase != NO_AD && ctx->phase != AD)
        return NARAE_ERROR_STATE;
    if (bytes > ctx->bytes_left)
        return NARAE_ERROR_LENGTH;
    ctx->bytes_left -= bytes;
    if (bytes != 0)
        ctx->phase = AD;
    for (; bytes != 0 && (ctx->used != 0 || !ASCON_BY_WORDS); bytes--)
        put_byte(ctx, *ad++);
    for (; bytes >= RATE; bytes -= RATE, ad += RATE) {
        for (unsigned i = 0; i < RATE / 8; i++)
            ctx->state[i] ^= load_word(ad + 8 * i);
        ascon_permute(ctx->state, ROUNDS);
    }
    for (; bytes != 0; bytes--)
        put_byte(ctx, *ad++);
    return NARAE_OK;
}

static void
end_ad(context *ctx)
{
    if (ctx->phase == AD) {
        pad(ctx);
        ascon_permute(ctx->state, ROUNDS);
    }
    ctx->state[4] ^= WORDS_BIG_ENDIAN ? 1 : (uint64_t)1 << 63;
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
    if (bytes > ctx->bytes_left)
        return NARAE_ERROR_LENGTH;
    ctx->bytes_left -= bytes;
    if (ctx->phase < ENCRYPT) {
        end_ad(ctx);
        ctx->phase = (uint8_t)phase;
    }
    return NARAE_OK;
}

int
NAME(encrypt)(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = enter(ctx, ENCRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    for (; bytes != 0 && (ctx->used != 0 || !ASCON_BY_WORDS); bytes--)
        *out++ = put_byte(ctx, *in++);
    for (; bytes >= RATE; bytes -= RATE, in += RATE, out += RATE) {
        for (unsigned i = 0; i < RATE / 8; i++) {
            ctx->state[i] ^= load_word(in + 8 * i);
            store_word(out + 8 * i, ctx->state[i]);
        }
        ascon_permute(ctx->state, ROUNDS);
    }
    for (; bytes != 0; bytes--)
        *out++ = put_byte(ctx, *in++);
    return NARAE_OK;
}

/* The plaintext is rate ^ ciphertext, and putting it in makes the rate the
 * ciphertext. */
static inline uint8_t
take_byte(context *ctx, uint8_t byte)
{
    uint8_t plain = byte ^ ascon_xor_byte(ctx->state, ctx->used, 0, WORDS_BIG_ENDIAN);

    put_byte(ctx, plain);
    return plain;
}

int
NAME(decrypt)(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = enter(ctx, DECRYPT, out, in, bytes);

    if (status != NARAE_OK)
        return status;
    for (; bytes != 0 && (ctx->used != 0 || !ASCON_BY_WORDS); bytes--)
        *out++ = take_byte(ctx, *in++);
    for (; bytes >= RATE; bytes -= RATE, in += RATE, out += RATE) {
        for (unsigned i = 0; i < RATE / 8; i++) {
            uint64_t c = load_word(in + 8 * i);

            store_word(out + 8 * i, ctx->state[i] ^ c);
            ctx->state[i] = c;
        }
        ascon_permute(ctx->state, ROUNDS);
    }
    for (; bytes != 0; bytes--)
        *out++ = take_byte(ctx, *in++);
    return NARAE_OK;
}

static void
make_tag(context *ctx, uint8_t tag[16])
{
    if (ctx->phase < ENCRYPT)
        end_ad(ctx);
    pad(ctx);
    for (unsigned i = 0; i < 2; i++)
        ctx->state[RATE / 8 + i] ^= ctx->key[i];
    ascon_permute(ctx->state, 12);
    for (unsigned i = 0; i < 2; i++)
        store_word(tag + 8 * i, ctx->state[3 + i] ^ ctx->key[i]);
    NAME(clear)(ctx);
}

static int
check_tag(const uint8_t *tag, size_t tag_bytes)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    return tag_bytes < LEAST_TAG_BYTES || tag_bytes > 16 ? NARAE_ERROR_TAG_SIZE : NARAE_OK;
}

int
NAME(finish)(context *ctx, uint8_t *tag, size_t tag_bytes)
{
    int status = check_tag(tag, tag_bytes);
    uint8_t whole[16];

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (status != NARAE_OK)
        return status;
    if (ctx->phase == NOT_STARTED || ctx->phase == DECRYPT)
        return NARAE_ERROR_STATE;
    make_tag(ctx, whole);
    memcpy(tag, whole, tag_bytes);
    narae_wipe(whole, sizeof whole);
    return NARAE_OK;
}

int
NAME(verify)(context *ctx, const uint8_t *tag, size_t tag_bytes)
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
NAME(clear)(context *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

int
NAME(seal)(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16], const uint8_t *nonce,
           size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    context ctx;
    int status = check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
    status = NAME(start)(&ctx, key, nonce, nonce_bytes);
    if (status != NARAE_OK)
        return status;
    status = NAME(ad)(&ctx, ad, ad_bytes);
    if (status == NARAE_OK)
        status = NAME(encrypt)(&ctx, out, in, bytes);
    if (status == NARAE_OK)
        return NAME(finish)(&ctx, tag, tag_bytes);
    NAME(clear)(&ctx);
    return status;
}

int
NAME(open)(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    context ctx;
    int status = check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
    status = NAME(start)(&ctx, key, nonce, nonce_bytes);
    if (status != NARAE_OK)
        return status;
    status = NAME(ad)(&ctx, ad, ad_bytes);
    if (status == NARAE_OK)
        status = NAME(decrypt)(&ctx, out, in, bytes);
    if (status != NARAE_OK) {
        NAME(clear)(&ctx);
        return status;
    }
    status = NAME(verify)(&ctx, tag, tag_bytes);
    if (status != NARAE_OK && bytes != 0)
        memset(out, 0, bytes);
    return status;
}
