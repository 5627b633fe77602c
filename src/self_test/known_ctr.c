/* SPDX-License-Identifier: MIT */
/* Counter mode: the end of a short message against its answer, a long one in one call
 * against block by block, and decryption. */

#include "self_test_internal.h"

#include "narae/ctr.h"

static bool
is_right(narae_ctr *ctx, size_t iv_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], iv[16], block[16];
    bool right;

    put_message(iv, 0, sizeof iv);
    put_message(text, 0, sizeof text);
    right = narae_ctr_start(ctx, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK;
    right &= narae_ctr_crypt(ctx, text, text, bytes) == NARAE_OK;
    if (answer != NULL)
        right &= is_answer(text + bytes - 16, answer, 16);
    right &= narae_ctr_start(ctx, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        right &= narae_ctr_crypt(ctx, block, block, sizeof block) == NARAE_OK;
        right &= is_equal(block, text + at, sizeof block);
    }
    right &= narae_ctr_start(ctx, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK) == NARAE_OK;
    right &= narae_ctr_crypt(ctx, text, text, bytes) == NARAE_OK;
    return right && is_message(text, bytes);
}

int
narae_test_ctr(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const size_t size = narae_block_cipher_block_bytes(cipher);
    narae_ctr ctx;
    uint8_t key[16];
    bool right = false;

    put_message(key, 0, sizeof key);
    if (narae_ctr_init(&ctx, cipher, key, sizeof key) == NARAE_OK)
        right = is_right(&ctx, size, SHORT_BYTES, test->answer) && is_right(&ctx, size, LONG_BYTES, NULL);
    narae_ctr_clear(&ctx);
    return outcome(NARAE_OK, right);
}
