/* SPDX-License-Identifier: MIT */
/* HMAC over every hash. */

#include "fuzz.h"

#include "../c/hashes.h"

static const narae_hash *const hashes[] = {ALL_HASHES};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_hash *hash = hashes[take_upto(&in, sizeof hashes / sizeof *hashes - 1)];
    const size_t key_bytes = take_upto(&in, 300), tag_bytes = take_upto(&in, 66), n = take_upto(&in, 1000);
    uint8_t *key = take_bytes(&in, key_bytes), *text = take_bytes(&in, n), *tag = fresh(tag_bytes);
    narae_hmac ctx;
    int status;

    PROMISE(narae_hmac_init(&ctx, hash, key, key_bytes) == NARAE_OK);
    status = narae_hmac_tag_message(&ctx, tag, tag_bytes, text, n);
    PROMISE(narae_hmac_start(&ctx) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, &in))
        PROMISE(narae_hmac_update(&ctx, text + at, piece) == NARAE_OK);
    PROMISE(narae_hmac_verify(&ctx, tag, tag_bytes) == (tag_bytes < 4 ? NARAE_ERROR_TAG_SIZE : status));
    if (tag_bytes < 4) {
        PROMISE(status == (tag_bytes == 0 ? NARAE_ERROR_TAG_SIZE : NARAE_OK));
    } else if (status != NARAE_OK) {
        PROMISE(status == NARAE_ERROR_TAG_SIZE && all(tag, UNTOUCHED, tag_bytes));
    } else {
        size_t bit = take_upto(&in, 8 * tag_bytes - 1);

        tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        PROMISE(narae_hmac_verify_message(&ctx, text, n, tag, tag_bytes) == NARAE_ERROR_AUTHENTICATION);
    }
    narae_hmac_clear(&ctx);
    return free_all();
}
