/* SPDX-License-Identifier: MIT */
/* GMAC over every cipher: in pieces, in one call, and as GCM gives it. */

#include "fuzz.h"

#include "narae/gmac.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in), tag_bytes = take_upto(&in, 18), n = take_upto(&in, 1000);
    const size_t nonce_bytes = take_byte(&in) % 2 != 0 ? 12 : take_upto(&in, 40);
    uint8_t *key = take_bytes(&in, 32), *nonce = take_bytes(&in, nonce_bytes), *text = take_bytes(&in, n);
    uint8_t *tag = fresh(tag_bytes), *again = fresh(tag_bytes);
    narae_gmac ctx;

    if (narae_gmac_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        const int status = narae_gmac_tag_message(&ctx, tag, tag_bytes, nonce, nonce_bytes, text, n);

        if (status != NARAE_OK) {
            PROMISE(status == NARAE_ERROR_TAG_SIZE || (status == NARAE_ERROR_NONCE_SIZE && nonce_bytes == 0));
            PROMISE(all(tag, UNTOUCHED, tag_bytes));
        } else {
            const size_t bit = take_upto(&in, 8 * tag_bytes - 1);

            PROMISE(narae_gmac_start(&ctx, nonce, nonce_bytes) == NARAE_OK);
            for (EACH_PIECE(at, piece, n, &in))
                PROMISE(narae_gmac_update(&ctx, text + at, piece) == NARAE_OK);
            PROMISE(narae_gmac_finish(&ctx, again, tag_bytes) == NARAE_OK);
            PROMISE(memcmp(tag, again, tag_bytes) == 0);
            PROMISE(narae_gcm_open(&ctx, NULL, nonce, nonce_bytes, text, n, NULL, 0, tag, tag_bytes) ==
                    NARAE_OK);
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            PROMISE(narae_gmac_verify_message(&ctx, nonce, nonce_bytes, text, n, tag, tag_bytes) ==
                    NARAE_ERROR_AUTHENTICATION);
            PROMISE(narae_gmac_update(&ctx, text, n) == NARAE_ERROR_STATE);
        }
        narae_gmac_clear(&ctx);
    }
    return free_all();
}
