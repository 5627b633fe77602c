/* SPDX-License-Identifier: MIT */
/* Measures what takes a whole message: CTR, CBC, stream ciphers, AEADs, MACs
 * and hashes, each through its adapter (adapter.h).  message_gate.h lists what
 * bench_config.h names.
 *
 * The window holds the call of the public function and nothing else. */

#include "message_gate.h"

BENCH_BUILD(ADAPTER_KEY_SETUP ? sizeof(adapter_context) : 0);

static int
seal(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    return adapter_seal(&guarded.ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
}

static int
open(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    return adapter_open(&guarded.ctx, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
}

static void
publish(void)
{
    hal_public(key, sizeof key);
    hal_public(&guarded, sizeof guarded);
    hal_public(area, sizeof area);
    hal_public(tag, sizeof tag);
}

/* A fresh key and a fresh message; keys and texts are secret, the rest is
 * public. */
static void
draw(const bench_operation *operation)
{
    publish();
    random_bytes(&stream, key, ADAPTER_KEY_BYTES);
    random_bytes(&stream, nonce, ADAPTER_NONCE_BYTES);
    random_bytes(&stream, ad, operation->ad_bytes);
    random_bytes(&stream, input, operation->bytes);
    hal_secret(key, sizeof key);
    hal_secret(input, operation->bytes);
}

static void
expect(int status, int expected)
{
    hal_public(&status, sizeof status);
    if (status != expected)
        bench_refuse(TEXT("a timed operation failed"));
}

static inline hal_time
sample_key_setup(const bench_operation *operation)
{
    int status = NARAE_OK;
    hal_time t;

    (void)operation;
    publish();
    random_bytes(&stream, key, ADAPTER_KEY_BYTES);
    hal_secret(key, sizeof key);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        status = adapter_set_key(&guarded.ctx, key);
    t = window_close();
    expect(status, NARAE_OK);
    return t;
}

static hal_time
sample_seal(const bench_operation *operation)
{
    size_t bytes = operation->bytes, ad_bytes = operation->ad_bytes;
    int status = NARAE_OK;
    hal_time t;

    draw(operation);
    adapter_set_key(&guarded.ctx, key);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        status = adapter_seal(&guarded.ctx, output, tag, ADAPTER_TAG_BYTES, nonce, ADAPTER_NONCE_BYTES, ad,
                              ad_bytes, input, bytes);
    t = window_close();
    expect(status, NARAE_OK);
    return t;
}

static hal_time
time_open(const bench_operation *operation, int expected)
{
    size_t bytes = operation->bytes, ad_bytes = operation->ad_bytes;
    int status = NARAE_OK;
    hal_time t;

    hal_public(output, bytes);
    hal_public(tag, sizeof tag);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        status = adapter_open(&guarded.ctx, input, nonce, ADAPTER_NONCE_BYTES, ad, ad_bytes, output, bytes,
                              tag, ADAPTER_TAG_BYTES);
    t = window_close();
    expect(status, expected);
    return t;
}

static inline hal_time
sample_decrypt(const bench_operation *operation)
{
    draw(operation);
    adapter_set_key(&guarded.ctx, key);
    seal(output, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, operation->ad_bytes, input, operation->bytes);
    return time_open(operation, NARAE_OK);
}

/* Follows sample_seal. */
static inline hal_time
sample_open(const bench_operation *operation)
{
    return time_open(operation, NARAE_OK);
}

/* Follows sample_open, which may have replaced what was sealed.  One bit of the
 * tag is wrong, a different one each time. */
static inline hal_time
sample_open_forged(const bench_operation *operation)
{
    uint8_t place;

    if (BENCH_IN_PLACE)
        seal(output, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, operation->ad_bytes, input, operation->bytes);
    random_bytes(&stream, &place, 1);
    tag[place / 8 % FORGED_BYTES] ^= (uint8_t)(1 << place % 8);
    return time_open(operation, NARAE_ERROR_AUTHENTICATION);
}

/* What is sealed is opened, and opened as a forgery, with almost the same code.
 * Decryption has separate code, which would evict that of encryption from a
 * small instruction cache, so it does not follow. */
#if ADAPTER_TEXT && ADAPTER_TAG_BYTES
#    define OPERATIONS(...)                                                           \
        {"seal", __VA_ARGS__, sample_seal, 0}, {"open", __VA_ARGS__, sample_open, 1}, \
            {"open-forged", __VA_ARGS__, sample_open_forged, 1},
#elif ADAPTER_TEXT && ADAPTER_OPENS
#    define OPERATIONS(...) \
        {"encrypt", __VA_ARGS__, sample_seal, 0}, {"decrypt", __VA_ARGS__, sample_decrypt, 0},
#elif ADAPTER_TEXT
#    define OPERATIONS(...) {"encrypt", __VA_ARGS__, sample_seal, 0},
#else
#    define OPERATIONS(...) {"hash", __VA_ARGS__, sample_seal, 0},
#endif

const bench_operation bench_operations[] NARAE_FLASH = {
#if ADAPTER_KEY_SETUP
    {"key-setup", ADAPTER_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_setup, 0},
#endif
    BENCH_SIZES(OPERATIONS){"", 0, 0, 0, 0, NULL, 0},
};
