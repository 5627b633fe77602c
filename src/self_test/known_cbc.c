/* SPDX-License-Identifier: MIT */
/* CBC: known last block of a short message; decryption of a long one. */

#include "self_test_internal.h"

#include "narae/cbc.h"

static bool
passes(const narae_cbc *ctx, size_t iv_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], iv[16];
    size_t written;
    bool ok;

    put_message(iv, 0, sizeof iv);
    put_message(text, 0, sizeof text);
    ok = narae_cbc_encrypt_message(ctx, text, &written, iv, iv_bytes, NARAE_CBC_NO_PADDING, text, bytes) ==
         NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(text + bytes - 16, answer, 16);
    ok &= narae_cbc_decrypt_message(ctx, text, &written, iv, iv_bytes, NARAE_CBC_NO_PADDING, text, bytes) ==
          NARAE_OK;
    return ok && written == bytes && is_message(text, bytes);
}

int
narae_test_cbc(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    const size_t size = narae_block_cipher_block_bytes(cipher);
    narae_cbc ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_cbc_init(&ctx, cipher, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, size, SHORT_BYTES, test->answer) && passes(&ctx, size, LONG_BYTES, NULL);
    narae_cbc_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
