/* SPDX-License-Identifier: MIT */
/* GCM: the tag of a short message against its answer, longer ones in one call
 * against block by block and in one piece, opening them, and refusing a wrong tag; GMAC
 * the same. */

#include "self_test_internal.h"

#include "narae/gcm.h"
#include "narae/gmac.h"

/* Opened in one pass, if the cipher has a kernel for that. */
enum { PACKET_BYTES = LONG_BYTES < 1504 ? LONG_BYTES : 1504 };

static bool
is_right(narae_gcm *ctx, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], ad[AD_BYTES], nonce[12], tag[16], other[16], block[16];
    int status;
    bool right = true;

    put_message(nonce, 0, sizeof nonce);
    put_message(ad, 0, sizeof ad);
    put_message(text, 0, sizeof text);
    status = narae_gcm_seal(ctx, text, tag, sizeof tag, nonce, sizeof nonce, ad, sizeof ad, text, bytes);
    if (answer != NULL)
        right &= is_answer(tag, answer, sizeof tag);
    status |= narae_gcm_start(ctx, nonce, sizeof nonce);
    status |= narae_gcm_ad(ctx, ad, sizeof ad);
    for (size_t at = 0; at < bytes; at += 16) {
        put_message(block, at, sizeof block);
        status |= narae_gcm_encrypt(ctx, block, block, sizeof block);
        right &= is_equal(block, text + at, sizeof block);
    }
    status |= narae_gcm_finish(ctx, other, sizeof other);
    right &= is_equal(tag, other, sizeof tag);
    status |= narae_gcm_open(ctx, text, nonce, sizeof nonce, ad, sizeof ad, text, bytes, tag, sizeof tag);
    right &= is_message(text, bytes);
    status |= narae_gcm_start(ctx, nonce, sizeof nonce);
    status |= narae_gcm_ad(ctx, ad, sizeof ad);
    status |= narae_gcm_encrypt(ctx, text, text, bytes);
    status |= narae_gcm_finish(ctx, other, sizeof other);
    right &= is_equal(tag, other, sizeof tag);
    tag[0] ^= 1;
    return right && status == NARAE_OK &&
           narae_gcm_open(ctx, text, nonce, sizeof nonce, ad, sizeof ad, text, bytes, tag, sizeof tag) ==
               NARAE_ERROR_AUTHENTICATION;
}

int
narae_test_gcm(const narae_known_answer *test)
{
    narae_gcm ctx;
    uint8_t key[16];
    bool right = false;

    put_message(key, 0, sizeof key);
    if (narae_gcm_init(&ctx, (const narae_block_cipher *)test->subject, key, sizeof key) == NARAE_OK)
        right = is_right(&ctx, SHORT_BYTES, test->answer) && is_right(&ctx, PACKET_BYTES, NULL) &&
                is_right(&ctx, LONG_BYTES, NULL);
    narae_gcm_clear(&ctx);
    return outcome(NARAE_OK, right);
}

static bool
is_right_mac(narae_gmac *ctx, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], nonce[12], tag[16], other[16];
    int status;
    bool right = true;

    put_message(nonce, 0, sizeof nonce);
    put_message(text, 0, sizeof text);
    status = narae_gmac_tag_message(ctx, tag, sizeof tag, nonce, sizeof nonce, text, bytes);
    if (answer != NULL)
        right &= is_answer(tag, answer, sizeof tag);
    status |= narae_gmac_start(ctx, nonce, sizeof nonce);
    for (size_t at = 0; at < bytes; at += 16)
        status |= narae_gmac_update(ctx, text + at, 16);
    status |= narae_gmac_finish(ctx, other, sizeof other);
    right &= is_equal(tag, other, sizeof tag);
    status |= narae_gmac_verify_message(ctx, nonce, sizeof nonce, text, bytes, tag, sizeof tag);
    tag[0] ^= 1;
    return right && status == NARAE_OK &&
           narae_gmac_verify_message(ctx, nonce, sizeof nonce, text, bytes, tag, sizeof tag) ==
               NARAE_ERROR_AUTHENTICATION;
}

int
narae_test_gmac(const narae_known_answer *test)
{
    narae_gmac ctx;
    uint8_t key[16];
    bool right = false;

    put_message(key, 0, sizeof key);
    if (narae_gmac_init(&ctx, (const narae_block_cipher *)test->subject, key, sizeof key) == NARAE_OK)
        right = is_right_mac(&ctx, SHORT_BYTES, test->answer) && is_right_mac(&ctx, LONG_BYTES, NULL);
    narae_gmac_clear(&ctx);
    return outcome(NARAE_OK, right);
}
