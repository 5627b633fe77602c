/* SPDX-License-Identifier: MIT */
/* A peer as an adapter (lab/bench/adapter.h).  The text of a forgery is erased here,
 * if the peer does not, as the gate requires. */

typedef struct adapter_context {
} adapter_context;

static const peer *the_peer;

__attribute__((constructor)) static void
find_peer(void)
{
    the_peer = peer_find(BENCH_CIPHER, BENCH_MODE);
}

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    (void)ctx;
    return ADAPTER_KEY_BYTES == 0 || the_peer->set_key(key, ADAPTER_KEY_BYTES) ? NARAE_OK
                                                                               : NARAE_ERROR_KEY_SIZE;
}

static inline int
adapter_seal(SEAL_PARAMETERS)
{
    (void)ctx;
    return the_peer->seal(out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes)
               ? NARAE_OK
               : NARAE_ERROR_LENGTH;
}

static inline int
adapter_open(OPEN_PARAMETERS)
{
    (void)ctx;
    if (the_peer->open(out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes))
        return NARAE_OK;
    if (ADAPTER_TEXT)
        memset(out, 0, bytes);
    return NARAE_ERROR_AUTHENTICATION;
}
