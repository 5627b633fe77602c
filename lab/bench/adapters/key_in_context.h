/* SPDX-License-Identifier: MIT */
/* A context for functions of a whole message that take the key: ADAPTER_KEY_BYTES of it. */

#define ADAPTER_KEY_SETUP 0

typedef struct adapter_context {
    uint8_t key[ADAPTER_KEY_BYTES];
} adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    memcpy(ctx->key, key, sizeof ctx->key);
    return NARAE_OK;
}
