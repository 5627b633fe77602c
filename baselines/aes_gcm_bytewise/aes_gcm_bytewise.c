/* SPDX-License-Identifier: MIT */
/* AES-128-GCM for a small chip, byte by byte.  FIPS 197 (2001), section 5;
 * NIST SP 800-38D, section 6.3, algorithm 1.
 *
 * AES keeps its state in 16 bytes and its S-box in flash, and doubles bytes
 * by a shift.  GHASH goes through the 128 bits of a block one by one: it adds
 * v if the bit is set, and halves v.  Masks take the place of the branches.
 *
 * This is what papers measure as AES-GCM on an Arduino.  Not constant-time on
 * chips with a data cache, where the look-ups leak the key.  Never part of
 * the library. */

#include "aes_gcm_bytewise.h"

#include "core/portable/sboxes.h"
#include "core/bytes.h"
#include "core/flash.h"

enum { ROUNDS = 10 };

static const uint8_t sbox[256] NARAE_FLASH = {SBOX_S1(SBOX_BYTE)};

static inline uint8_t
substitute(uint8_t x)
{
    return flash_read8(&sbox[x]);
}

static inline uint8_t
twice(uint8_t x)
{
    return (uint8_t)(x << 1 ^ (0x1b & -(x >> 7)));
}

static void
add(uint8_t x[16], const uint8_t y[16])
{
    for (uint8_t i = 0; i < 16; i++)
        x[i] ^= y[i];
}

static void
expand_key(uint8_t keys[176], const uint8_t key[16])
{
    uint8_t rcon = 1;

    for (uint8_t i = 0; i < 16; i++)
        keys[i] = key[i];
    for (unsigned i = 16; i < 176; i += 4) {
        const uint8_t *before = keys + i - 4, *above = keys + i - 16;

        if (i % 16 == 0) {
            keys[i] = above[0] ^ substitute(before[1]) ^ rcon;
            keys[i + 1] = above[1] ^ substitute(before[2]);
            keys[i + 2] = above[2] ^ substitute(before[3]);
            keys[i + 3] = above[3] ^ substitute(before[0]);
            rcon = twice(rcon);
        } else {
            for (uint8_t j = 0; j < 4; j++)
                keys[i + j] = above[j] ^ before[j];
        }
    }
}

static void
substitute_and_shift_rows(uint8_t out[16], const uint8_t in[16])
{
    for (unsigned column = 0; column < 16; column += 4)
        for (unsigned row = 0; row < 4; row++)
            out[column + row] = substitute(in[(column + 5 * row) % 16]);
}

static void
mix_columns(uint8_t out[16], const uint8_t in[16])
{
    for (unsigned i = 0; i < 16; i += 4) {
        uint8_t a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3], sum = a ^ b ^ c ^ d;

        out[i] = a ^ sum ^ twice(a ^ b);
        out[i + 1] = b ^ sum ^ twice(b ^ c);
        out[i + 2] = c ^ sum ^ twice(c ^ d);
        out[i + 3] = d ^ sum ^ twice(d ^ a);
    }
}

static void
encrypt_block(const uint8_t keys[176], uint8_t out[16], const uint8_t in[16])
{
    uint8_t x[16], y[16];

    for (uint8_t i = 0; i < 16; i++)
        x[i] = in[i] ^ keys[i];
    for (uint8_t round = 1; round < ROUNDS; round++) {
        substitute_and_shift_rows(y, x);
        mix_columns(x, y);
        add(x, keys + 16 * round);
    }
    substitute_and_shift_rows(out, x);
    add(out, keys + 16 * ROUNDS);
}

/* y = y * h, words being big-endian. */
static void
multiply(uint8_t y[16], const uint8_t h[16])
{
    uint32_t z0 = 0, z1 = 0, z2 = 0, z3 = 0;
    uint32_t v0 = load32_be(h), v1 = load32_be(h + 4), v2 = load32_be(h + 8), v3 = load32_be(h + 12);

    for (uint8_t i = 0; i < 16; i++) {
        uint8_t byte = y[i];

        for (uint8_t bit = 0; bit < 8; bit++, byte = (uint8_t)(byte << 1)) {
            uint32_t set = -(uint32_t)(byte >> 7), odd = -(v3 & 1);

            z0 ^= v0 & set;
            z1 ^= v1 & set;
            z2 ^= v2 & set;
            z3 ^= v3 & set;
            v3 = v3 >> 1 | v2 << 31;
            v2 = v2 >> 1 | v1 << 31;
            v1 = v1 >> 1 | v0 << 31;
            v0 = v0 >> 1 ^ (odd & 0xe1000000);
        }
    }
    store32_be(y, z0);
    store32_be(y + 4, z1);
    store32_be(y + 8, z2);
    store32_be(y + 12, z3);
}

void
baseline_aes128_gcm_set_key(baseline_aes128_gcm *ctx, const uint8_t key[16])
{
    expand_key(ctx->round_keys, key);
    for (uint8_t i = 0; i < 16; i++)
        ctx->h[i] = 0;
    encrypt_block(ctx->round_keys, ctx->h, ctx->h);
}

void
baseline_aes128_gcm_set_iv(baseline_aes128_gcm *ctx, const uint8_t nonce[12])
{
    for (uint8_t i = 0; i < 16; i++) {
        ctx->counter[i] = i < 12 ? nonce[i] : i == 15;
        ctx->y[i] = 0;
    }
    encrypt_block(ctx->round_keys, ctx->mask, ctx->counter);
    ctx->ad_bytes = ctx->bytes = 0;
}

static void
hash_byte(baseline_aes128_gcm *ctx, uint8_t at, uint8_t x)
{
    ctx->y[at] ^= x;
    if (at == 15)
        multiply(ctx->y, ctx->h);
}

void
baseline_aes128_gcm_add_ad(baseline_aes128_gcm *ctx, const uint8_t *ad, size_t bytes)
{
    for (; bytes != 0; bytes--)
        hash_byte(ctx, ctx->ad_bytes++ % 16, *ad++);
}

/* Fills a block that was begun with zeros. */
static void
end_part(baseline_aes128_gcm *ctx, uint32_t bytes)
{
    if (bytes % 16 != 0)
        multiply(ctx->y, ctx->h);
}

static uint8_t
stream_byte(baseline_aes128_gcm *ctx, uint8_t at)
{
    if (at == 0) {
        for (uint8_t i = 16; i-- > 12 && ++ctx->counter[i] == 0;)
            ;
        encrypt_block(ctx->round_keys, ctx->stream, ctx->counter);
    }
    return ctx->stream[at];
}

void
baseline_aes128_gcm_encrypt(baseline_aes128_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (ctx->bytes == 0 && bytes != 0)
        end_part(ctx, ctx->ad_bytes);
    for (; bytes != 0; bytes--) {
        uint8_t at = ctx->bytes++ % 16;

        *out = *in++ ^ stream_byte(ctx, at);
        hash_byte(ctx, at, *out++);
    }
}

void
baseline_aes128_gcm_decrypt(baseline_aes128_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (ctx->bytes == 0 && bytes != 0)
        end_part(ctx, ctx->ad_bytes);
    for (; bytes != 0; bytes--) {
        uint8_t at = ctx->bytes++ % 16, x = *in++;

        *out++ = x ^ stream_byte(ctx, at);
        hash_byte(ctx, at, x);
    }
}

void
baseline_aes128_gcm_compute_tag(baseline_aes128_gcm *ctx, uint8_t *tag, size_t bytes)
{
    uint8_t lengths[16];

    end_part(ctx, ctx->bytes != 0 ? ctx->bytes : ctx->ad_bytes);
    store64_be(lengths, 8 * (uint64_t)ctx->ad_bytes);
    store64_be(lengths + 8, 8 * (uint64_t)ctx->bytes);
    add(ctx->y, lengths);
    multiply(ctx->y, ctx->h);
    for (size_t i = 0; i < bytes; i++)
        tag[i] = ctx->y[i] ^ ctx->mask[i];
}

int
baseline_aes128_gcm_check_tag(baseline_aes128_gcm *ctx, const uint8_t *tag, size_t bytes)
{
    uint8_t right[16], difference = 0;

    baseline_aes128_gcm_compute_tag(ctx, right, bytes);
    for (size_t i = 0; i < bytes; i++)
        difference |= tag[i] ^ right[i];
    return difference == 0;
}
