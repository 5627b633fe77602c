/* SPDX-License-Identifier: MIT */
/* Measures BENCH_MESSAGES messages in one call, each with its own key, nonce and text, in the lanes
 * of a vector.  This is kind_message.c for many messages; `bytes` of a row is that of all of them
 * together.  An adapter names, besides what adapter.h lists,
 *
 *     typedef ... adapter_message;     one of many, as the library takes them
 *
 *     void adapter_message_set(adapter_message *m, const uint8_t *key, const uint8_t *nonce,
 *                              const uint8_t *ad, size_t ad_bytes, const uint8_t *in, uint8_t *out,
 *                              size_t bytes, uint8_t *tag, size_t tag_bytes);
 *     int adapter_seal_batch(adapter_message *all, size_t nmessages, size_t tag_bytes);
 *     int adapter_open_batch(adapter_message *all, size_t nmessages, size_t tag_bytes);
 *
 * The gate processes each of its messages in all lanes in one call and requires the same result of
 * every lane; tests/c/test_batch.c checks that lanes with different lengths are independent.  The
 * window holds the call and nothing else. */

#include "message_gate.h"

BENCH_BUILD(0);

enum { MESSAGES = BENCH_MESSAGES, ROOM = BENCH_MAX_BYTES < CHECK_BYTES ? CHECK_BYTES : BENCH_MAX_BYTES };

static adapter_message messages[MESSAGES];
static uint8_t keys[MESSAGES][ADAPTER_KEY_BYTES + 1], nonces[MESSAGES][ADAPTER_NONCE_BYTES + 1];
static uint8_t tags[MESSAGES][sizeof tag];
/* Input and output of the gate's other lanes. */
static uint8_t texts[MESSAGES][ROOM], outputs[MESSAGES][ROOM];

/* One message in all lanes; the last lane writes to the real output. */
static int
in_all_lanes(int opening, uint8_t *out, uint8_t *last_tag, size_t tag_bytes, size_t nonce_bytes,
             size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    int status;

    if (nonce_bytes != ADAPTER_NONCE_BYTES)
        return NARAE_ERROR_NONCE_SIZE;
    for (unsigned i = 0; i < MESSAGES; i++) {
        const int last = i + 1 == MESSAGES;

        memcpy(tags[i], last_tag, tag_bytes);
        memcpy(texts[i], in, bytes);
        adapter_message_set(&messages[i], key, nonce, ad, ad_bytes, last ? in : texts[i],
                            last ? out : outputs[i], bytes, last ? last_tag : tags[i], tag_bytes);
    }
    status = (opening ? adapter_open_batch : adapter_seal_batch)(messages, MESSAGES, tag_bytes);
    for (unsigned i = 0; i + 1 < MESSAGES; i++)
        if (memcmp(tags[i], last_tag, tag_bytes) != 0 ||
            (ADAPTER_TEXT && memcmp(outputs[i], out, bytes) != 0))
            bench_refuse(TEXT("the lanes of a batch differ"));
    return status;
}

static int
seal(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    return in_all_lanes(0, out, tag, tag_bytes, nonce_bytes, ad_bytes, in, bytes);
}

static int
open(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    return in_all_lanes(1, out, tag, tag_bytes, nonce_bytes, ad_bytes, in, bytes);
}

/* Messages that are one after the other in `from` and go to `to`. */
static void
set_messages(const bench_operation *operation, uint8_t *to, const uint8_t *from)
{
    const size_t bytes = operation->bytes / MESSAGES;

    for (unsigned i = 0; i < MESSAGES; i++)
        adapter_message_set(&messages[i], keys[i], nonces[i], NULL, 0, from + i * bytes, to + i * bytes,
                            bytes, tags[i], ADAPTER_TAG_BYTES);
}

static void
publish(void)
{
    hal_public(keys, sizeof keys);
    hal_public(tags, sizeof tags);
    hal_public(area, sizeof area);
}

/* Fresh keys and fresh messages; keys and texts are secret, the rest is public. */
static void
draw(const bench_operation *operation)
{
    publish();
    random_bytes(&stream, (uint8_t *)keys, sizeof keys);
    random_bytes(&stream, (uint8_t *)nonces, sizeof nonces);
    random_bytes(&stream, input, operation->bytes);
    hal_secret(keys, sizeof keys);
    hal_secret(input, operation->bytes);
}

static void
expect(int status)
{
    hal_public(&status, sizeof status);
    if (status != NARAE_OK)
        bench_refuse(TEXT("a timed operation failed"));
}

static hal_time
sample_seal(const bench_operation *operation)
{
    int status = NARAE_OK;
    hal_time t;

    draw(operation);
    set_messages(operation, output, input);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        status = adapter_seal_batch(messages, MESSAGES, ADAPTER_TAG_BYTES);
    t = window_close();
    expect(status);
    return t;
}

/* Follows sample_seal. */
static inline hal_time
sample_open(const bench_operation *operation)
{
    int status = NARAE_OK;
    hal_time t;

    hal_public(output, operation->bytes);
    hal_public(tags, sizeof tags);
    set_messages(operation, input, output);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        status = adapter_open_batch(messages, MESSAGES, ADAPTER_TAG_BYTES);
    t = window_close();
    expect(status);
    return t;
}

#if ADAPTER_TEXT
#    define OPERATIONS(...) {"seal", __VA_ARGS__, sample_seal, 0}, {"open", __VA_ARGS__, sample_open, 1},
#else
#    define OPERATIONS(...) {"hash", __VA_ARGS__, sample_seal, 0},
#endif

const bench_operation bench_operations[] NARAE_FLASH = {
    BENCH_SIZES(OPERATIONS){"", 0, 0, 0, 0, NULL, 0},
};
