/* SPDX-License-Identifier: MIT */
/* SHA3 and SHAKE. */

#include "fuzz.h"

#include "narae/sha3.h"

static const struct {
    int (*start)(narae_sha3 *);
    int (*digest)(uint8_t *, const uint8_t *, size_t);
    int (*output)(uint8_t *, size_t, const uint8_t *, size_t);
    size_t bytes;
} hashes[] = {
    {narae_sha3_224_start, narae_sha3_224_message, NULL, 28},
    {narae_sha3_256_start, narae_sha3_256_message, NULL, 32},
    {narae_sha3_384_start, narae_sha3_384_message, NULL, 48},
    {narae_sha3_512_start, narae_sha3_512_message, NULL, 64},
    {narae_shake128_start, NULL, narae_shake128_message, 900},
    {narae_shake256_start, NULL, narae_shake256_message, 900},
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const size_t which = take_upto(&in, 5), n = take_upto(&in, 1500);
    const size_t out_bytes = which < 4 ? hashes[which].bytes : take_upto(&in, hashes[which].bytes);
    uint8_t *text = take_bytes(&in, n), *out = fresh(out_bytes), *again = fresh(out_bytes);
    narae_sha3 ctx;

    PROMISE((which < 4 ? hashes[which].digest(out, text, n)
                       : hashes[which].output(out, out_bytes, text, n)) == NARAE_OK);
    PROMISE(hashes[which].start(&ctx) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, &in))
        PROMISE(narae_sha3_update(&ctx, text + at, piece) == NARAE_OK);
    if (which < 4) {
        PROMISE(narae_shake_squeeze(&ctx, again, out_bytes) == NARAE_ERROR_STATE);
        PROMISE(narae_sha3_finish(&ctx, again, out_bytes + 1) == NARAE_ERROR_LENGTH);
        PROMISE(narae_sha3_finish(&ctx, again, out_bytes) == NARAE_OK);
        PROMISE(all((const uint8_t *)&ctx, 0, sizeof ctx));
    } else {
        PROMISE(narae_sha3_finish(&ctx, again, out_bytes) == NARAE_ERROR_STATE);
        for (EACH_PIECE(at, piece, out_bytes, &in))
            PROMISE(narae_shake_squeeze(&ctx, again + at, piece) == NARAE_OK);
        PROMISE(narae_shake_squeeze(&ctx, NULL, 0) == NARAE_OK);
    }
    PROMISE(narae_sha3_update(&ctx, text, n) == NARAE_ERROR_STATE);
    PROMISE(memcmp(out, again, out_bytes) == 0);
    return free_all();
}
