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
#include "core/take.h"
#include "narae/wipe.h"

#include <string.h>

typedef NAME(ctx) context;

enum phase { NOT_STARTED, NO_AD, AD, ENCRYPT, DECRYPT };

#if ASCON_BY_WORDS

static inline uint64_t
load_word(const uint8_t *p)
{
    return ascon_word_of(WORDS_BIG_ENDIAN ? load64_be(p) : load64_le(p));
}

static inline void
store_word(uint8_t *p, uint64_t x)
{
    if (WORDS_BIG_ENDIAN)
        store64_be(p, ascon_value_of(x));
    else
        store64_le(p, ascon_value_of(x));
}

static inline void
load_words(uint64_t *x, const uint8_t *p)
{
#    ifdef ASCON_RV32
    /* the same, but compilers then see that a load does for four bytes */
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
        uint64_t word = load_word(in + 8 * i);

        store_word(out + 8 * i, state[i] ^ word);
        state[i] = word;
    }
}

#else

/* Byte by byte: a compiler for 8-bit chips spills 64-bit words. */
#    define AT(i) (WORDS_BIG_ENDIAN ? (i) ^ 7 : (i))

static void
load_words(uint64_t *x, const uint8_t *p)
{
    for (uint8_t i = 0; i < 16; i++)
        ((uint8_t *)x)[AT(i)] = *p++;
}

static void
store_words(uint8_t *p, const uint64_t *x)
{
    for (uint8_t i = 0; i < 16; i++)
        *p++ = ((const uint8_t *)x)[AT(i)];
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
        ((uint8_t *)state)[AT(i)] ^= *in++;
}

static inline void
encrypt_block(uint64_t *state, uint8_t *out, const uint8_t *in)
{
    for (uint8_t i = 0; i < RATE; i++)
        *out++ = ((uint8_t *)state)[AT(i)] ^= *in++;
}

static inline void
decrypt_block(uint64_t *state, uint8_t *out, const uint8_t *in)
{
    for (uint8_t i = 0; i < RATE; i++) {
        uint8_t byte = *in++;

        *out++ = ((uint8_t *)state)[AT(i)] ^ byte;
        ((uint8_t *)state)[AT(i)] = byte;
    }
}

#endif

/* One byte of associated data or plaintext into the rate; returns what is
 * then there: the ciphertext. */
static uint8_t
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
    ctx->state[0] = ascon_word_of(IV);
    load_words(ctx->key, key);
    load_words(ctx->state + 1, key);
    load_words(ctx->state + 3, nonce);
    ascon_permute(ctx->state, 12);
    xor_words(ctx->state + 3, ctx->key);
    ctx->bytes_left = MOST_BYTES;
    ctx->used = 0;
    ctx->phase = NO_AD;
    return NARAE_OK;
}

/* As many blocks as a kernel takes at once; returns their bytes. */
static inline size_t
take_blocks(context *ctx, uint8_t *out, const uint8_t *in, size_t bytes, unsigned what)
{
#if defined(ASCON_RV32) && RATE == 16 && !WORDS_BIG_ENDIAN
    if (ctx->used == 0 && (((uintptr_t)out | (uintptr_t)in) & 3) == 0) {
        narae_ascon_aead128_blocks_rv32(ctx->state, out, in, bytes / RATE, what);
        return bytes - bytes % RATE;
    }
#elif defined(NARAE_NEON_KERNELS) && RATE == 16 && !WORDS_BIG_ENDIAN
    if (ctx->used == 0) {
        narae_ascon_aead128_blocks_neon(ctx->state, out, in, bytes / RATE, what);
        return bytes - bytes % RATE;
    }
#elif defined(NARAE_X86_KERNELS) && RATE == 16 && !WORDS_BIG_ENDIAN
    if (ctx->used == 0)
        return RATE * narae_ascon_aead128_blocks_x86(ctx->state, out, in, bytes / RATE, what);
#else
    (void)ctx, (void)out, (void)in, (void)bytes, (void)what;
#endif
    return 0;
}

int
NAME(ad)(context *ctx, const uint8_t *ad, size_t bytes)
{
    size_t taken;

    if (ctx == NULL || missing(ad, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->phase != NO_AD && ctx->phase != AD)
        return NARAE_ERROR_STATE;
    if (!take(&ctx->bytes_left, bytes))
        return NARAE_ERROR_LENGTH;
    if (bytes == 0)
        return NARAE_OK;
    ctx->phase = AD;
    taken = take_blocks(ctx, NULL, ad, bytes, ASCON_AD);
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

static void
end_ad(context *ctx)
{
    if (ctx->phase == AD) {
        pad(ctx);
        ascon_permute(ctx->state, ROUNDS);
    }
    ascon_xor_byte(ctx->state, 39, WORDS_BIG_ENDIAN ? 0x01 : 0x80, WORDS_BIG_ENDIAN);
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
    if (!take(&ctx->bytes_left, bytes))
        return NARAE_ERROR_LENGTH;
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
    size_t taken;

    if (status != NARAE_OK)
        return status;
    taken = take_blocks(ctx, out, in, bytes, ASCON_ENCRYPT);
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
    size_t taken;

    if (status != NARAE_OK)
        return status;
    taken = take_blocks(ctx, out, in, bytes, ASCON_DECRYPT);
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
    if (tag_bytes == 16) {
        make_tag(ctx, tag);
        return NARAE_OK;
    }
    /* v1.2 has no shorter tag: GCOVR_EXCL_START */
    make_tag(ctx, whole);
    memcpy(tag, whole, tag_bytes);
    narae_wipe(whole, sizeof whole);
    return NARAE_OK;
    /* GCOVR_EXCL_STOP */
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

#ifdef NARAE_SMALL
#    include "ascon_aead_small.h"
#else

#    if (defined(ASCON_RV32) || defined(NARAE_X86_KERNELS)) && RATE == 16 && !WORDS_BIG_ENDIAN
#        define WHOLE_MESSAGES 1
/* In line, they would make the function save registers for both ways. */
#        define BY_PARTS __attribute__((noinline)) static
#    else
#        define BY_PARTS static inline
#    endif

BY_PARTS int
seal_by_parts(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16], const uint8_t *nonce,
              size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    context ctx;
    int status = NAME(start)(&ctx, key, nonce, nonce_bytes);

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

BY_PARTS int
open_by_parts(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes,
              const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag,
              size_t tag_bytes)
{
    context ctx;
    int status = NAME(start)(&ctx, key, nonce, nonce_bytes);

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

#    ifdef WHOLE_MESSAGES

#        ifdef ASCON_RV32
#            define message_kernel narae_ascon_aead128_message_rv32

static inline int
suits_kernel(const ascon_message *m)
{
    uintptr_t all = (uintptr_t)m->key | (uintptr_t)m->nonce | (uintptr_t)m->ad | (uintptr_t)m->in |
                    (uintptr_t)m->out | (uintptr_t)m->tag;

    return (all & 3) == 0;
}
#        else
#            define message_kernel narae_ascon_aead128_message_x86
#            define suits_kernel narae_ascon_message_suits_x86
#        endif

/* The checks of start, ad and encrypt; 2^54 bytes do not come here. */
static inline int
run(const ascon_message *m, size_t nonce_bytes)
{
    if (m->key == NULL || m->nonce == NULL)
        return NARAE_ERROR_NULL;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    if (missing(m->ad, m->ad_bytes) || missing(m->out, m->bytes) || missing(m->in, m->bytes))
        return NARAE_ERROR_NULL;
    if (overlaps(m->out, m->in, m->bytes))
        return NARAE_ERROR_OVERLAP;
    message_kernel(m);
    return NARAE_OK;
}
#    endif

int
NAME(seal)(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16], const uint8_t *nonce,
           size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    int status = check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
#    ifdef WHOLE_MESSAGES
    const ascon_message message = {key, nonce, ad, ad_bytes, in, out, bytes, tag, ASCON_ENCRYPT};

    if (tag_bytes == 16 && suits_kernel(&message))
        return run(&message, nonce_bytes);
#    endif
    return seal_by_parts(out, tag, tag_bytes, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
}

int
NAME(open)(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_tag(tag, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
#    ifdef WHOLE_MESSAGES
    uint32_t expected[4];
    const ascon_message message = {
        key, nonce, ad, ad_bytes, in, out, bytes, (uint8_t *)expected, ASCON_DECRYPT,
    };

    if (suits_kernel(&message)) {
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
