/* SPDX-License-Identifier: MIT */
/* Counter mode over every cipher, with counter fields of any width. */

#include "fuzz.h"

#include "narae/ctr.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in);
    const size_t counter_bytes = take_byte(&in) % 8 != 0 ? cipher->block_bytes : take_upto(&in, 20);
    const unsigned bits = (unsigned)take_upto(&in, 140);
    const size_t n = take_upto(&in, 2000);
    uint8_t *key = take_bytes(&in, 32), *counter = take_bytes(&in, counter_bytes), *text = take_bytes(&in, n);
    uint8_t *out = fresh(n), *again = fresh(n);
    narae_ctr ctx;

    if (narae_ctr_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        int status = narae_ctr_crypt_message(&ctx, out, counter, counter_bytes, bits, text, n);

        if (status != NARAE_OK)
            PROMISE(all(out, UNTOUCHED, n));
        if (narae_ctr_start(&ctx, counter, counter_bytes, bits) == NARAE_OK) {
            int last = NARAE_OK;

            memcpy(again, text, n);
            for (EACH_PIECE(at, piece, n, &in))
                if (last == NARAE_OK)
                    last = narae_ctr_crypt(&ctx, again + at, again + at, piece);
            PROMISE(last == status);
            if (status == NARAE_OK) {
                PROMISE(memcmp(out, again, n) == 0);
                PROMISE(narae_ctr_crypt_message(&ctx, out, counter, counter_bytes, bits, out, n) == NARAE_OK);
                PROMISE(memcmp(out, text, n) == 0);

                const size_t at = take_upto(&in, n), some = take_upto(&in, n - at);

                PROMISE(narae_ctr_seek(&ctx, at) == NARAE_OK);
                PROMISE(narae_ctr_crypt(&ctx, again + at, again + at, some) == NARAE_OK);
                PROMISE(memcmp(again + at, text + at, some) == 0);
            }
        } else {
            PROMISE(status == NARAE_ERROR_NONCE_SIZE);
        }
        narae_ctr_clear(&ctx);
        PROMISE(narae_ctr_crypt(&ctx, out, text, n) == NARAE_ERROR_STATE);
    }
    return free_all();
}
