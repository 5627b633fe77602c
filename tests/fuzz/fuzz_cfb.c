/* SPDX-License-Identifier: MIT */
/* CFB over every cipher, with segments of any size. */

#include "fuzz.h"

#include "narae/cfb.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in), size = cipher->block_bytes;
    const unsigned bits =
        take_byte(&in) % 8 != 0 ? 8 * (unsigned)take_upto(&in, size) : (unsigned)take_upto(&in, 140);
    const size_t n = take_upto(&in, 2000);
    uint8_t *key = take_bytes(&in, 32), *iv = take_bytes(&in, size), *text = take_bytes(&in, n);
    uint8_t *out = fresh(n), *again = fresh(n);
    narae_cfb ctx;

    if (narae_cfb_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        const int status = narae_cfb_encrypt_message(&ctx, out, iv, size, bits, text, n);

        PROMISE(status == (bits % 8 == 0 && bits <= 8 * size ? NARAE_OK : NARAE_ERROR_BLOCK_SIZE));
        PROMISE(narae_cfb_start(&ctx, iv, size, bits) == status);
        if (status == NARAE_OK) {
            for (EACH_PIECE(at, piece, n, &in))
                PROMISE(narae_cfb_encrypt(&ctx, again + at, text + at, piece) == NARAE_OK);
            PROMISE(memcmp(out, again, n) == 0);
            PROMISE(narae_cfb_start(&ctx, iv, size, bits) == NARAE_OK);
            for (EACH_PIECE(at, piece, n, &in))
                PROMISE(narae_cfb_decrypt(&ctx, again + at, again + at, piece) == NARAE_OK);
            PROMISE(memcmp(again, text, n) == 0);
            PROMISE(narae_cfb_decrypt_message(&ctx, again, iv, size, bits, out, n) == NARAE_OK);
            PROMISE(memcmp(again, text, n) == 0);
        } else {
            PROMISE(all(out, UNTOUCHED, n));
        }
        narae_cfb_clear(&ctx);
        PROMISE(narae_cfb_decrypt(&ctx, out, text, n) == NARAE_ERROR_STATE);
    }
    return free_all();
}
