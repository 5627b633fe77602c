/* SPDX-License-Identifier: MIT */
/* Known answers of Ascon-AEAD128 and Ascon-Hash256. */

#include "self_test_internal.h"

#include "narae/ascon.h"

static int
test_ascon_aead128(const narae_known_answer *test)
{
    uint8_t text[SHORT_BYTES], key[16], nonce[16], ad[AD_BYTES], tag[16];
    bool ok;

    put_message(key, 0, sizeof key);
    put_message(nonce, 0, sizeof nonce);
    put_message(ad, 0, sizeof ad);
    put_message(text, 0, sizeof text);
    ok = narae_ascon_aead128_seal(text, tag, sizeof tag, key, nonce, sizeof nonce, ad, sizeof ad, text,
                                  sizeof text) == NARAE_OK;
    ok &= is_answer(tag, test->answer, sizeof tag);
    ok &= narae_ascon_aead128_open(text, key, nonce, sizeof nonce, ad, sizeof ad, text, sizeof text, tag,
                                   sizeof tag) == NARAE_OK;
    ok &= is_message(text, sizeof text);
    tag[0] ^= 1;
    ok &= narae_ascon_aead128_open(text, key, nonce, sizeof nonce, ad, sizeof ad, text, sizeof text, tag,
                                   sizeof tag) == NARAE_ERROR_AUTHENTICATION;
    return outcome(NARAE_OK, ok);
}

static int
test_ascon_hash256(const narae_known_answer *test)
{
    uint8_t text[SHORT_BYTES], digest[32];
    int status;

    put_message(text, 0, sizeof text);
    status = narae_ascon_hash256_message(digest, text, sizeof text);
    return outcome(status, is_answer(digest, test->answer, sizeof digest));
}

KNOWN_ANSWER(ascon_aead128, "Ascon-AEAD128", test_ascon_aead128, NULL, ANSWER_ASCON_AEAD128)
KNOWN_ANSWER(ascon_hash256, "Ascon-Hash256", test_ascon_hash256, NULL, ANSWER_ASCON_HASH256)
