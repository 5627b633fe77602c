/* SPDX-License-Identifier: MIT */
/* Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128. */

#include "fuzz.h"

#include "narae/ascon.h"

static void
check_hash256(const uint8_t *text, size_t n, input *in)
{
    uint8_t *out = fresh(32), *again = fresh(32);
    narae_ascon_hash256 ctx;

    PROMISE(narae_ascon_hash256_message(out, text, n) == NARAE_OK);
    PROMISE(narae_ascon_hash256_start(&ctx) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, in))
        PROMISE(narae_ascon_hash256_update(&ctx, text + at, piece) == NARAE_OK);
    PROMISE(narae_ascon_hash256_finish(&ctx, again) == NARAE_OK);
    PROMISE(memcmp(out, again, 32) == 0);
    PROMISE(narae_ascon_hash256_finish(&ctx, again) == NARAE_ERROR_STATE);
}

static void
check_xof128(const uint8_t *text, size_t n, input *in)
{
    const size_t out_bytes = take_upto(in, 500);
    uint8_t *out = fresh(out_bytes), *again = fresh(out_bytes);
    narae_ascon_xof128 ctx;

    PROMISE(narae_ascon_xof128_message(out, out_bytes, text, n) == NARAE_OK);
    PROMISE(narae_ascon_xof128_start(&ctx) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, in))
        PROMISE(narae_ascon_xof128_update(&ctx, text + at, piece) == NARAE_OK);
    for (EACH_PIECE(at, piece, out_bytes, in))
        PROMISE(narae_ascon_xof128_squeeze(&ctx, again + at, piece) == NARAE_OK);
    PROMISE(memcmp(out, again, out_bytes) == 0);
    narae_ascon_xof128_clear(&ctx);
    PROMISE(narae_ascon_xof128_update(&ctx, text, n) == NARAE_ERROR_STATE);
}

static void
check_cxof128(const uint8_t *text, size_t n, input *in)
{
    const size_t out_bytes = take_upto(in, 500), custom_bytes = take_upto(in, 300);
    uint8_t *custom = take_bytes(in, custom_bytes), *out = fresh(out_bytes), *again = fresh(out_bytes);
    narae_ascon_cxof128 ctx;
    int status = narae_ascon_cxof128_message(out, out_bytes, custom, custom_bytes, text, n);

    PROMISE(status == (custom_bytes <= NARAE_ASCON_CXOF128_CUSTOM_BYTES ? NARAE_OK : NARAE_ERROR_LENGTH));
    PROMISE(narae_ascon_cxof128_start(&ctx, custom, custom_bytes) == status);
    if (status == NARAE_OK) {
        for (EACH_PIECE(at, piece, n, in))
            PROMISE(narae_ascon_cxof128_update(&ctx, text + at, piece) == NARAE_OK);
        for (EACH_PIECE(at, piece, out_bytes, in))
            PROMISE(narae_ascon_cxof128_squeeze(&ctx, again + at, piece) == NARAE_OK);
        PROMISE(memcmp(out, again, out_bytes) == 0);
    } else {
        PROMISE(all(out, UNTOUCHED, out_bytes));
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const unsigned which = (unsigned)take_upto(&in, 2);
    const size_t n = take_upto(&in, 1000);
    uint8_t *text = take_bytes(&in, n);

    (which == 0 ? check_hash256 : which == 1 ? check_xof128 : check_cxof128)(text, n, &in);
    return free_all();
}
