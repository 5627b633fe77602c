/* SPDX-License-Identifier: MIT */
/* A random generator for programs that load no other provider: EVP_RAND(7).
 *
 * `openssl speed -provider narae` and programs that need a salt request
 * CTR-DRBG, which no other loaded provider would have.  This file implements
 * none: it delegates to OpenSSL's own, in a library context of the generator.  Where another provider has a
 * generator, provider.c does not offer this one. */

#include "provider.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

typedef struct generator {
    OSSL_LIB_CTX *libctx;
    EVP_RAND_CTX *drbg;
} generator;

static void
rand_free(void *context)
{
    generator *g = context;

    if (g == NULL)
        return;
    EVP_RAND_CTX_free(g->drbg);
    OSSL_LIB_CTX_free(g->libctx);
    OPENSSL_free(g);
}

static void *
rand_new(void *p, void *parent, const OSSL_DISPATCH *parent_functions)
{
    generator *g = OPENSSL_zalloc(sizeof *g);
    EVP_RAND *kind = NULL;

    (void)p, (void)parent, (void)parent_functions;
    if (g == NULL)
        return NULL;
    g->libctx = OSSL_LIB_CTX_new();
    if (g->libctx != NULL)
        kind = EVP_RAND_fetch(g->libctx, "CTR-DRBG", NULL);
    if (kind != NULL)
        g->drbg = EVP_RAND_CTX_new(kind, NULL);
    EVP_RAND_free(kind);
    if (g->drbg == NULL) {
        rand_free(g);
        return NULL;
    }
    return g;
}

static int
rand_instantiate(void *context, unsigned strength, int prediction_resistance, const unsigned char *text,
                 size_t bytes, const OSSL_PARAM params[])
{
    return EVP_RAND_instantiate(((generator *)context)->drbg, strength, prediction_resistance, text, bytes,
                                params);
}

static int
rand_uninstantiate(void *context)
{
    return EVP_RAND_uninstantiate(((generator *)context)->drbg);
}

static int
rand_generate(void *context, unsigned char *out, size_t bytes, unsigned strength, int prediction_resistance,
              const unsigned char *more, size_t more_bytes)
{
    return EVP_RAND_generate(((generator *)context)->drbg, out, bytes, strength, prediction_resistance, more,
                             more_bytes);
}

static int
rand_reseed(void *context, int prediction_resistance, const unsigned char *entropy, size_t entropy_bytes,
            const unsigned char *more, size_t more_bytes)
{
    return EVP_RAND_reseed(((generator *)context)->drbg, prediction_resistance, entropy, entropy_bytes, more,
                           more_bytes);
}

static int
rand_enable_locking(void *context)
{
    return EVP_RAND_enable_locking(((generator *)context)->drbg);
}

/* Delegated calls lock for themselves. */
static int
rand_lock(void *context)
{
    (void)context;
    return 1;
}

static void
rand_unlock(void *context)
{
    (void)context;
}

static int
rand_get_params(void *context, OSSL_PARAM params[])
{
    return EVP_RAND_CTX_get_params(((generator *)context)->drbg, params);
}

static const OSSL_PARAM *
rand_gettable(void *context, void *p)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_RAND_PARAM_STATE, NULL),
        OSSL_PARAM_uint(OSSL_RAND_PARAM_STRENGTH, NULL),
        OSSL_PARAM_size_t(OSSL_RAND_PARAM_MAX_REQUEST, NULL),
        OSSL_PARAM_END,
    };

    (void)context, (void)p;
    return list;
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_RAND_NEWCTX, (void (*)(void))rand_new},
    {OSSL_FUNC_RAND_FREECTX, (void (*)(void))rand_free},
    {OSSL_FUNC_RAND_INSTANTIATE, (void (*)(void))rand_instantiate},
    {OSSL_FUNC_RAND_UNINSTANTIATE, (void (*)(void))rand_uninstantiate},
    {OSSL_FUNC_RAND_GENERATE, (void (*)(void))rand_generate},
    {OSSL_FUNC_RAND_RESEED, (void (*)(void))rand_reseed},
    {OSSL_FUNC_RAND_ENABLE_LOCKING, (void (*)(void))rand_enable_locking},
    {OSSL_FUNC_RAND_LOCK, (void (*)(void))rand_lock},
    {OSSL_FUNC_RAND_UNLOCK, (void (*)(void))rand_unlock},
    {OSSL_FUNC_RAND_GET_CTX_PARAMS, (void (*)(void))rand_get_params},
    {OSSL_FUNC_RAND_GETTABLE_CTX_PARAMS, (void (*)(void))rand_gettable},
    {0, NULL},
};

const OSSL_ALGORITHM prov_generators[] = {
    {"CTR-DRBG", "provider=narae", functions, NULL},
    {NULL, NULL, NULL, NULL},
};
