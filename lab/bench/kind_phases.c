/* SPDX-License-Identifier: MIT */
/* Measures the phases of one authenticated message with the incremental interface: key, nonce,
 * associated data, text, tag.  Everything is as in kind_message.c, with another set of functions in
 * the adapter:
 *
 *     int adapter_set_key(adapter_context *ctx, const uint8_t *key);
 *     int adapter_start(adapter_context *ctx, const uint8_t *nonce, size_t nonce_bytes);
 *     int adapter_ad(adapter_context *ctx, const uint8_t *ad, size_t bytes);
 *     int adapter_encrypt(adapter_context *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
 *     int adapter_decrypt(adapter_context *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
 *     int adapter_finish(adapter_context *ctx, uint8_t *tag, size_t tag_bytes);
 *     int adapter_verify(adapter_context *ctx, const uint8_t *tag, size_t tag_bytes);
 *
 * and BENCH_AD_BYTES, the associated data of add-ad, in bench_config.h.
 *
 * A phase happens once in a message, so a window cannot repeat it: only for
 * boards whose clock is exact.  The work at the end of the associated data is done by the first
 * call for the text, and counted there. */

#include "message_gate.h"

#ifndef HAL_EXACT
#    error "a phase cannot be repeated in a window"
#endif

BENCH_BUILD(sizeof(adapter_context));

static adapter_context *const ctx = &guarded.ctx;

static int
begin(size_t nonce_bytes, size_t ad_bytes)
{
    int status = adapter_start(ctx, nonce, nonce_bytes);

    return status != NARAE_OK || ad_bytes == 0 ? status : adapter_ad(ctx, ad, ad_bytes);
}

static int
seal(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    int status = begin(nonce_bytes, ad_bytes);

    if (status == NARAE_OK)
        status = adapter_encrypt(ctx, out, in, bytes);
    return status == NARAE_OK ? adapter_finish(ctx, tag, tag_bytes) : status;
}

/* The interface leaves this to its caller: the text of a forgery is not used. */
static int
open(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    int status = begin(nonce_bytes, ad_bytes);

    if (status == NARAE_OK)
        status = adapter_decrypt(ctx, out, in, bytes);
    if (status == NARAE_OK)
        status = adapter_verify(ctx, tag, tag_bytes);
    if (status != NARAE_OK)
        memset(out, 0, bytes);
    return status;
}

static void
expect(int status)
{
    if (status != NARAE_OK)
        bench_refuse(TEXT("a timed operation failed"));
}

/* A fresh key and a fresh message, whose key is set. */
static void
draw(const bench_operation *operation)
{
    random_bytes(&stream, key, ADAPTER_KEY_BYTES);
    random_bytes(&stream, nonce, ADAPTER_NONCE_BYTES);
    random_bytes(&stream, ad, operation->ad_bytes);
    random_bytes(&stream, input, operation->bytes);
    expect(adapter_set_key(ctx, key));
}

#define TIMED(call)         \
    do {                    \
        int status;         \
        hal_time t;         \
                            \
        window_open();      \
        status = call;      \
        t = window_close(); \
        expect(status);     \
        return t;           \
    } while (0)

static inline hal_time
sample_set_key(const bench_operation *operation)
{
    draw(operation);
    TIMED(adapter_set_key(ctx, key));
}

static hal_time
sample_set_iv(const bench_operation *operation)
{
    draw(operation);
    TIMED(adapter_start(ctx, nonce, ADAPTER_NONCE_BYTES));
}

static hal_time
sample_add_ad(const bench_operation *operation)
{
    draw(operation);
    expect(adapter_start(ctx, nonce, ADAPTER_NONCE_BYTES));
    TIMED(adapter_ad(ctx, ad, operation->ad_bytes));
}

/* These four are one message, sealed and opened. */
static hal_time
sample_encrypt(const bench_operation *operation)
{
    draw(operation);
    expect(begin(ADAPTER_NONCE_BYTES, operation->ad_bytes));
    TIMED(adapter_encrypt(ctx, output, input, operation->bytes));
}

static hal_time
sample_compute_tag(const bench_operation *operation)
{
    (void)operation;
    TIMED(adapter_finish(ctx, tag, ADAPTER_TAG_BYTES));
}

static hal_time
sample_decrypt(const bench_operation *operation)
{
    expect(begin(ADAPTER_NONCE_BYTES, operation->ad_bytes));
    TIMED(adapter_decrypt(ctx, input, output, operation->bytes));
}

static hal_time
sample_check_tag(const bench_operation *operation)
{
    (void)operation;
    TIMED(adapter_verify(ctx, tag, ADAPTER_TAG_BYTES));
}

#define OPERATIONS(...)                                                                               \
    {"encrypt", __VA_ARGS__, sample_encrypt, 0}, {"compute-tag", __VA_ARGS__, sample_compute_tag, 1}, \
        {"decrypt", __VA_ARGS__, sample_decrypt, 1}, {"check-tag", __VA_ARGS__, sample_check_tag, 1},

const bench_operation bench_operations[] NARAE_FLASH = {
#if ADAPTER_KEY_SETUP
    {"set-key", ADAPTER_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_set_key, 0},
#endif
    {"set-iv", ADAPTER_NONCE_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_set_iv, 0},
    {"add-ad", 0, BENCH_AD_BYTES, BENCH_SAMPLES, BENCH_WARMUPS, sample_add_ad, 0},
    BENCH_SIZES(OPERATIONS){"", 0, 0, 0, 0, NULL, 0},
};
