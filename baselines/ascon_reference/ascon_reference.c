/* SPDX-License-Identifier: MIT */
/* Ascon-128 on five words of 64 bits, straight from Ascon v1.2 (2021),
 * sections 2.4 to 2.6: big-endian words, S-box as 64 parallel ones,
 * rotations as macros.
 *
 * This is what Ascon in C costs without a thought for the chip: an 8-bit
 * compiler turns each 64-bit rotation into a loop of shifts.  Time depends on
 * lengths alone.  Never part of the library. */

#include "ascon_reference.h"

#include "core/bytes.h"

#define ROR(x, n) ((x) >> (n) | (x) << (64 - (n)))

static void
permute(uint64_t s[5], int rounds)
{
    uint64_t x0 = s[0], x1 = s[1], x2 = s[2], x3 = s[3], x4 = s[4];

    for (int i = 12 - rounds; i < 12; i++) {
        x2 ^= (uint64_t)((15 - i) << 4 | i);

        x0 ^= x4;
        x4 ^= x3;
        x2 ^= x1;

        uint64_t t0 = ~x0 & x1, t1 = ~x1 & x2, t2 = ~x2 & x3, t3 = ~x3 & x4, t4 = ~x4 & x0;

        x0 ^= t1;
        x1 ^= t2;
        x2 ^= t3;
        x3 ^= t4;
        x4 ^= t0;
        x1 ^= x0;
        x0 ^= x4;
        x3 ^= x2;
        x2 = ~x2;

        x0 ^= ROR(x0, 19) ^ ROR(x0, 28);
        x1 ^= ROR(x1, 61) ^ ROR(x1, 39);
        x2 ^= ROR(x2, 1) ^ ROR(x2, 6);
        x3 ^= ROR(x3, 10) ^ ROR(x3, 17);
        x4 ^= ROR(x4, 7) ^ ROR(x4, 41);
    }
    s[0] = x0;
    s[1] = x1;
    s[2] = x2;
    s[3] = x3;
    s[4] = x4;
}

void
baseline_ascon128_set_key(baseline_ascon128 *ctx, const uint8_t key[16])
{
    ctx->key[0] = load64_be(key);
    ctx->key[1] = load64_be(key + 8);
}

void
baseline_ascon128_set_iv(baseline_ascon128 *ctx, const uint8_t nonce[16])
{
    ctx->state[0] = UINT64_C(0x80400c0600000000);
    ctx->state[1] = ctx->key[0];
    ctx->state[2] = ctx->key[1];
    ctx->state[3] = load64_be(nonce);
    ctx->state[4] = load64_be(nonce + 8);
    permute(ctx->state, 12);
    ctx->state[3] ^= ctx->key[0];
    ctx->state[4] ^= ctx->key[1];
    ctx->used = ctx->has_ad = ctx->has_text = 0;
}

/* Byte `used` of the rate becomes the sum of what it was and `x`, or `x`. */
static uint8_t
put(baseline_ascon128 *ctx, uint8_t x, int replace)
{
    int shift = 56 - 8 * ctx->used++;
    uint8_t sum = (uint8_t)(ctx->state[0] >> shift) ^ x;

    ctx->state[0] ^= (uint64_t)(replace ? sum : x) << shift;
    if (ctx->used == 8) {
        permute(ctx->state, 6);
        ctx->used = 0;
    }
    return sum;
}

static void
pad(baseline_ascon128 *ctx)
{
    ctx->state[0] ^= UINT64_C(0x80) << (56 - 8 * ctx->used);
    ctx->used = 0;
}

void
baseline_ascon128_add_ad(baseline_ascon128 *ctx, const uint8_t *ad, size_t bytes)
{
    if (bytes != 0)
        ctx->has_ad = 1;
    while (bytes != 0) {
        if (ctx->used == 0 && bytes >= 8) {
            ctx->state[0] ^= load64_be(ad);
            permute(ctx->state, 6);
            ad += 8;
            bytes -= 8;
        } else {
            put(ctx, *ad++, 0);
            bytes--;
        }
    }
}

static void
end_ad(baseline_ascon128 *ctx)
{
    if (ctx->has_text)
        return;
    if (ctx->has_ad) {
        pad(ctx);
        permute(ctx->state, 6);
    }
    ctx->state[4] ^= 1;
    ctx->has_text = 1;
}

void
baseline_ascon128_encrypt(baseline_ascon128 *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    end_ad(ctx);
    while (bytes != 0) {
        if (ctx->used == 0 && bytes >= 8) {
            ctx->state[0] ^= load64_be(in);
            store64_be(out, ctx->state[0]);
            permute(ctx->state, 6);
            in += 8;
            out += 8;
            bytes -= 8;
        } else {
            *out++ = put(ctx, *in++, 0);
            bytes--;
        }
    }
}

void
baseline_ascon128_decrypt(baseline_ascon128 *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    end_ad(ctx);
    while (bytes != 0) {
        if (ctx->used == 0 && bytes >= 8) {
            uint64_t word = load64_be(in);

            store64_be(out, ctx->state[0] ^ word);
            ctx->state[0] = word;
            permute(ctx->state, 6);
            in += 8;
            out += 8;
            bytes -= 8;
        } else {
            *out++ = put(ctx, *in++, 1);
            bytes--;
        }
    }
}

void
baseline_ascon128_compute_tag(baseline_ascon128 *ctx, uint8_t *tag, size_t bytes)
{
    uint8_t whole[16];

    end_ad(ctx);
    pad(ctx);
    ctx->state[1] ^= ctx->key[0];
    ctx->state[2] ^= ctx->key[1];
    permute(ctx->state, 12);
    store64_be(whole, ctx->state[3] ^ ctx->key[0]);
    store64_be(whole + 8, ctx->state[4] ^ ctx->key[1]);
    for (size_t i = 0; i < bytes; i++)
        tag[i] = whole[i];
}

int
baseline_ascon128_check_tag(baseline_ascon128 *ctx, const uint8_t *tag, size_t bytes)
{
    uint8_t right[16], difference = 0;

    baseline_ascon128_compute_tag(ctx, right, bytes);
    for (size_t i = 0; i < bytes; i++)
        difference |= tag[i] ^ right[i];
    return difference == 0;
}
