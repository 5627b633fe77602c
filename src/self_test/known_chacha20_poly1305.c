/* SPDX-License-Identifier: MIT */
/* Known answer of ChaCha20-Poly1305. */

#include "self_test_internal.h"

#include "narae/chacha20_poly1305.h"

static int
test_chacha20_poly1305(const narae_known_answer *test)
{
    uint8_t text[LONG_BYTES], key[32], nonce[12], ad[AD_BYTES], tag[16];
    bool ok;

    put_message(key, 0, sizeof key);
    put_message(nonce, 0, sizeof nonce);
    put_message(ad, 0, sizeof ad);
    put_message(text, 0, sizeof text);
    ok = narae_chacha20_poly1305_seal(text, tag, key, nonce, sizeof nonce, ad, sizeof ad, text,
                                      SHORT_BYTES) == NARAE_OK;
    ok &= is_answer(tag, test->answer, sizeof tag);
    ok &= narae_chacha20_poly1305_open(text, key, nonce, sizeof nonce, ad, sizeof ad, text, SHORT_BYTES, tag,
                                       sizeof tag) == NARAE_OK;
    ok &= is_message(text, sizeof text);
    ok &= narae_chacha20_poly1305_seal(text, tag, key, nonce, sizeof nonce, ad, sizeof ad, text,
                                       sizeof text) == NARAE_OK;
    ok &= is_answer(tag, test->answer + (LONG_BYTES == SHORT_BYTES ? 0 : sizeof tag), sizeof tag);
    ok &= narae_chacha20_poly1305_open(text, key, nonce, sizeof nonce, ad, sizeof ad, text, sizeof text, tag,
                                       sizeof tag) == NARAE_OK;
    ok &= is_message(text, sizeof text);
    tag[0] ^= 1;
    ok &= narae_chacha20_poly1305_open(text, key, nonce, sizeof nonce, ad, sizeof ad, text, sizeof text, tag,
                                       sizeof tag) == NARAE_ERROR_AUTHENTICATION;
    return outcome(NARAE_OK, ok);
}

KNOWN_ANSWER(chacha20_poly1305, "ChaCha20-Poly1305", test_chacha20_poly1305, NULL, ANSWER_CHACHA20_POLY1305)
