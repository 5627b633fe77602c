/* SPDX-License-Identifier: MIT */
/* The target of any AEAD.  The including file defines CONTEXT, STEP(f) for the
 * functions that all have in the same form, and begin, start, seal, open and
 * finish below. */

#include "fuzz.h"

typedef struct message {
    const narae_block_cipher *cipher;
    uint8_t *key, *nonce, *ad, *text;
    size_t key_bytes, nonce_bytes, ad_bytes, bytes, tag_bytes;
} message;

static int begin(CONTEXT *ctx, const message *m); /* the key, if the context keeps it */
static int start(CONTEXT *ctx, const message *m);
static int seal(const CONTEXT *ctx, const message *m, uint8_t *out, uint8_t *tag, const uint8_t *in);
static int open(const CONTEXT *ctx, const message *m, uint8_t *out, const uint8_t *in, const uint8_t *tag);
static int finish(CONTEXT *ctx, uint8_t *tag, size_t tag_bytes);

static message
take_message(input *in)
{
    message m;

    m.cipher = take_cipher(in);
    m.key_bytes = take_key_bytes(in);
    m.nonce_bytes = NONCE_BYTES(take_byte(in));
    m.tag_bytes = TAG_BYTES(take_byte(in));
    m.ad_bytes = take_upto(in, 300);
    m.bytes = take_upto(in, 1500);
    m.key = take_bytes(in, 32);
    m.nonce = take_bytes(in, m.nonce_bytes);
    m.ad = take_bytes(in, m.ad_bytes);
    m.text = take_bytes(in, m.bytes);
    return m;
}

/* In place.  Some pieces are empty. */
static void
in_pieces(CONTEXT *ctx, const message *m, uint8_t *buffer, int decrypt, input *in)
{
    PROMISE(start(ctx, m) == NARAE_OK);
    for (EACH_PIECE(at, n, m->ad_bytes, in))
        PROMISE(STEP(ad)(ctx, m->ad + at, n) == NARAE_OK);
    for (EACH_PIECE(at, n, m->bytes, in))
        PROMISE((decrypt ? STEP(decrypt) : STEP(encrypt))(ctx, buffer + at, buffer + at, n) == NARAE_OK);
}

static void
check_message(CONTEXT *ctx, const message *m, input *in)
{
    uint8_t *sealed = fresh(m->bytes), *buffer = fresh(m->bytes), *tag = fresh(m->tag_bytes),
            *again = fresh(m->tag_bytes);
    int status = seal(ctx, m, sealed, tag, m->text);

    if (status != NARAE_OK) {
        PROMISE(all(sealed, UNTOUCHED, m->bytes) && all(tag, UNTOUCHED, m->tag_bytes));
        PROMISE(open(ctx, m, buffer, m->text, tag) == status && all(buffer, UNTOUCHED, m->bytes));
    } else {
        memcpy(buffer, m->text, m->bytes);
        in_pieces(ctx, m, buffer, 0, in);
        PROMISE(finish(ctx, again, m->tag_bytes) == NARAE_OK);
        PROMISE(memcmp(buffer, sealed, m->bytes) == 0 && memcmp(again, tag, m->tag_bytes) == 0);
        in_pieces(ctx, m, buffer, 1, in);
        PROMISE(STEP(verify)(ctx, tag, m->tag_bytes) == NARAE_OK);
        PROMISE(memcmp(buffer, m->text, m->bytes) == 0);
        memcpy(buffer, sealed, m->bytes);
        PROMISE(begin(ctx, m) == NARAE_OK);
        PROMISE(open(ctx, m, buffer, buffer, tag) == NARAE_OK && memcmp(buffer, m->text, m->bytes) == 0);

        /* one changed bit */
        size_t bit = take_upto(in, 8 * (m->tag_bytes + m->bytes) - 1), byte = bit / 8;
        uint8_t *changed = byte < m->tag_bytes ? tag + byte : sealed + (byte - m->tag_bytes);

        *changed ^= (uint8_t)(1 << bit % 8);
        PROMISE(open(ctx, m, buffer, sealed, tag) == NARAE_ERROR_AUTHENTICATION);
        PROMISE(all(buffer, 0, m->bytes));
    }
}

/* Calls in any order, of any size: whatever they answer, they stay within
 * their buffers, and a tag that was not computed is not accepted. */
static void
misuse(CONTEXT *ctx, const message *m, input *in)
{
    uint8_t *out = fresh(m->bytes), *tag = take_bytes(in, 16);

    while (in->n != 0) {
        size_t n = take_upto(in, m->bytes), tag_bytes = take_upto(in, 16);

        switch (take_upto(in, 6)) {
        case 0:
            (void)start(ctx, m);
            break;
        case 1:
            (void)STEP(ad)(ctx, m->text, n);
            break;
        case 2:
            (void)STEP(encrypt)(ctx, out, m->text, n);
            break;
        case 3:
            (void)STEP(decrypt)(ctx, out, m->text, n);
            break;
        case 4:
            (void)finish(ctx, tag, tag_bytes);
            break;
        case 5:
            (void)STEP(verify)(ctx, tag, tag_bytes);
            break;
        default:
            STEP(clear)(ctx);
            PROMISE(STEP(encrypt)(ctx, NULL, NULL, 0) == NARAE_ERROR_STATE);
            PROMISE(STEP(verify)(ctx, tag, 16) == NARAE_ERROR_STATE);
            (void)begin(ctx, m);
        }
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    message m = take_message(&in);
    CONTEXT ctx;

    memset(&ctx, 0, sizeof ctx);
    if (begin(&ctx, &m) == NARAE_OK) {
        check_message(&ctx, &m, &in);
        misuse(&ctx, &m, &in);
    }
    STEP(clear)(&ctx);
    PROMISE(all((const uint8_t *)&ctx, 0, sizeof ctx));
    return free_all();
}
