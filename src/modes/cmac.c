/* SPDX-License-Identifier: MIT */
/* CMAC.  SP 800-38B, clauses 6.1 and 6.2.
 *
 *     L = E(0), K1 = 2 L, K2 = 2 K1
 *     tag = E(x ^ last ^ K1)          if the last block is whole
 *           E(x ^ last 10* ^ K2)      if it is not, or the message is empty
 *
 * where x is the CBC-MAC of the blocks before and 2 is the doubling in
 * GF(2^128) or GF(2^64).
 *
 * Cycles of 64 bytes with LEA-128 on a Cortex-M4: four blocks 1464, the chain and the calls
 * 144, arguments, checks, the last block and wiping 192: 1800.  Each further block takes
 * 366, and 36 for the chain and the call, 10 % more.
 *
 * Time depends on lengths alone. */

#include "narae/cmac.h"

#include "mode_internal.h"

#include "core/bytes.h"

/* Bytes of a tag: cmac.h. */
enum { LEAST_WRITTEN = 1, LEAST_CHECKED = 4 };

#ifdef NARAE_BLOCKS_IN_LINE

/* A block of 8 or 16 bytes as words, in the byte order of memory; with 8 bytes the second
 * is zero. */
typedef struct words {
    uint64_t low, high;
} words;

static inline words
load_words(const uint8_t *p, unsigned size)
{
    return (words){load64_le(p), size == 16 ? load64_le(p + 8) : 0};
}

static inline void
store_words(uint8_t *p, words x, unsigned size)
{
    if (size == 16)
        store_at_once(p, x.low, x.high);
    else
        store64_le(p, x.low);
}

/* 2 x; the polynomial's low byte is 0x87 for 128 bits, 0x1b for 64. */
static inline words
doubled(words x, unsigned size)
{
    const uint64_t first = __builtin_bswap64(x.low), second = __builtin_bswap64(x.high),
                   carry = 0 - (first >> 63);

    if (size == 8)
        return (words){__builtin_bswap64(first << 1 ^ (carry & 0x1b)), 0};
    return (words){__builtin_bswap64(first << 1 | second >> 63),
                   __builtin_bswap64(second << 1 ^ (carry & 0x87))};
}

static inline void
twice(uint8_t *x, unsigned size)
{
    store_words(x, doubled(load_words(x, size), size), size);
}

/* The `n` < 16 bytes of a last block, and the bit after them. */
static inline words
load_padded(const uint8_t *p, size_t n)
{
    words x = {0, 0};

    if (n >= 8) {
        x.low = load64_le(p);
        x.high = load64_le(p + n - 8) >> 1 >> (127 - 8 * n) | (uint64_t)0x80 << 8 * (n - 8);
        return x;
    }
    if (n >= 4)
        x.low = load32_le(p) | (uint64_t)load32_le(p + n - 4) << 8 * (n - 4);
    else if (n != 0)
        x.low = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    x.low |= (uint64_t)0x80 << 8 * n;
    return x;
}

#else

#    include "twice.inc"

#endif

static int
set_subkey(narae_cmac *ctx)
{
    unsigned size = ctx->key.cipher->block_bytes;

    narae_zero(ctx->k1, sizeof ctx->k1);
    encrypt_blocks(MODE_CIPHER(ctx), ctx->k1, ctx->k1, 1);
    twice(ctx->k1, size);
    return NARAE_OK;
}

#define CONTEXT narae_cmac
#define INIT_SIZED narae_cmac_init_sized
#define INIT_SCHEDULE narae_cmac_init_schedule
#define NEEDED_BLOCK_BYTES (cipher != NULL && cipher->block_bytes == 8 ? 8 : 16)
#define AFTER_KEY set_subkey

#include "init.inc"

static void
start(narae_cmac_message *m)
{
    narae_zero(m, sizeof *m);
    m->phase = PHASE_STARTED;
}

/* Turns the chain into the tag. */
static void
finish(const narae_cmac *ctx, narae_cmac_message *m)
{
    const unsigned size = ctx->key.cipher->block_bytes;
    uint8_t subkey[16];

    copy_block(subkey, ctx->k1, size);
    if (m->npending != size) {
        m->x[m->npending] ^= 0x80;
        twice(subkey, size);
    }
    narae_xor(m->x, m->x, subkey, size);
    encrypt_blocks(MODE_CIPHER(ctx), m->x, m->x, 1);
    narae_wipe(subkey, sizeof subkey);
}

static int
check_end(const narae_cmac *ctx, const narae_cmac_message *m, const uint8_t *tag, size_t tag_bytes,
          size_t least)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    if (m->phase != PHASE_STARTED)
        return NARAE_ERROR_STATE;
    if (tag_bytes < least || tag_bytes > ctx->key.cipher->block_bytes)
        return NARAE_ERROR_TAG_SIZE;
    return NARAE_OK;
}

static int
tag_message(const narae_cmac *ctx, narae_cmac_message *m, uint8_t *tag, size_t tag_bytes)
{
    int status = check_end(ctx, m, tag, tag_bytes, LEAST_WRITTEN);

    if (status == NARAE_OK) {
        finish(ctx, m);
        narae_copy(tag, m->x, tag_bytes);
        narae_wipe(m, sizeof *m);
    }
    return status;
}

static int
verify_message(const narae_cmac *ctx, narae_cmac_message *m, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_end(ctx, m, tag, tag_bytes, LEAST_CHECKED);

    if (status == NARAE_OK) {
        finish(ctx, m);
        status = narae_compare_tags(tag, m->x, tag_bytes);
        narae_wipe(m, sizeof *m);
    }
    return status;
}

/* All functions for a message in pieces begin here. */
static int
check_context(const narae_cmac *ctx)
{
    return ctx == NULL ? NARAE_ERROR_NULL : check_cipher(MODE_CIPHER(ctx));
}

int
narae_cmac_start(narae_cmac *ctx)
{
    int status = check_context(ctx);

    if (status == NARAE_OK)
        start(&ctx->message);
    return status;
}

int
narae_cmac_update(narae_cmac *ctx, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL || (in == NULL && bytes != 0))
        return NARAE_ERROR_NULL;
    if (ctx->message.phase != PHASE_STARTED || check_cipher(MODE_CIPHER(ctx)) != NARAE_OK)
        return NARAE_ERROR_STATE;
    narae_mode_mac(MODE_CIPHER(ctx), ctx->message.x, &ctx->message.npending, in, bytes);
    return NARAE_OK;
}

int
narae_cmac_finish(narae_cmac *ctx, uint8_t *tag, size_t tag_bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? tag_message(ctx, &ctx->message, tag, tag_bytes) : status;
}

int
narae_cmac_verify(narae_cmac *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? verify_message(ctx, &ctx->message, tag, tag_bytes) : status;
}

#ifdef NARAE_BLOCKS_IN_LINE

/* Both one-shot functions begin here.  A whole message needs no context: its last block
 * is known from the start. */
static int
make_tag(const narae_cmac *ctx, uint8_t x[16], const uint8_t *in, size_t bytes, const uint8_t *tag,
         size_t tag_bytes, size_t least)
{
    if (ctx == NULL || (in == NULL && bytes != 0))
        return NARAE_ERROR_NULL;

    const mode_cipher c = MODE_CIPHER(ctx);
    const int status = check_cipher(c);

    if (status != NARAE_OK)
        return status;
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    if (tag_bytes < least || tag_bytes > c.cipher->block_bytes)
        return NARAE_ERROR_TAG_SIZE;

    const unsigned size = c.cipher->block_bytes;
    const size_t before = bytes == 0   ? 0
                          : size == 16 ? (bytes - 1) / 16
                                       : (bytes - 1) / 8,
                 n = bytes - before * size;
    const uint8_t *const end = before == 0 ? in : in + before * size;
    uint8_t last[16];

    if (n == size) {
        xor_block(last, ctx->k1, end, size);
    } else {
        const words subkey = doubled(load_words(ctx->k1, size), size), text = load_padded(end, n);

        store_words(last, (words){subkey.low ^ text.low, subkey.high ^ text.high}, size);
    }
    if (before == 0) {
        encrypt_blocks(c, x, last, 1);
    } else {
        memset(x, 0, 16);
        if (!chain_blocks(c, x, NULL, in, before))
            for (; in != end; in += size) {
                xor_block(x, x, in, size);
                encrypt_blocks(c, x, x, 1);
            }
        xor_block(x, x, last, size);
        encrypt_blocks(c, x, x, 1);
    }
    wipe_few(last, 16);
    return NARAE_OK;
}

int
narae_cmac_tag_message(const narae_cmac *ctx, uint8_t *tag, size_t tag_bytes, const uint8_t *in, size_t bytes)
{
    uint8_t x[16];
    int status = make_tag(ctx, x, in, bytes, tag, tag_bytes, LEAST_WRITTEN);

    if (status == NARAE_OK) {
        if (tag_bytes == 16)
            memcpy(tag, x, 16);
        else
            memcpy(tag, x, tag_bytes);
        wipe_few(x, 16);
    }
    return status;
}

int
narae_cmac_verify_message(const narae_cmac *ctx, const uint8_t *in, size_t bytes, const uint8_t *tag,
                          size_t tag_bytes)
{
    uint8_t x[16];
    int status = make_tag(ctx, x, in, bytes, tag, tag_bytes, LEAST_CHECKED);

    if (status == NARAE_OK) {
        status = narae_compare_tags(tag, x, tag_bytes);
        wipe_few(x, 16);
    }
    return status;
}

#else

/* Both one-shot functions begin here, with a message of their own. */
static int
take_message(const narae_cmac *ctx, narae_cmac_message *m, const uint8_t *in, size_t bytes,
             const uint8_t *tag, size_t tag_bytes, size_t least)
{
    if (ctx == NULL || (in == NULL && bytes != 0))
        return NARAE_ERROR_NULL;

    int status = check_cipher(MODE_CIPHER(ctx));

    if (status != NARAE_OK)
        return status;
    start(m);
    status = check_end(ctx, m, tag, tag_bytes, least);

    if (status == NARAE_OK)
        narae_mode_mac(MODE_CIPHER(ctx), m->x, &m->npending, in, bytes);
    return status;
}

int
narae_cmac_tag_message(const narae_cmac *ctx, uint8_t *tag, size_t tag_bytes, const uint8_t *in, size_t bytes)
{
    narae_cmac_message m;
    int status = take_message(ctx, &m, in, bytes, tag, tag_bytes, LEAST_WRITTEN);

    return status == NARAE_OK ? tag_message(ctx, &m, tag, tag_bytes) : status;
}

int
narae_cmac_verify_message(const narae_cmac *ctx, const uint8_t *in, size_t bytes, const uint8_t *tag,
                          size_t tag_bytes)
{
    narae_cmac_message m;
    int status = take_message(ctx, &m, in, bytes, tag, tag_bytes, LEAST_CHECKED);

    return status == NARAE_OK ? verify_message(ctx, &m, tag, tag_bytes) : status;
}

#endif
