/* SPDX-License-Identifier: MIT */
/* CBC over every cipher, with PKCS #7 padding and without. */

#include "fuzz.h"

#include "narae/cbc.h"

typedef int step_fn(narae_cbc *, uint8_t *, size_t *, const uint8_t *, size_t);
typedef int end_fn(narae_cbc *, uint8_t *, size_t *);

/* The whole message in pieces, not in place.  Returns the status of the end;
 * `*out_bytes` counts what was written. */
static int
in_pieces(narae_cbc *ctx, const uint8_t *iv, int padding, step_fn *step, end_fn *end, uint8_t *out,
          size_t *out_bytes, const uint8_t *text, size_t n, input *in)
{
    size_t written = 0, more;

    PROMISE(narae_cbc_start(ctx, iv, ctx->key.cipher->block_bytes, padding) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, in)) {
        PROMISE(step(ctx, out + written, &more, text + at, piece) == NARAE_OK);
        PROMISE(more <= piece + 16);
        written += more;
    }

    int status = end(ctx, out + written, &more);

    *out_bytes = status == NARAE_OK ? written + more : written;
    return status;
}

/* `text` as plaintext. */
static void
check_encryption(narae_cbc *ctx, const uint8_t *iv, int padding, const uint8_t *text, size_t n, input *in)
{
    const size_t size = ctx->key.cipher->block_bytes;
    const size_t whole = padding == NARAE_CBC_PKCS7 ? n - n % size + size : n;
    uint8_t *out = fresh(whole), *again = fresh(whole + 16);
    size_t out_bytes, again_bytes;
    int status = narae_cbc_encrypt_message(ctx, out, &out_bytes, iv, size, padding, text, n);

    if (padding == NARAE_CBC_NO_PADDING && n % size != 0) {
        PROMISE(status == NARAE_ERROR_LENGTH && all(out, UNTOUCHED, whole));
    } else {
        PROMISE(status == NARAE_OK && out_bytes == whole);
        PROMISE(in_pieces(ctx, iv, padding, narae_cbc_encrypt, narae_cbc_encrypt_finish, again, &again_bytes,
                          text, n, in) == NARAE_OK);
        PROMISE(again_bytes == whole && memcmp(again, out, whole) == 0);
        PROMISE(narae_cbc_decrypt_message(ctx, out, &out_bytes, iv, size, padding, out, whole) == NARAE_OK);
        PROMISE(out_bytes == n && memcmp(out, text, n) == 0);
    }
}

/* `text` as ciphertext: what is accepted is what encryption gives. */
static void
check_decryption(narae_cbc *ctx, const uint8_t *iv, int padding, const uint8_t *text, size_t n, input *in)
{
    const size_t size = ctx->key.cipher->block_bytes;
    uint8_t *out = fresh(n), *again = fresh(n + 16);
    size_t out_bytes, again_bytes;
    int status = narae_cbc_decrypt_message(ctx, out, &out_bytes, iv, size, padding, text, n);
    int in_parts = in_pieces(ctx, iv, padding, narae_cbc_decrypt, narae_cbc_decrypt_finish, again,
                             &again_bytes, text, n, in);

    PROMISE(status == in_parts);
    if (status == NARAE_ERROR_PADDING)
        PROMISE(out_bytes == 0 && all(out, 0, n));
    if (status == NARAE_ERROR_LENGTH)
        PROMISE(all(out, UNTOUCHED, n));
    if (status == NARAE_OK) {
        PROMISE(out_bytes == again_bytes && memcmp(out, again, out_bytes) == 0);
        PROMISE(all(out + out_bytes, 0, n - out_bytes));
        PROMISE(narae_cbc_encrypt_message(ctx, out, &out_bytes, iv, size, padding, out, out_bytes) ==
                NARAE_OK);
        PROMISE(out_bytes == n && memcmp(out, text, n) == 0);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_block_cipher *cipher = take_cipher(&in);
    const size_t key_bytes = take_key_bytes(&in), size = cipher->block_bytes;
    const int padding = (int)take_upto(&in, 1);
    const size_t n = take_byte(&in) % 4 != 0 ? size * take_upto(&in, 150) : take_upto(&in, 1500);
    uint8_t *key = take_bytes(&in, 32), *iv = take_bytes(&in, size), *text = take_bytes(&in, n);
    narae_cbc ctx;

    if (narae_cbc_init(&ctx, cipher, key, key_bytes) == NARAE_OK) {
        check_encryption(&ctx, iv, padding, text, n, &in);
        check_decryption(&ctx, iv, padding, text, n, &in);
        narae_cbc_clear(&ctx);
    }
    return free_all();
}
