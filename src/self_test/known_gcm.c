/* SPDX-License-Identifier: MIT */
/* GCM and GMAC: known tag of a short message; longer ones in one call, block by block,
 * and in one update; decryption; rejection of a wrong tag. */

#include "self_test_internal.h"

#include "narae/gcm.h"
#include "narae/gmac.h"

/* Decrypted in one pass, if the cipher has a kernel for that. */
enum { PACKET_BYTES = LONG_BYTES < 1504 ? LONG_BYTES : 1504 };

static bool
passes(narae_gcm *ctx, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], ad[AD_BYTES], nonce[12], tag[16], other[16], block[16];
    bool ok;

    put_message(nonce, 0, sizeof nonce);
    put_message(ad, 0, sizeof ad);
    put_message(text, 0, sizeof text);
    ok = narae_gcm_seal(ctx, text, tag, sizeof tag, nonce, sizeof nonce, ad, sizeof ad, text, bytes) ==
         NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(tag, answer, sizeof tag);
    ok &= narae_gcm_start(ctx, nonce, sizeof nonce) == NARAE_OK;
    ok &= narae_gcm_ad(ctx, ad, sizeof ad) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        ok &= narae_gcm_encrypt(ctx, block, block, sizeof block) == NARAE_OK;
        ok &= is_equal(block, text + at, sizeof block);
    }
    ok &= narae_gcm_finish(ctx, other, sizeof other) == NARAE_OK;
    ok &= is_equal(tag, other, sizeof tag);
    ok &= narae_gcm_open(ctx, text, nonce, sizeof nonce, ad, sizeof ad, text, bytes, tag, sizeof tag) ==
          NARAE_OK;
    ok &= is_message(text, bytes);
    ok &= narae_gcm_start(ctx, nonce, sizeof nonce) == NARAE_OK;
    ok &= narae_gcm_ad(ctx, ad, sizeof ad) == NARAE_OK;
    ok &= narae_gcm_encrypt(ctx, text, text, bytes) == NARAE_OK;
    ok &= narae_gcm_finish(ctx, other, sizeof other) == NARAE_OK;
    ok &= is_equal(tag, other, sizeof tag);
    tag[0] ^= 1;
    return ok && narae_gcm_open(ctx, text, nonce, sizeof nonce, ad, sizeof ad, text, bytes, tag,
                                sizeof tag) == NARAE_ERROR_AUTHENTICATION;
}

int
narae_test_gcm(const narae_known_answer *test)
{
    narae_gcm ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_gcm_init(&ctx, (const narae_block_cipher *)test->subject, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, SHORT_BYTES, test->answer) && passes(&ctx, PACKET_BYTES, NULL) &&
             passes(&ctx, LONG_BYTES, NULL);
    narae_gcm_clear(&ctx);
    return outcome(NARAE_OK, ok);
}

static bool
gmac_passes(narae_gmac *ctx, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], nonce[12], tag[16], other[16];
    bool ok;

    put_message(nonce, 0, sizeof nonce);
    put_message(text, 0, sizeof text);
    ok = narae_gmac_tag_message(ctx, tag, sizeof tag, nonce, sizeof nonce, text, bytes) == NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(tag, answer, sizeof tag);
    ok &= narae_gmac_start(ctx, nonce, sizeof nonce) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16)
        ok &= narae_gmac_update(ctx, text + at, 16) == NARAE_OK;
    ok &= narae_gmac_finish(ctx, other, sizeof other) == NARAE_OK;
    ok &= is_equal(tag, other, sizeof tag);
    ok &= narae_gmac_verify_message(ctx, nonce, sizeof nonce, text, bytes, tag, sizeof tag) == NARAE_OK;
    tag[0] ^= 1;
    return ok && narae_gmac_verify_message(ctx, nonce, sizeof nonce, text, bytes, tag, sizeof tag) ==
                     NARAE_ERROR_AUTHENTICATION;
}

int
narae_test_gmac(const narae_known_answer *test)
{
    narae_gmac ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_gmac_init(&ctx, (const narae_block_cipher *)test->subject, key, sizeof key) == NARAE_OK)
        ok = gmac_passes(&ctx, SHORT_BYTES, test->answer) && gmac_passes(&ctx, LONG_BYTES, NULL);
    narae_gmac_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
