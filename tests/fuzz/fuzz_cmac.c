/* SPDX-License-Identifier: MIT */
/* CMAC over every cipher. */

#include "fuzz.h"

#include "narae/cmac.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in), tag_bytes = take_upto(&in, 18), n = take_upto(&in, 1000);
    uint8_t *key = take_bytes(&in, 32), *text = take_bytes(&in, n), *tag = fresh(tag_bytes);
    narae_cmac ctx;

    if (narae_cmac_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        int status = narae_cmac_tag_message(&ctx, tag, tag_bytes, text, n);

        PROMISE(narae_cmac_start(&ctx) == NARAE_OK);
        for (EACH_PIECE(at, piece, n, &in))
            PROMISE(narae_cmac_update(&ctx, text + at, piece) == NARAE_OK);
        PROMISE(narae_cmac_verify(&ctx, tag, tag_bytes) == (tag_bytes < 4 ? NARAE_ERROR_TAG_SIZE : status));
        if (tag_bytes < 4) {
            PROMISE(status == (tag_bytes == 0 ? NARAE_ERROR_TAG_SIZE : NARAE_OK));
        } else if (status != NARAE_OK) {
            PROMISE(status == NARAE_ERROR_TAG_SIZE && all(tag, UNTOUCHED, tag_bytes));
        } else {
            size_t bit = take_upto(&in, 8 * tag_bytes - 1);

            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            PROMISE(narae_cmac_verify_message(&ctx, text, n, tag, tag_bytes) == NARAE_ERROR_AUTHENTICATION);
            PROMISE(narae_cmac_update(&ctx, text, n) == NARAE_ERROR_STATE);
        }
        narae_cmac_clear(&ctx);
    }
    return free_all();
}
