/* SPDX-License-Identifier: MIT */
/* CCM: known tag of a short message; a long one in one call and block by block;
 * decryption; rejection of a wrong tag. */

#include "self_test_internal.h"

#include "narae/ccm.h"

static bool
passes(narae_ccm *ctx, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], ad[AD_BYTES], nonce[12], tag[16], other[16], block[16];
    bool ok;

    put_message(nonce, 0, sizeof nonce);
    put_message(ad, 0, sizeof ad);
    put_message(text, 0, sizeof text);
    ok = narae_ccm_seal(ctx, text, tag, sizeof tag, nonce, sizeof nonce, ad, sizeof ad, text, bytes) ==
         NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(tag, answer, sizeof tag);
    ok &= narae_ccm_start(ctx, nonce, sizeof nonce, sizeof ad, bytes, sizeof other) == NARAE_OK;
    ok &= narae_ccm_ad(ctx, ad, sizeof ad) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        ok &= narae_ccm_encrypt(ctx, block, block, sizeof block) == NARAE_OK;
        ok &= is_equal(block, text + at, sizeof block);
    }
    ok &= narae_ccm_finish(ctx, other, sizeof other) == NARAE_OK;
    ok &= is_equal(tag, other, sizeof tag);
    ok &= narae_ccm_open(ctx, text, nonce, sizeof nonce, ad, sizeof ad, text, bytes, tag, sizeof tag) ==
          NARAE_OK;
    ok &= is_message(text, bytes);
    tag[0] ^= 1;
    return ok && narae_ccm_open(ctx, text, nonce, sizeof nonce, ad, sizeof ad, text, bytes, tag,
                                sizeof tag) == NARAE_ERROR_AUTHENTICATION;
}

int
narae_test_ccm(const narae_known_answer *test)
{
    narae_ccm ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_ccm_init(&ctx, (const narae_block_cipher *)test->subject, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, SHORT_BYTES, test->answer) && passes(&ctx, LONG_BYTES, NULL);
    narae_ccm_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
