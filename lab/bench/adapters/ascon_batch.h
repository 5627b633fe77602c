/* SPDX-License-Identifier: MIT */
/* Many messages of Ascon-AEAD128 in one call: lab/bench/kind_batch.c. */

#define ADAPTER_KEY_BYTES 16
#define ADAPTER_KEY_SETUP 0
#define ADAPTER_NONCE_BYTES 16
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef struct adapter_context {
    uint8_t none;
} adapter_context;

typedef narae_ascon_aead128_message adapter_message;

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
    *m = (adapter_message){
        .key = key,
        .nonce = nonce,
        .ad = ad,
        .ad_bytes = ad_bytes,
        .in = in,
        .out = out,
        .bytes = bytes,
        .tag = tag,
    };
}

static inline int
adapter_seal_batch(adapter_message *all, size_t nmessages, size_t tag_bytes)
{
    return narae_ascon_aead128_seal_batch(all, nmessages, tag_bytes);
}

static inline int
adapter_open_batch(adapter_message *all, size_t nmessages, size_t tag_bytes)
{
    return narae_ascon_aead128_open_batch(all, nmessages, tag_bytes);
}
