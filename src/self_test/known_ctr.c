/* SPDX-License-Identifier: MIT */
/* CTR: known end of a short message; a long one in one call and block by block;
 * decryption. */

#include "self_test_internal.h"

#include "narae/ctr.h"

static bool
passes(narae_ctr *ctx, size_t iv_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], iv[16], block[16];
    bool ok;

    put_message(iv, 0, sizeof iv);
    put_message(text, 0, sizeof text);
    ok = narae_ctr_start(ctx, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK;
    ok &= narae_ctr_crypt(ctx, text, text, bytes) == NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(text + bytes - 16, answer, 16);
    ok &= narae_ctr_start(ctx, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        ok &= narae_ctr_crypt(ctx, block, block, sizeof block) == NARAE_OK;
        ok &= is_equal(block, text + at, sizeof block);
    }
    ok &= narae_ctr_start(ctx, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK;
    ok &= narae_ctr_crypt(ctx, text, text, bytes) == NARAE_OK;
    return ok && is_message(text, bytes);
}

int
narae_test_ctr(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const size_t size = narae_block_cipher_block_bytes(cipher);
    narae_ctr ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_ctr_init(&ctx, cipher, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, size, SHORT_BYTES, test->answer) && passes(&ctx, size, LONG_BYTES, NULL);
    narae_ctr_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
