/* SPDX-License-Identifier: MIT */
/* KW and KWP over every cipher: only wrapped keys are unwrapped. */

#include "fuzz.h"

#include "narae/kw.h"

static void
check_kw(const narae_kw *ctx, const uint8_t *text, size_t n, input *in)
{
    uint8_t *wrapped = fresh(n + 8), *out = fresh(n);
    const int status = narae_kw_wrap(ctx, wrapped, text, n);

    PROMISE(status == (n % 8 == 0 && n >= 16 ? NARAE_OK : NARAE_ERROR_LENGTH));
    if (status == NARAE_OK) {
        const size_t bit = take_upto(in, 8 * n + 63);

        PROMISE(narae_kw_unwrap(ctx, out, wrapped, n + 8) == NARAE_OK);
        PROMISE(memcmp(out, text, n) == 0);
        wrapped[bit / 8] ^= (uint8_t)(1 << bit % 8);
        PROMISE(narae_kw_unwrap(ctx, out, wrapped, n + 8) == NARAE_ERROR_AUTHENTICATION);
        PROMISE(all(out, 0, n));
    } else {
        PROMISE(all(wrapped, UNTOUCHED, n + 8));
    }
}

static void
check_kwp(const narae_kw *ctx, const uint8_t *text, size_t n, input *in)
{
    const size_t size = NARAE_KWP_BYTES(n);
    uint8_t *wrapped = fresh(size), *out = fresh(size - 8);
    const int status = narae_kwp_wrap(ctx, wrapped, text, n);

    PROMISE(status == (n != 0 ? NARAE_OK : NARAE_ERROR_LENGTH));
    if (status == NARAE_OK) {
        const size_t bit = take_upto(in, 8 * size - 1);
        size_t out_bytes;

        PROMISE(narae_kwp_unwrap(ctx, out, &out_bytes, wrapped, size) == NARAE_OK);
        PROMISE(out_bytes == n && memcmp(out, text, n) == 0 && all(out + n, 0, size - 8 - n));
        wrapped[bit / 8] ^= (uint8_t)(1 << bit % 8);
        PROMISE(narae_kwp_unwrap(ctx, out, &out_bytes, wrapped, size) == NARAE_ERROR_AUTHENTICATION);
        PROMISE(out_bytes == 0 && all(out, 0, size - 8));
    } else {
        PROMISE(all(wrapped, UNTOUCHED, size));
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in);
    const size_t n = take_byte(&in) % 2 != 0 ? 8 * take_upto(&in, 30) : take_upto(&in, 240);
    uint8_t *key = take_bytes(&in, 32), *text = take_bytes(&in, n);
    narae_kw ctx;

    if (narae_kw_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        check_kw(&ctx, text, n, &in);
        check_kwp(&ctx, text, n, &in);
        narae_kw_clear(&ctx);
    }
    return free_all();
}
