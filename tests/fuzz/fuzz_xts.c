/* SPDX-License-Identifier: MIT */
/* XTS over every cipher: units and sectors of any size. */

#include "fuzz.h"

#include "narae/xts.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = 2 * take_key_bytes(&in), sector_bytes = take_upto(&in, 600);
    const size_t nsectors = take_upto(&in, 40), n = sector_bytes * nsectors;
    const unsigned sector = take_byte(&in);
    uint8_t *key = take_bytes(&in, 64), *text = take_bytes(&in, n), *out = fresh(n), *again = fresh(n);
    uint8_t tweak[16] = {(uint8_t)sector};
    narae_xts ctx;
    int status;

    key[0] ^= 1; /* the two keys are hardly ever equal */
    status = narae_xts_init(&ctx, cipher, key, key_bytes);
    if (cipher->block_bytes != 16)
        PROMISE(status == NARAE_ERROR_BLOCK_SIZE);
    if (status == NARAE_OK && memcmp(key, key + key_bytes / 2, key_bytes / 2) == 0)
        PROMISE(0);
    if (status == NARAE_OK) {
        status = narae_xts_encrypt_sectors(&ctx, out, sector, sector_bytes, text, n);
        PROMISE(status == (sector_bytes < 16 ? NARAE_ERROR_LENGTH : NARAE_OK));
        if (status == NARAE_OK) {
            for (size_t at = 0; at < n; at += sector_bytes) {
                PROMISE(narae_xts_encrypt_unit(&ctx, again + at, tweak, 16, text + at, sector_bytes) ==
                        NARAE_OK);
                for (unsigned i = 0; i < 16 && ++tweak[i] == 0; i++)
                    continue;
            }
            PROMISE(memcmp(out, again, n) == 0);
            PROMISE(narae_xts_decrypt_sectors(&ctx, out, sector, sector_bytes, out, n) == NARAE_OK);
            PROMISE(memcmp(out, text, n) == 0);
        } else {
            PROMISE(all(out, UNTOUCHED, n));
        }
        narae_xts_clear(&ctx);
        PROMISE(narae_xts_encrypt_unit(&ctx, again, tweak, 16, again, 16) == NARAE_ERROR_STATE);
    }
    return free_all();
}
