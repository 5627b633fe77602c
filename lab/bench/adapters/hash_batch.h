/* SPDX-License-Identifier: MIT */
/* Many messages of a hash function in one call: lab/bench/kind_batch.c.
 * BENCH_PREFIX_batch is the call, BENCH_MESSAGE its type of a message, BENCH_DIGEST_BYTES
 * the requested size. */

#define ADAPTER_KEY_BYTES 0
#define ADAPTER_KEY_SETUP 0
#define ADAPTER_NONCE_BYTES 0
#define ADAPTER_TAG_BYTES BENCH_DIGEST_BYTES
#define ADAPTER_TEXT 0
#define ADAPTER_OPENS 0
#define ADAPTER_UNIT 1

typedef struct adapter_context {
    uint8_t none;
} adapter_context;

#ifndef BENCH_MESSAGE
#    define BENCH_MESSAGE narae_sha3_message
#endif

typedef BENCH_MESSAGE adapter_message;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return NARAE_OK;
}

static inline void
adapter_message_set(adapter_message *m, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad,
                    size_t ad_bytes, const uint8_t *in, uint8_t *out, size_t bytes, uint8_t *tag,
                    size_t tag_bytes)
{
    *m = (adapter_message){.in = in, .bytes = bytes, .out = tag, .out_bytes = tag_bytes};
}

static inline int
adapter_seal_batch(adapter_message *all, size_t nmessages, size_t tag_bytes)
{
    return ADAPTER_NAME(BENCH_PREFIX, batch)(all, nmessages);
}

static inline int
adapter_open_batch(adapter_message *all, size_t nmessages, size_t tag_bytes)
{
    return NARAE_ERROR_AUTHENTICATION;
}
