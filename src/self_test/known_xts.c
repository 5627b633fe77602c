/* SPDX-License-Identifier: MIT */
/* XTS: known end of a short unit; known XOR of the blocks of a long one; decryption.
 * Both end with a partial block. */

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
passes(const narae_xts *ctx, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES + PART_BYTES], tweak[16], folded[16];
    const size_t bytes = SHORT_BYTES + PART_BYTES;
    bool ok;

    put_message(tweak, 0, sizeof tweak);
    put_message(text, 0, sizeof text);
    ok = narae_xts_encrypt_unit(ctx, text, tweak, sizeof tweak, text, bytes) == NARAE_OK;
    ok &= is_answer(text + bytes - 16, answer, 16);
    ok &= narae_xts_decrypt_unit(ctx, text, tweak, sizeof tweak, text, bytes) == NARAE_OK;
    ok &= is_message(text, sizeof text);
    if (LONG_BYTES != SHORT_BYTES) {
        ok &= narae_xts_encrypt_unit(ctx, text, tweak, sizeof tweak, text, sizeof text) == NARAE_OK;
        fold(folded, text, sizeof text);
        ok &= is_answer(folded, answer + 16, 16);
        ok &= narae_xts_decrypt_unit(ctx, text, tweak, sizeof tweak, text, sizeof text) == NARAE_OK;
        ok &= is_message(text, sizeof text);
    }
    return ok;
}

int
narae_test_xts(const narae_known_answer *test)
{
    narae_xts ctx;
    uint8_t keys[32];
    bool ok = false;

    put_message(keys, 0, sizeof keys);
    if (narae_xts_init(&ctx, (const narae_block_cipher *)test->subject, keys, sizeof keys) == NARAE_OK)
        ok = passes(&ctx, test->answer);
    narae_xts_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
