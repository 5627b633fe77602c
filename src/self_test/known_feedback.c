/* SPDX-License-Identifier: MIT */
/* CFB and OFB: known end of a short message; a long one in one call and block by block;
 * decryption. */

#include "self_test_internal.h"

#include "narae/cfb.h"
#include "narae/ofb.h"

static bool
cfb_passes(narae_cfb *ctx, size_t iv_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], iv[16], block[16];
    bool ok;

    put_message(iv, 0, sizeof iv);
    put_message(text, 0, sizeof text);
    ok = narae_cfb_start(ctx, iv, iv_bytes, NARAE_CFB_WHOLE_BLOCK) == NARAE_OK;
    ok &= narae_cfb_encrypt(ctx, text, text, bytes) == NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(text + bytes - 16, answer, 16);
    ok &= narae_cfb_start(ctx, iv, iv_bytes, NARAE_CFB_WHOLE_BLOCK) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        ok &= narae_cfb_encrypt(ctx, block, block, sizeof block) == NARAE_OK;
        ok &= is_equal(block, text + at, sizeof block);
    }
    ok &= narae_cfb_start(ctx, iv, iv_bytes, NARAE_CFB_WHOLE_BLOCK) == NARAE_OK;
    ok &= narae_cfb_decrypt(ctx, text, text, bytes) == NARAE_OK;
    return ok && is_message(text, bytes);
}

int
narae_test_cfb(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const size_t size = narae_block_cipher_block_bytes(cipher);
    narae_cfb ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_cfb_init(&ctx, cipher, key, sizeof key) == NARAE_OK)
        ok = cfb_passes(&ctx, size, SHORT_BYTES, test->answer) && cfb_passes(&ctx, size, LONG_BYTES, NULL);
    narae_cfb_clear(&ctx);
    return outcome(NARAE_OK, ok);
}

static bool
ofb_passes(narae_ofb *ctx, size_t iv_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], iv[16], block[16];
    bool ok;

    put_message(iv, 0, sizeof iv);
    put_message(text, 0, sizeof text);
    ok = narae_ofb_start(ctx, iv, iv_bytes) == NARAE_OK;
    ok &= narae_ofb_crypt(ctx, text, text, bytes) == NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(text + bytes - 16, answer, 16);
    ok &= narae_ofb_start(ctx, iv, iv_bytes) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        ok &= narae_ofb_crypt(ctx, block, block, sizeof block) == NARAE_OK;
        ok &= is_equal(block, text + at, sizeof block);
    }
    ok &= narae_ofb_start(ctx, iv, iv_bytes) == NARAE_OK;
    ok &= narae_ofb_crypt(ctx, text, text, bytes) == NARAE_OK;
    return ok && is_message(text, bytes);
}

int
narae_test_ofb(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const size_t size = narae_block_cipher_block_bytes(cipher);
    narae_ofb ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_ofb_init(&ctx, cipher, key, sizeof key) == NARAE_OK)
        ok = ofb_passes(&ctx, size, SHORT_BYTES, test->answer) && ofb_passes(&ctx, size, LONG_BYTES, NULL);
    narae_ofb_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
