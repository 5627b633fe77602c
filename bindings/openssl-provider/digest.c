/* SPDX-License-Identifier: MIT */
/* Hashes: any descriptor of the library (narae/hash.h) as a digest, and Ascon-Hash256.
 *
 * SHA-2, SHA-3, KBKDF and PBKDF2 are left to OpenSSL, whose KDFs take a digest of any
 * provider by name. */

#include "provider.h"

#include <string.h>
#include <strings.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>

#include "narae/descriptor.h"
#include "narae/lsh.h"

typedef struct digest_context {
    const provider *provider;
    const narae_hash *hash;
    uint64_t message[NARAE_HASH_CONTEXT_BYTES / 8];
} digest_context;

static void *
new_context(const provider *p, const narae_hash *hash)
{
    digest_context *c = OPENSSL_zalloc(sizeof *c);

    if (c != NULL) {
        c->provider = p;
        c->hash = hash;
    }
    return c;
}

static void
free_context(void *context)
{
    OPENSSL_clear_free(context, sizeof(digest_context));
}

static void *
dup_context(void *context)
{
    return OPENSSL_memdup(context, sizeof(digest_context));
}

static int
init(void *context, const OSSL_PARAM params[])
{
    digest_context *c = context;

    (void)params;
    return CHECK(c->provider, c->hash->start(c->message));
}

static int
update(void *context, const uint8_t *in, size_t bytes)
{
    digest_context *c = context;

    return CHECK(c->provider, c->hash->update(c->message, in, bytes));
}

static int
final(void *context, uint8_t *out, size_t *out_bytes, size_t room)
{
    digest_context *c = context;

    if (room < c->hash->digest_bytes)
        return FAIL(c->provider, REASON_OUTPUT_TOO_SMALL);
    *out_bytes = c->hash->digest_bytes;
    return CHECK(c->provider, c->hash->finish(c->message, out, c->hash->digest_bytes));
}

const OSSL_PARAM *
prov_digest_gettable_params(void *p)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
        OSSL_PARAM_END,
    };

    (void)p;
    return list;
}

int
prov_digest_get_params(OSSL_PARAM params[], size_t block_bytes, size_t digest_bytes)
{
    OSSL_PARAM *block = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_BLOCK_SIZE);
    OSSL_PARAM *size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_SIZE);
    OSSL_PARAM *xof = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_XOF);
    OSSL_PARAM *absent = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_ALGID_ABSENT);

    return (block == NULL || OSSL_PARAM_set_size_t(block, block_bytes)) &&
           (size == NULL || OSSL_PARAM_set_size_t(size, digest_bytes)) &&
           (xof == NULL || OSSL_PARAM_set_int(xof, 0)) && (absent == NULL || OSSL_PARAM_set_int(absent, 1));
}

/* X(symbol, names) */
#define HASHES(X)                           \
    X(lsh256_224, "LSH-256-224:LSH256-224") \
    X(lsh256_256, "LSH-256-256:LSH256-256") \
    X(lsh512_224, "LSH-512-224:LSH512-224") \
    X(lsh512_256, "LSH-512-256:LSH512-256") \
    X(lsh512_384, "LSH-512-384:LSH512-384") \
    X(lsh512_512, "LSH-512-512:LSH512-512")

#define DEFINE(symbol, names)                                                            \
    static void *new_##symbol(void *p)                                                   \
    {                                                                                    \
        return new_context(p, &narae_##symbol);                                          \
    }                                                                                    \
    static int get_params_##symbol(OSSL_PARAM params[])                                  \
    {                                                                                    \
        const narae_hash *hash = &narae_##symbol;                                        \
                                                                                         \
        return prov_digest_get_params(params, hash->block_bytes, hash->digest_bytes);    \
    }                                                                                    \
    static const OSSL_DISPATCH functions_##symbol[] = {                                  \
        {OSSL_FUNC_DIGEST_NEWCTX, (void (*)(void))new_##symbol},                         \
        {OSSL_FUNC_DIGEST_FREECTX, (void (*)(void))free_context},                        \
        {OSSL_FUNC_DIGEST_DUPCTX, (void (*)(void))dup_context},                          \
        {OSSL_FUNC_DIGEST_INIT, (void (*)(void))init},                                   \
        {OSSL_FUNC_DIGEST_UPDATE, (void (*)(void))update},                               \
        {OSSL_FUNC_DIGEST_FINAL, (void (*)(void)) final},                                \
        {OSSL_FUNC_DIGEST_GET_PARAMS, (void (*)(void))get_params_##symbol},              \
        {OSSL_FUNC_DIGEST_GETTABLE_PARAMS, (void (*)(void))prov_digest_gettable_params}, \
        {0, NULL},                                                                       \
    };

HASHES(DEFINE)

const narae_hash *
prov_hash_named(const char *name)
{
#define NAMED(symbol, names) {names, &narae_##symbol},
    static const struct {
        const char *names;
        const narae_hash *hash;
    } all[] = {HASHES(NAMED)};
    const size_t n = strlen(name);

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const char *at = all[i].names; at != NULL; at = strchr(at, ':')) {
            at += *at == ':';
            if (strncasecmp(at, name, n) == 0 && (at[n] == '\0' || at[n] == ':'))
                return all[i].hash;
        }
    return NULL;
}

#define LIST(symbol, names) {names, "provider=narae", functions_##symbol, NULL},

const OSSL_ALGORITHM prov_digests[] = {
    HASHES(LIST){"Ascon-Hash256", "provider=narae", prov_ascon_hash256, NULL},
    {NULL, NULL, NULL, NULL},
};
