/* SPDX-License-Identifier: MIT */
/* ChaCha and XChaCha, from any block counter. */

#include "fuzz.h"

#include "narae/chacha.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const uint8_t rounds_of[] = {20, 12, 8, 7}, nonce_of[] = {8, 12, 24, 8, 12, 24, 0, 16};
    input in = {data, bytes};
    const unsigned rounds = rounds_of[take_upto(&in, 3)];
    const size_t nonce_bytes = nonce_of[take_upto(&in, 7)], n = take_upto(&in, 2000);
    const uint64_t near[] = {0, 0xffffffff, UINT64_C(0x100000000), UINT64_MAX};
    const uint64_t counter = near[take_upto(&in, 3)] - take_upto(&in, 40);
    uint8_t *key = take_bytes(&in, 32), *nonce = take_bytes(&in, nonce_bytes), *text = take_bytes(&in, n);
    uint8_t *out = fresh(n), *again = fresh(n);
    narae_chacha ctx;
    int status = narae_chacha_crypt_message(out, text, n, rounds, key, 32, nonce, nonce_bytes, counter);

    if (status != NARAE_OK)
        PROMISE(all(out, UNTOUCHED, n));
    if (narae_chacha_start(&ctx, rounds, key, 32, nonce, nonce_bytes, counter) == NARAE_OK) {
        int last = NARAE_OK;

        memcpy(again, text, n);
        for (EACH_PIECE(at, piece, n, &in))
            if (last == NARAE_OK)
                last = narae_chacha_crypt(&ctx, again + at, again + at, piece);
        PROMISE(last == status);
        if (status == NARAE_OK) {
            PROMISE(memcmp(out, again, n) == 0);
            PROMISE(narae_chacha_crypt_message(out, out, n, rounds, key, 32, nonce, nonce_bytes, counter) ==
                    NARAE_OK);
            PROMISE(memcmp(out, text, n) == 0);
        }
        narae_chacha_clear(&ctx);
        PROMISE(narae_chacha_crypt(&ctx, out, text, n) == NARAE_ERROR_STATE);
    } else {
        PROMISE(status != NARAE_OK);
    }
    return free_all();
}
