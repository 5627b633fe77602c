/* SPDX-License-Identifier: MIT */
/* Poly1305. */

#include "fuzz.h"

#include "narae/poly1305.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const size_t n = take_upto(&in, 1500), tag_bytes = take_byte(&in) % 8 != 0 ? 16 : take_upto(&in, 20);
    uint8_t *key = take_bytes(&in, 32), *text = take_bytes(&in, n), *tag = fresh(16);
    uint8_t *other = take_bytes(&in, tag_bytes);
    narae_poly1305 ctx;

    PROMISE(narae_poly1305_tag_message(tag, key, text, n) == NARAE_OK);
    for (unsigned forged = 0; forged < 2; forged++) {
        PROMISE(narae_poly1305_start(&ctx, key) == NARAE_OK);
        for (EACH_PIECE(at, piece, n, &in))
            PROMISE(narae_poly1305_update(&ctx, text + at, piece) == NARAE_OK);
        if (tag_bytes != 16)
            PROMISE(narae_poly1305_verify(&ctx, other, tag_bytes) == NARAE_ERROR_TAG_SIZE);
        PROMISE(narae_poly1305_verify(&ctx, tag, 16) == (forged ? NARAE_ERROR_AUTHENTICATION : NARAE_OK));
        PROMISE(all((const uint8_t *)&ctx, 0, sizeof ctx));
        PROMISE(narae_poly1305_update(&ctx, text, n) == NARAE_ERROR_STATE);

        size_t bit = take_upto(&in, 127);

        tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    return free_all();
}
