/* SPDX-License-Identifier: MIT */
/* OFB over every cipher. */

#include "fuzz.h"

#include "narae/ofb.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in);
    const size_t iv_bytes = take_byte(&in) % 8 != 0 ? cipher->block_bytes : take_upto(&in, 20);
    const size_t n = take_upto(&in, 2000);
    uint8_t *key = take_bytes(&in, 32), *iv = take_bytes(&in, iv_bytes), *text = take_bytes(&in, n);
    uint8_t *out = fresh(n), *again = fresh(n);
    narae_ofb ctx;

    if (narae_ofb_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        const int status = narae_ofb_crypt_message(&ctx, out, iv, iv_bytes, text, n);

        PROMISE(status == (iv_bytes == cipher->block_bytes ? NARAE_OK : NARAE_ERROR_NONCE_SIZE));
        PROMISE(narae_ofb_start(&ctx, iv, iv_bytes) == status);
        if (status == NARAE_OK) {
            for (EACH_PIECE(at, piece, n, &in))
                PROMISE(narae_ofb_crypt(&ctx, again + at, text + at, piece) == NARAE_OK);
            PROMISE(memcmp(out, again, n) == 0);
            PROMISE(narae_ofb_crypt_message(&ctx, out, iv, iv_bytes, out, n) == NARAE_OK);
            PROMISE(memcmp(out, text, n) == 0);
        } else {
            PROMISE(all(out, UNTOUCHED, n));
        }
        narae_ofb_clear(&ctx);
        PROMISE(narae_ofb_crypt(&ctx, out, text, n) == NARAE_ERROR_STATE);
    }
    return free_all();
}
