/* SPDX-License-Identifier: MIT */
/* Any AEAD of the library, for one check of them all.
 *
 * The macros define the functions that differ by the type of their context
 * only; the others are written by hand, and AEAD(gcm) is the initializer of
 * an aead from gcm_init, gcm_start and so on. */
#ifndef NARAE_TEST_AEAD_H
#define NARAE_TEST_AEAD_H

#include "vector.h"

typedef struct aead {
    int (*init)(void *ctx, const vector *v);
    int (*start)(void *ctx, const vector *v);
    int (*seal)(void *ctx, const vector *v, uint8_t *out, uint8_t *tag, const uint8_t *in);
    int (*open)(void *ctx, const vector *v, uint8_t *out, const uint8_t *in);
    int (*ad)(void *ctx, const uint8_t *ad, size_t n);
    int (*encrypt)(void *ctx, uint8_t *out, const uint8_t *in, size_t n);
    int (*decrypt)(void *ctx, uint8_t *out, const uint8_t *in, size_t n);
    int (*finish)(void *ctx, uint8_t *tag, size_t n);
    int (*verify)(void *ctx, const uint8_t *tag, size_t n);
    void (*clear)(void *ctx);
} aead;

const char *check_aead(const aead *a, void *ctx, const vector *v);

#define AEAD_KEYED_ONE_SHOT(name)                                                                           \
    static int name##_seal(void *ctx, const vector *v, uint8_t *out, uint8_t *tag, const uint8_t *in)       \
    {                                                                                                       \
        return narae_##name##_seal(ctx, out, tag, v->tag.n, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in,   \
                                   v->plaintext.n);                                                         \
    }                                                                                                       \
    static int name##_open(void *ctx, const vector *v, uint8_t *out, const uint8_t *in)                     \
    {                                                                                                       \
        return narae_##name##_open(ctx, out, v->nonce.p, v->nonce.n, v->ad.p, v->ad.n, in, v->ciphertext.n, \
                                   v->tag.p, v->tag.n);                                                     \
    }

#define AEAD_PIECES(name)                                                           \
    static int name##_ad(void *ctx, const uint8_t *ad, size_t n)                    \
    {                                                                               \
        return narae_##name##_ad(ctx, ad, n);                                       \
    }                                                                               \
    static int name##_encrypt(void *ctx, uint8_t *out, const uint8_t *in, size_t n) \
    {                                                                               \
        return narae_##name##_encrypt(ctx, out, in, n);                             \
    }                                                                               \
    static int name##_decrypt(void *ctx, uint8_t *out, const uint8_t *in, size_t n) \
    {                                                                               \
        return narae_##name##_decrypt(ctx, out, in, n);                             \
    }                                                                               \
    static int name##_verify(void *ctx, const uint8_t *tag, size_t n)               \
    {                                                                               \
        return narae_##name##_verify(ctx, tag, n);                                  \
    }                                                                               \
    static void name##_clear(void *ctx)                                             \
    {                                                                               \
        narae_##name##_clear(ctx);                                                  \
    }

#define AEAD_FINISH(name)                                       \
    static int name##_finish(void *ctx, uint8_t *tag, size_t n) \
    {                                                           \
        return narae_##name##_finish(ctx, tag, n);              \
    }

#define AEAD(name)                                                            \
    {name##_init,    name##_start,   name##_seal,   name##_open,   name##_ad, \
     name##_encrypt, name##_decrypt, name##_finish, name##_verify, name##_clear}

#endif
