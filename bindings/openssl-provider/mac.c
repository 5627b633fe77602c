/* SPDX-License-Identifier: MIT */
/* HMAC over the hashes of this provider, whose blocks may be longer than OpenSSL's HMAC supports.
 *
 * OpenSSL fetches a MAC before it names the hash, from the first provider that has it.  So HMAC
 * over any other hash is delegated to another provider, whatever the order of loading. */

#include "provider.h"

#include <strings.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "narae/hash.h"
#include "narae/hmac.h"
#include "narae/wipe.h"

typedef struct mac_context {
    const provider *provider;
    const narae_hash *hash; /* null: another provider's */
    EVP_MAC_CTX *theirs;    /* null: ours, or not yet known */
    char name[50];          /* hash of `theirs`, which has a key for it */
    narae_hmac hmac;
} mac_context;

static void *
new_context(void *p)
{
    mac_context *c = OPENSSL_zalloc(sizeof *c);

    if (c != NULL)
        c->provider = p;
    return c;
}

static void
free_context(void *context)
{
    mac_context *c = context;

    if (c != NULL)
        EVP_MAC_CTX_free(c->theirs);
    OPENSSL_clear_free(c, sizeof *c);
}

static void *
dup_context(void *context)
{
    const mac_context *c = context;
    mac_context *copy = OPENSSL_memdup(c, sizeof *c);

    if (copy != NULL && c->theirs != NULL && (copy->theirs = EVP_MAC_CTX_dup(c->theirs)) == NULL) {
        free_context(copy);
        copy = NULL;
    }
    return copy;
}

/* Another provider's HMAC for a hash that is not ours. */
static int
hand_on(mac_context *c)
{
    EVP_MAC *mac = EVP_MAC_fetch(c->provider->libctx, "HMAC", "provider!=narae");

    EVP_MAC_CTX_free(c->theirs);
    c->theirs = mac != NULL ? EVP_MAC_CTX_new(mac) : NULL;
    EVP_MAC_free(mac);
    return c->theirs != NULL || FAIL(c->provider, REASON_HASH);
}

static int
set_key(mac_context *c, const void *key, size_t bytes)
{
    return (c->hash != NULL || FAIL(c->provider, REASON_HASH)) &&
           CHECK(c->provider, narae_hmac_init(&c->hmac, c->hash, key, bytes));
}

static int
set_ctx_params(void *context, const OSSL_PARAM params[])
{
    mac_context *c = context;
    const OSSL_PARAM *digest = params != NULL ? OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_DIGEST) : NULL;
    const OSSL_PARAM *key = params != NULL ? OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_KEY) : NULL;
    const char *name;
    const void *data;
    size_t bytes;

    if (digest != NULL) {
        if (!OSSL_PARAM_get_utf8_string_ptr(digest, &name) || name == NULL)
            return FAIL(c->provider, REASON_PARAMETER);

        const narae_hash *hash = prov_hash_named(name);

        if (hash != c->hash)
            narae_wipe(&c->hmac, sizeof c->hmac); /* of the previous hash */
        c->hash = hash;
        if (hash != NULL) {
            EVP_MAC_CTX_free(c->theirs);
            c->theirs = NULL;
        } else if (c->theirs == NULL || strcasecmp(name, c->name) != 0) {
            if (!hand_on(c))
                return 0;
            OPENSSL_strlcpy(c->name, name, sizeof c->name);
        }
    }
    if (c->theirs != NULL)
        return EVP_MAC_CTX_set_params(c->theirs, params);
    return key == NULL || (OSSL_PARAM_get_octet_string_ptr(key, &data, &bytes) && set_key(c, data, bytes));
}

static int
init(void *context, const uint8_t *key, size_t key_bytes, const OSSL_PARAM params[])
{
    mac_context *c = context;

    if (!set_ctx_params(c, params))
        return 0;
    if (c->theirs != NULL)
        return EVP_MAC_init(c->theirs, key, key_bytes, NULL);
    return (key == NULL || set_key(c, key, key_bytes)) && CHECK(c->provider, narae_hmac_start(&c->hmac));
}

static int
update(void *context, const uint8_t *in, size_t bytes)
{
    mac_context *c = context;

    return c->theirs != NULL ? EVP_MAC_update(c->theirs, in, bytes)
                             : CHECK(c->provider, narae_hmac_update(&c->hmac, in, bytes));
}

static int
final(void *context, uint8_t *out, size_t *out_bytes, size_t room)
{
    mac_context *c = context;

    if (c->theirs != NULL)
        return EVP_MAC_final(c->theirs, out, out_bytes, room);
    if (c->hash == NULL)
        return FAIL(c->provider, REASON_HASH);
    *out_bytes = narae_hash_digest_bytes(c->hash);
    return room < *out_bytes ? FAIL(c->provider, REASON_OUTPUT_TOO_SMALL)
                             : CHECK(c->provider, narae_hmac_finish(&c->hmac, out, *out_bytes));
}

static int
get_ctx_params(void *context, OSSL_PARAM params[])
{
    mac_context *c = context;
    OSSL_PARAM *size = OSSL_PARAM_locate(params, OSSL_MAC_PARAM_SIZE);
    OSSL_PARAM *block = OSSL_PARAM_locate(params, OSSL_MAC_PARAM_BLOCK_SIZE);

    if (c->theirs != NULL)
        return EVP_MAC_CTX_get_params(c->theirs, params);
    return (size == NULL || OSSL_PARAM_set_size_t(size, c->hash ? narae_hash_digest_bytes(c->hash) : 0)) &&
           (block == NULL || OSSL_PARAM_set_size_t(block, c->hash ? narae_hash_block_bytes(c->hash) : 0));
}

static const OSSL_PARAM *
gettable_ctx_params(void *context, void *p)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)context, (void)p;
    return list;
}

static const OSSL_PARAM *
settable_ctx_params(void *context, void *p)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)context, (void)p;
    return list;
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_MAC_NEWCTX, (void (*)(void))new_context},
    {OSSL_FUNC_MAC_FREECTX, (void (*)(void))free_context},
    {OSSL_FUNC_MAC_DUPCTX, (void (*)(void))dup_context},
    {OSSL_FUNC_MAC_INIT, (void (*)(void))init},
    {OSSL_FUNC_MAC_UPDATE, (void (*)(void))update},
    {OSSL_FUNC_MAC_FINAL, (void (*)(void)) final},
    {OSSL_FUNC_MAC_GET_CTX_PARAMS, (void (*)(void))get_ctx_params},
    {OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, (void (*)(void))gettable_ctx_params},
    {OSSL_FUNC_MAC_SET_CTX_PARAMS, (void (*)(void))set_ctx_params},
    {OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, (void (*)(void))settable_ctx_params},
    {0, NULL},
};

const OSSL_ALGORITHM prov_macs[] = {
    {"HMAC", "provider=narae", functions, NULL},
    {NULL, NULL, NULL, NULL},
};
