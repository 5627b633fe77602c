/* SPDX-License-Identifier: MIT */
/* AEADs that are no mode of a block cipher.  Their key comes with each
 * message, so _init has nothing to do but to clear the context. */

#include <string.h>

#include "aead.h"
#include "narae/ascon.h"
#include "narae/chacha20_poly1305.h"

/* All that does not depend on whether a tag has more than one size. */
#define KEYLESS(name, key_bytes)                                                                \
    static int name##_init(void *ctx, const vector *v)                                          \
    {                                                                                           \
        memset(ctx, 0, sizeof(narae_##name));                                                   \
        return v->key.n == (key_bytes) ? NARAE_OK : NARAE_ERROR_KEY_SIZE;                       \
    }                                                                                           \
    static int name##_start(void *ctx, const vector *v)                                         \
    {                                                                                           \
        return narae_##name##_start(ctx, v->key.p, v->nonce.p, v->nonce.n);                     \
    }                                                                                           \
    static int name##_open(void *ctx, const vector *v, uint8_t *out, const uint8_t *in)         \
    {                                                                                           \
        (void)ctx;                                                                              \
        return narae_##name##_open(out, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in, \
                                   v->ciphertext.n, v->tag.p, v->tag.n);                        \
    }                                                                                           \
    AEAD_PIECES(name)                                                                           \
    const char *check_##name(const vector *v)                                                   \
    {                                                                                           \
        static const aead a = AEAD(name);                                                       \
        narae_##name ctx;                                                                       \
                                                                                                \
        return check_aead(&a, &ctx, v);                                                         \
    }

static int
ascon_aead128_seal(void *ctx, const vector *v, uint8_t *out, uint8_t *tag, const uint8_t *in)
{
    (void)ctx;
    return narae_ascon_aead128_seal(out, tag, v->tag.n, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n,
                                    in, v->plaintext.n);
}

AEAD_FINISH(ascon_aead128)
KEYLESS(ascon_aead128, 16)

static int
chacha20_poly1305_seal(void *ctx, const vector *v, uint8_t *out, uint8_t *tag, const uint8_t *in)
{
    (void)ctx;
    return narae_chacha20_poly1305_seal(out, tag, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                                        v->plaintext.n);
}

static int
chacha20_poly1305_finish(void *ctx, uint8_t *tag, size_t n)
{
    return n == 16 ? narae_chacha20_poly1305_finish(ctx, tag) : NARAE_ERROR_TAG_SIZE;
}

KEYLESS(chacha20_poly1305, 32)
