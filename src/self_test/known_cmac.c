/* SPDX-License-Identifier: MIT */
/* CMAC: known tag of a short message; a long one in one call and block by block;
 * rejection of a wrong tag. */

#include "self_test_internal.h"

#include "narae/cmac.h"

static bool
passes(narae_cmac *ctx, size_t tag_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], tag[16], other[16];
    bool ok;

    put_message(text, 0, sizeof text);
    ok = narae_cmac_tag_message(ctx, tag, tag_bytes, text, bytes) == NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(tag, answer, tag_bytes);
    ok &= narae_cmac_start(ctx) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += 16)
        ok &= narae_cmac_update(ctx, text + at, 16) == NARAE_OK;
    ok &= narae_cmac_finish(ctx, other, tag_bytes) == NARAE_OK;
    ok &= is_equal(tag, other, tag_bytes);
    ok &= narae_cmac_verify_message(ctx, text, bytes, tag, tag_bytes) == NARAE_OK;
    tag[0] ^= 1;
    return ok && narae_cmac_verify_message(ctx, text, bytes, tag, tag_bytes) == NARAE_ERROR_AUTHENTICATION;
}

int
narae_test_cmac(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const size_t size = narae_block_cipher_block_bytes(cipher);
    narae_cmac ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_cmac_init(&ctx, cipher, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, size, SHORT_BYTES, test->answer) && passes(&ctx, size, LONG_BYTES, NULL);
    narae_cmac_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
