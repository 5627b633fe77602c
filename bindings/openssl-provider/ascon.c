/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128 and Ascon-Hash256: NIST SP 800-232. */

#include "aead.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "narae/ascon.h"

enum { KEY_BYTES = 16, RATE_BYTES = 8, DIGEST_BYTES = 32 };

typedef struct ascon_context {
    aead_context aead;
    uint8_t key[KEY_BYTES];
    narae_ascon_aead128 message;
} ascon_context;

static narae_ascon_aead128 *
message(aead_context *c)
{
    return &((ascon_context *)c)->message;
}

static int
set_key(cipher_context *head, const uint8_t *key)
{
    memcpy(((ascon_context *)head)->key, key, KEY_BYTES);
    return 1;
}

static int
begin(aead_context *c)
{
    return narae_ascon_aead128_start(message(c), ((ascon_context *)c)->key, c->head.iv, c->head.iv_bytes);
}

static int
ad(aead_context *c, const uint8_t *in, size_t bytes)
{
    return narae_ascon_aead128_ad(message(c), in, bytes);
}

static int
encrypt(aead_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return narae_ascon_aead128_encrypt(message(c), out, in, bytes);
}

static int
decrypt(aead_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return narae_ascon_aead128_decrypt(message(c), out, in, bytes);
}

static int
finish(aead_context *c, uint8_t tag[TAG_BYTES])
{
    return narae_ascon_aead128_finish(message(c), tag, TAG_BYTES);
}

static int
verify(aead_context *c, const uint8_t *tag, size_t tag_bytes)
{
    return narae_ascon_aead128_verify(message(c), tag, tag_bytes);
}

static bool
is_tag_size(size_t bytes)
{
    return bytes >= 4 && bytes <= TAG_BYTES;
}

static const OSSL_PARAM gettable[] = {GETTABLE_OF_AEAD, OSSL_PARAM_END};
static const OSSL_PARAM settable[] = {SETTABLE_OF_AEAD, OSSL_PARAM_END};
static const aead_functions functions = {begin, ad, encrypt, decrypt, finish, verify, is_tag_size};

const cipher_kind prov_ascon = {
    .mode = EVP_CIPH_STREAM_CIPHER,
    .block_bytes = 1,
    .authenticates = true,
    .aead = &functions,
    .iv_bytes = 16,
    .context_bytes = sizeof(ascon_context),
    .set_key = set_key,
    .start = prov_aead_start,
    .update = prov_aead_update,
    .final = prov_aead_final,
    .once = prov_aead_once,
    .get = prov_aead_get,
    .set = prov_aead_set,
    .gettable = gettable,
    .settable = settable,
};

/* The hash: provider-digest(7). */

typedef struct hash_context {
    const provider *provider;
    narae_ascon_hash256 hash;
} hash_context;

static void *
hash_new(void *p)
{
    hash_context *c = OPENSSL_zalloc(sizeof *c);

    if (c != NULL)
        c->provider = p;
    return c;
}

static void
hash_free(void *context)
{
    OPENSSL_clear_free(context, sizeof(hash_context));
}

static void *
hash_dup(void *context)
{
    return OPENSSL_memdup(context, sizeof(hash_context));
}

static int
hash_init(void *context, const OSSL_PARAM params[])
{
    hash_context *c = context;

    (void)params;
    return CHECK(c->provider, narae_ascon_hash256_start(&c->hash));
}

static int
hash_update(void *context, const uint8_t *in, size_t bytes)
{
    hash_context *c = context;

    return CHECK(c->provider, narae_ascon_hash256_update(&c->hash, in, bytes));
}

static int
hash_final(void *context, uint8_t *out, size_t *out_bytes, size_t room)
{
    hash_context *c = context;

    if (room < DIGEST_BYTES)
        return FAIL(c->provider, REASON_OUTPUT_TOO_SMALL);
    *out_bytes = DIGEST_BYTES;
    return CHECK(c->provider, narae_ascon_hash256_finish(&c->hash, out));
}

static int
hash_get_params(OSSL_PARAM params[])
{
    return prov_digest_get_params(params, RATE_BYTES, DIGEST_BYTES);
}

const OSSL_DISPATCH prov_ascon_hash256[] = {
    {OSSL_FUNC_DIGEST_NEWCTX, (void (*)(void))hash_new},
    {OSSL_FUNC_DIGEST_FREECTX, (void (*)(void))hash_free},
    {OSSL_FUNC_DIGEST_DUPCTX, (void (*)(void))hash_dup},
    {OSSL_FUNC_DIGEST_INIT, (void (*)(void))hash_init},
    {OSSL_FUNC_DIGEST_UPDATE, (void (*)(void))hash_update},
    {OSSL_FUNC_DIGEST_FINAL, (void (*)(void))hash_final},
    {OSSL_FUNC_DIGEST_GET_PARAMS, (void (*)(void))hash_get_params},
    {OSSL_FUNC_DIGEST_GETTABLE_PARAMS, (void (*)(void))prov_digest_gettable_params},
    {0, NULL},
};
