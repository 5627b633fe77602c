/* The AEADs that are no mode of a block cipher: their context keeps no key,
 * so each call is given it. */

#include <string.h>

#include "aead.h"
#include "narae/ascon.h"
#include "narae/chacha20_poly1305.h"

/* A context that was only initialised is all zeros, which every function must
 * take for "not started". */
static int
init(void *ctx, size_t ctx_bytes, const vector *v, size_t key_bytes)
{
    memset(ctx, 0, ctx_bytes);
    return v->key.n == key_bytes ? NARAE_OK : NARAE_ERROR_KEY_SIZE;
}

#define ASCON_CHECK(name)                                                                                  \
    static int name##_init(void *ctx, const vector *v)                                                     \
    {                                                                                                      \
        return init(ctx, sizeof(narae_##name##_ctx), v, 16);                                               \
    }                                                                                                      \
    static int name##_start(void *ctx, const vector *v)                                                    \
    {                                                                                                      \
        return narae_##name##_start(ctx, v->key.p, v->nonce.p, v->nonce.n);                                \
    }                                                                                                      \
    static int name##_seal(void *ctx, const vector *v, uint8_t *out, uint8_t *tag, const uint8_t *in)      \
    {                                                                                                      \
        (void)ctx;                                                                                         \
        return narae_##name##_seal(out, tag, v->tag.n, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, \
                                   in, v->plaintext.n);                                                    \
    }                                                                                                      \
    static int name##_open(void *ctx, const vector *v, uint8_t *out, const uint8_t *in)                    \
    {                                                                                                      \
        (void)ctx;                                                                                         \
        return narae_##name##_open(out, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,            \
                                   v->ciphertext.n, v->tag.p, v->tag.n);                                   \
    }                                                                                                      \
    AEAD_STEPS(name)                                                                                       \
    static int name##_finish(void *ctx, uint8_t *tag, size_t n)                                            \
    {                                                                                                      \
        return narae_##name##_finish(ctx, tag, n);                                                         \
    }                                                                                                      \
    const char *check_##name(const vector *v)                                                              \
    {                                                                                                      \
        static const aead under_test = AEAD(name);                                                         \
        narae_##name##_ctx ctx;                                                                            \
                                                                                                           \
        return check_aead(&under_test, &ctx, v);                                                           \
    }

ASCON_CHECK(ascon_aead128)
ASCON_CHECK(ascon128_v12)
ASCON_CHECK(ascon128a_v12)

static int
chacha20_poly1305_init(void *ctx, const vector *v)
{
    return init(ctx, sizeof(narae_chacha20_poly1305_ctx), v, 32);
}

static int
chacha20_poly1305_start(void *ctx, const vector *v)
{
    return narae_chacha20_poly1305_start(ctx, v->key.p, v->nonce.p, v->nonce.n);
}

static int
chacha20_poly1305_seal(void *ctx, const vector *v, uint8_t *out, uint8_t *tag, const uint8_t *in)
{
    (void)ctx;
    return narae_chacha20_poly1305_seal(out, tag, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                                        v->plaintext.n);
}

static int
chacha20_poly1305_open(void *ctx, const vector *v, uint8_t *out, const uint8_t *in)
{
    (void)ctx;
    return narae_chacha20_poly1305_open(out, v->key.p, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,
                                        v->ciphertext.n, v->tag.p, v->tag.n);
}

AEAD_STEPS(chacha20_poly1305)

static int
chacha20_poly1305_finish(void *ctx, uint8_t *tag, size_t n)
{
    return n == 16 ? narae_chacha20_poly1305_finish(ctx, tag) : NARAE_ERROR_TAG_SIZE;
}

const char *
check_chacha20_poly1305(const vector *v)
{
    static const aead under_test = AEAD(chacha20_poly1305);
    narae_chacha20_poly1305_ctx ctx;

    return check_aead(&under_test, &ctx, v);
}
