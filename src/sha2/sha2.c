/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and SHA-512/256.
 * FIPS 180-4, 5.1, 5.3 and 6.
 *
 * The pad is a 1 bit, zeros, and the length in bits as a big-endian number of an
 * eighth of a block.
 *
 * Time depends on lengths alone. */

#include "narae/sha2.h"

#include <string.h>

#include "narae/descriptor.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/copy.h"
#include "narae/wipe.h"

#include "sha2_internal.h"

/* Initial values, FIPS 180-4, 5.3; the last two are those of its SHA-512/t. */
static const uint32_t start224[8] NARAE_FLASH = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};
static const uint32_t start256[8] NARAE_FLASH = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
static const uint64_t start384[8] NARAE_FLASH = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
};
static const uint64_t start512[8] NARAE_FLASH = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
static const uint64_t start512_224[8] NARAE_FLASH = {
    0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
    0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
};
static const uint64_t start512_256[8] NARAE_FLASH = {
    0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
    0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
};

__extension__ _Static_assert(sizeof(sha2_layout) == sizeof(narae_sha2) &&
                                 offsetof(sha2_layout, at) == offsetof(narae_sha2, at),
                             "the same layout");

static inline sha2_layout *
layout_of(narae_sha2 *ctx)
{
    return (sha2_layout *)ctx;
}

/* For a hash with blocks of this size. */
#define CONTEXT_BYTES(block) (offsetof(narae_sha2, at) + (block) / 2 + (block))

/* The context has a pointer to the compression function, so that a program with
 * SHA-256 alone links no code for words of 64 bits. */
static void
compress_short(narae_sha2 *ctx, const uint8_t *in, size_t nblocks)
{
    narae_sha256_blocks_kernel(layout_of(ctx)->at.words, in, nblocks);
}

static void
compress_long(narae_sha2 *ctx, const uint8_t *in, size_t nblocks)
{
    narae_sha512_blocks_kernel(layout_of(ctx)->at.long_words, in, nblocks);
}

static int
start_short(narae_sha2 *ctx, flash_table words, uint8_t digest_bytes)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    ctx->bytes = 0;
    ctx->compress = compress_short;
    ctx->block_bytes = 64;
    ctx->digest_bytes = digest_bytes;
    for (unsigned i = 0; i < 8; i++)
        layout_of(ctx)->at.words[i] = flash_word32(words, i);
    return NARAE_OK;
}

static int
start_long(narae_sha2 *ctx, flash_table words, uint8_t digest_bytes)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    ctx->bytes = 0;
    ctx->compress = compress_long;
    ctx->block_bytes = 128;
    ctx->digest_bytes = digest_bytes;
    for (unsigned i = 0; i < 8; i++)
        layout_of(ctx)->at.long_words[i] = flash_word64(words, i);
    return NARAE_OK;
}

int
narae_sha224_start(narae_sha2 *ctx)
{
    return start_short(ctx, flash_table_of(start224), 28);
}

int
narae_sha256_start(narae_sha2 *ctx)
{
    return start_short(ctx, flash_table_of(start256), 32);
}

int
narae_sha384_start(narae_sha2 *ctx)
{
    return start_long(ctx, flash_table_of(start384), 48);
}

int
narae_sha512_start(narae_sha2 *ctx)
{
    return start_long(ctx, flash_table_of(start512), 64);
}

int
narae_sha512_224_start(narae_sha2 *ctx)
{
    return start_long(ctx, flash_table_of(start512_224), 28);
}

int
narae_sha512_256_start(narae_sha2 *ctx)
{
    return start_long(ctx, flash_table_of(start512_256), 32);
}

/* The buffered block, which follows the state. */
static inline uint8_t *
block_of(narae_sha2 *ctx)
{
    return layout_of(ctx)->at.bytes + ctx->block_bytes / 2;
}

/* The number of bytes in it; block sizes are powers of two. */
static inline unsigned
used_of(const narae_sha2 *ctx)
{
    return (unsigned)ctx->bytes & (ctx->block_bytes - 1u);
}

static inline uint64_t
limit_of(const narae_sha2 *ctx)
{
    return ctx->block_bytes == 64 ? UINT64_MAX >> 3 : UINT64_MAX;
}

int
narae_sha2_update(narae_sha2 *ctx, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (ctx->compress == NULL)
        return NARAE_ERROR_STATE;

    const unsigned size = ctx->block_bytes;

    if (bytes > limit_of(ctx) - ctx->bytes)
        return NARAE_ERROR_LENGTH;
    while (bytes != 0) {
        const unsigned used = used_of(ctx);
        size_t n;

        if (used == 0 && bytes >= size) {
            n = bytes & ~(size_t)(size - 1);
            ctx->compress(ctx, in, n / size);
        } else {
            n = size - used < bytes ? size - used : bytes;
            narae_copy(block_of(ctx) + used, in, n);
            if (used + n == size)
                ctx->compress(ctx, block_of(ctx), 1);
        }
        ctx->bytes += n;
        in += n;
        bytes -= n;
    }
    return NARAE_OK;
}

/* The length in bits, the lower half of a 128-bit number; for the short hashes
 * 2^61 bytes are not possible. */
static void
end_with_length(narae_sha2 *ctx)
{
    uint8_t *const end = block_of(ctx) + ctx->block_bytes;

    store64_be(end - 8, ctx->bytes << 3);
    if (ctx->block_bytes == 128)
        end[-9] = (uint8_t)(ctx->bytes >> 61);
}

/* Pads the buffered block, from the next word on in words; returns whether the
 * length fits into it. */
static int
pad(narae_sha2 *ctx)
{
    const unsigned size = ctx->block_bytes;
    uint8_t *const block = block_of(ctx);
    unsigned used = used_of(ctx);

    block[used++] = 0x80;

    const int ends = used <= size - size / 8;

    for (; used % 4 != 0; used++)
        block[used] = 0;
    narae_zero(block + used, size - used);
    if (ends)
        end_with_length(ctx);
    return ends;
}

static void
compress_padded(narae_sha2 *ctx, int ends)
{
    if (!ends) {
        ctx->compress(ctx, block_of(ctx), 1);
        narae_zero(block_of(ctx), ctx->block_bytes);
        end_with_length(ctx);
    }
    ctx->compress(ctx, block_of(ctx), 1);
}

static void
write_digest(narae_sha2 *ctx, uint8_t *digest)
{
    const unsigned bytes = ctx->digest_bytes;
    unsigned i = 0;

    if (ctx->block_bytes == 64)
        for (; i < bytes; i += 4)
            store32_be(digest + i, layout_of(ctx)->at.words[i / 4]);
    for (; i + 8 <= bytes; i += 8)
        store64_be(digest + i, layout_of(ctx)->at.long_words[i / 8]);
    if (i < bytes)
        store32_be(digest + i, upper32(layout_of(ctx)->at.long_words[i / 8]));
}

/* Wipes the context. */
static void
end(narae_sha2 *ctx, uint8_t *digest)
{
    write_digest(ctx, digest);
    narae_wipe(ctx, CONTEXT_BYTES((size_t)ctx->block_bytes));
}

int
narae_sha2_finish(narae_sha2 *ctx, uint8_t *digest, size_t digest_bytes)
{
    if (ctx == NULL || digest == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->compress == NULL)
        return NARAE_ERROR_STATE;
    if (digest_bytes != ctx->digest_bytes)
        return NARAE_ERROR_LENGTH;
    compress_padded(ctx, pad(ctx));
    end(ctx, digest);
    return NARAE_OK;
}

void
narae_sha2_clear(narae_sha2 *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

static int
update_any(void *ctx, const uint8_t *in, size_t bytes)
{
    return narae_sha2_update((narae_sha2 *)ctx, in, bytes);
}

static int
finish_any(void *ctx, uint8_t *digest, size_t digest_bytes)
{
    return narae_sha2_finish((narae_sha2 *)ctx, digest, digest_bytes);
}

/* The padded block is written before the whole blocks are processed: several
 * stores are not forwarded to one vector load, which therefore waits until
 * they, and all instructions before them, have retired. */
static int
hash(narae_hash_start_fn *start, uint8_t *digest, const uint8_t *in, size_t bytes)
{
    narae_sha2 ctx;
    int ends;

    if (digest == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    cannot_fail(start(&ctx));
    if (bytes > limit_of(&ctx))
        return NARAE_ERROR_LENGTH;

    const size_t rest = bytes & (ctx.block_bytes - 1u), whole = bytes - rest;

    ctx.bytes = bytes;
    if (rest != 0)
        narae_copy(block_of(&ctx), in + whole, rest);
    ends = pad(&ctx);
    if (whole != 0)
        ctx.compress(&ctx, in, whole / ctx.block_bytes);
    compress_padded(&ctx, ends);
    end(&ctx, digest);
    return NARAE_OK;
}

#define HASH(bits, text, block, digest_size)                                                    \
    static int start_##bits(void *ctx)                                                          \
    {                                                                                           \
        return narae_sha##bits##_start((narae_sha2 *)ctx);                                      \
    }                                                                                           \
    int narae_sha##bits##_message(uint8_t digest[digest_size], const uint8_t *in, size_t bytes) \
    {                                                                                           \
        return hash(start_##bits, digest, in, bytes);                                           \
    }                                                                                           \
    const narae_hash narae_sha##bits = {                                                        \
        .name = text,                                                                           \
        .context_bytes = CONTEXT_BYTES(block),                                                  \
        .state_bytes = CONTEXT_BYTES(block) - (block),                                          \
        .block_bytes = block,                                                                   \
        .digest_bytes = digest_size,                                                            \
        .start = start_##bits,                                                                  \
        .update = update_any,                                                                   \
        .finish = finish_any,                                                                   \
        .message = narae_sha##bits##_message,                                                   \
    };

HASH(224, "sha-224", 64, 28)
HASH(256, "sha-256", 64, 32)
HASH(384, "sha-384", 128, 48)
HASH(512, "sha-512", 128, 64)
HASH(512_224, "sha-512/224", 128, 28)
HASH(512_256, "sha-512/256", 128, 32)
