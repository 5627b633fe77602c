/* SPDX-License-Identifier: MIT */
/* XTS: the end of a short unit against its answer, all of a long one, its blocks XORed,
 * and decryption; both end with a part of a block. */

#include "self_test_internal.h"

#include "narae/xts.h"

enum { PART_BYTES = 5 };

static void
fold(uint8_t out[16], const uint8_t *text, size_t bytes)
{
    put_message(out, 0, 16);
    for (size_t i = 0; i < bytes; i++)
        out[i % 16] ^= text[i];
}

static bool
is_right(const narae_xts *ctx, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES + PART_BYTES], tweak[16], folded[16];
    const size_t bytes = SHORT_BYTES + PART_BYTES;
    bool right;

    put_message(tweak, 0, sizeof tweak);
    put_message(text, 0, sizeof text);
    right = narae_xts_encrypt_unit(ctx, text, tweak, sizeof tweak, text, bytes) == NARAE_OK;
    right &= is_answer(text + bytes - 16, answer, 16);
    right &= narae_xts_decrypt_unit(ctx, text, tweak, sizeof tweak, text, bytes) == NARAE_OK;
    right &= is_message(text, sizeof text);
    if (LONG_BYTES != SHORT_BYTES) {
        right &= narae_xts_encrypt_unit(ctx, text, tweak, sizeof tweak, text, sizeof text) == NARAE_OK;
        fold(folded, text, sizeof text);
        right &= is_answer(folded, answer + 16, 16);
        right &= narae_xts_decrypt_unit(ctx, text, tweak, sizeof tweak, text, sizeof text) == NARAE_OK;
        right &= is_message(text, sizeof text);
    }
    return right;
}

int
narae_test_xts(const narae_known_answer *test)
{
    narae_xts ctx;
    uint8_t keys[32];
    bool right = false;

    put_message(keys, 0, sizeof keys);
    if (narae_xts_init(&ctx, (const narae_block_cipher *)test->subject, keys, sizeof keys) == NARAE_OK)
        right = is_right(&ctx, test->answer);
    narae_xts_clear(&ctx);
    return outcome(NARAE_OK, right);
}
