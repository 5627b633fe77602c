/* SPDX-License-Identifier: MIT */
/* A hash function without a key: BENCH_HASH(digest, digest_bytes, in, bytes)
 * is its call, BENCH_DIGEST_BYTES the requested size. */

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

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    return NARAE_OK;
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    return BENCH_HASH(tag, tag_bytes, in, bytes);
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    return NARAE_ERROR_AUTHENTICATION;
}
