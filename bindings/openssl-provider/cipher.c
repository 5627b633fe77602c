/* SPDX-License-Identifier: MIT */
/* The functions that OpenSSL calls for every cipher: provider-cipher(7).
 *
 * A key or an IV may be set alone and in any order; the other stays as it was.
 * A context is plain memory, so a copy of it is a copy of the current message,
 * and wiping it erases everything. */

#include "cipher.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>

static size_t
usual_iv_bytes(const cipher_algorithm *a)
{
    return a->kind->iv_bytes == IV_IS_A_BLOCK ? a->cipher->block_bytes : a->kind->iv_bytes;
}

void *
prov_cipher_new(void *p, const cipher_algorithm *a)
{
    cipher_context *c = OPENSSL_zalloc(a->kind->context_bytes);

    if (c != NULL) {
        c->provider = p;
        c->algorithm = a;
        c->iv_bytes = usual_iv_bytes(a);
    }
    return c;
}

void
prov_cipher_free(void *context)
{
    const cipher_context *c = context;

    if (c != NULL)
        OPENSSL_clear_free(context, c->algorithm->kind->context_bytes);
}

void *
prov_cipher_dup(void *context)
{
    const cipher_context *c = context;

    return OPENSSL_memdup(c, c->algorithm->kind->context_bytes);
}

static bool
is_iv_size(const cipher_context *c, size_t n)
{
    const cipher_kind *kind = c->algorithm->kind;

    if (kind->max_iv_bytes != 0)
        return n >= kind->min_iv_bytes && n <= kind->max_iv_bytes;
    return n == c->iv_bytes;
}

static int
init(cipher_context *c, const uint8_t *key, size_t key_bytes, const uint8_t *iv, size_t iv_bytes,
     const OSSL_PARAM params[])
{
    const cipher_kind *kind = c->algorithm->kind;
    const bool takes_iv = iv != NULL && c->iv_bytes != 0;

    if (key != NULL && key_bytes != c->algorithm->key_bytes)
        return CHECK(c->provider, NARAE_ERROR_KEY_SIZE);
    if (takes_iv) {
        if (!is_iv_size(c, iv_bytes))
            return FAIL(c->provider, REASON_IV_LENGTH);
        memcpy(c->iv, iv, iv_bytes);
        c->iv_bytes = iv_bytes;
        c->state = IV_SET;
    }
    if (key != NULL) {
        if (!kind->set_key(c, key))
            return 0;
        c->has_key = true;
    }
    if (c->has_key && !kind->start(c, key != NULL, takes_iv))
        return 0;
    return prov_cipher_set_ctx_params(c, params);
}

int
prov_cipher_encrypt_init(void *context, const uint8_t *key, size_t key_bytes, const uint8_t *iv,
                         size_t iv_bytes, const OSSL_PARAM params[])
{
    ((cipher_context *)context)->encrypts = true;
    return init(context, key, key_bytes, iv, iv_bytes, params);
}

int
prov_cipher_decrypt_init(void *context, const uint8_t *key, size_t key_bytes, const uint8_t *iv,
                         size_t iv_bytes, const OSSL_PARAM params[])
{
    ((cipher_context *)context)->encrypts = false;
    return init(context, key, key_bytes, iv, iv_bytes, params);
}

int
prov_no_final(cipher_context *c, uint8_t *out, size_t *out_bytes, size_t room)
{
    (void)c, (void)out, (void)out_bytes, (void)room;
    return 1;
}

int
prov_cipher_update(void *context, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                   size_t bytes)
{
    cipher_context *c = context;

    *out_bytes = 0;
    if (!c->has_key)
        return FAIL(c->provider, REASON_NO_KEY);
    return c->algorithm->kind->update(c, out, out_bytes, room, in, bytes);
}

int
prov_cipher_final(void *context, uint8_t *out, size_t *out_bytes, size_t room)
{
    cipher_context *c = context;

    *out_bytes = 0;
    if (!c->has_key)
        return FAIL(c->provider, REASON_NO_KEY);
    return c->algorithm->kind->final(c, out, out_bytes, room);
}

int
prov_cipher_once(void *context, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    cipher_context *c = context;

    *out_bytes = 0;
    if (!c->has_key)
        return FAIL(c->provider, REASON_NO_KEY);
    return c->algorithm->kind->once(c, out, out_bytes, room, in, bytes);
}

const OSSL_PARAM *
prov_cipher_gettable_params(void *p)
{
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL),
        OSSL_PARAM_END,
    };

    (void)p;
    return list;
}

static int
set_size(OSSL_PARAM params[], const char *name, size_t value)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, name);

    return p == NULL || OSSL_PARAM_set_size_t(p, value);
}

static int
set_int(OSSL_PARAM params[], const char *name, int value)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, name);

    return p == NULL || OSSL_PARAM_set_int(p, value);
}

int
prov_cipher_get_params(const cipher_algorithm *a, OSSL_PARAM params[])
{
    const cipher_kind *kind = a->kind;
    OSSL_PARAM *mode = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_MODE);

    return (mode == NULL || OSSL_PARAM_set_uint(mode, kind->mode)) &&
           set_size(params, OSSL_CIPHER_PARAM_KEYLEN, a->key_bytes) &&
           set_size(params, OSSL_CIPHER_PARAM_IVLEN, usual_iv_bytes(a)) &&
           set_size(params, OSSL_CIPHER_PARAM_BLOCK_SIZE,
                    kind->block_bytes != 0 ? kind->block_bytes : a->cipher->block_bytes) &&
           set_int(params, OSSL_CIPHER_PARAM_AEAD, kind->authenticates) &&
           set_int(params, OSSL_CIPHER_PARAM_CUSTOM_IV, kind->authenticates || kind->has_own_iv) &&
           set_int(params, OSSL_CIPHER_PARAM_CTS, 0) &&
           set_int(params, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, 0) &&
           set_int(params, OSSL_CIPHER_PARAM_HAS_RAND_KEY, 0);
}

int
prov_set_bytes(OSSL_PARAM *p, const uint8_t *bytes, size_t n)
{
    return p->data_type == OSSL_PARAM_OCTET_PTR ? OSSL_PARAM_set_octet_ptr(p, bytes, n)
                                                : OSSL_PARAM_set_octet_string(p, bytes, n);
}

int
prov_cipher_get_ctx_params(void *context, OSSL_PARAM params[])
{
    cipher_context *c = context;
    const cipher_kind *kind = c->algorithm->kind;
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_IV);

    if (!set_size(params, OSSL_CIPHER_PARAM_KEYLEN, c->algorithm->key_bytes) ||
        !set_size(params, OSSL_CIPHER_PARAM_IVLEN, c->iv_bytes))
        return FAIL(c->provider, REASON_PARAMETER);
    if (iv != NULL && !prov_set_bytes(iv, c->iv, c->iv_bytes))
        return FAIL(c->provider, REASON_PARAMETER);
    return kind->get(c, params);
}

static int
set_iv_bytes(cipher_context *c, const OSSL_PARAM *p)
{
    size_t n;

    if (!OSSL_PARAM_get_size_t(p, &n))
        return FAIL(c->provider, REASON_PARAMETER);
    if (!is_iv_size(c, n))
        return FAIL(c->provider, REASON_IV_LENGTH);
    if (n != c->iv_bytes && c->state != NO_IV)
        c->state = UNUSABLE;
    c->iv_bytes = n;
    return 1;
}

static int
set_num(cipher_context *c, const OSSL_PARAM *p)
{
    const cipher_kind *kind = c->algorithm->kind;
    unsigned num;

    if (!OSSL_PARAM_get_uint(p, &num))
        return FAIL(c->provider, REASON_PARAMETER);
    if (kind->set_num != NULL && c->has_key && num < c->iv_bytes)
        return kind->set_num(c, num);
    return num == 0 || FAIL(c->provider, REASON_NUM);
}

int
prov_cipher_set_ctx_params(void *context, const OSSL_PARAM params[])
{
    cipher_context *c = context;

    if (params == NULL)
        return 1;

    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_IVLEN);

    if (p != NULL && !set_iv_bytes(c, p))
        return 0;
    p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_NUM);
    if (p != NULL && !set_num(c, p))
        return 0;
    return c->algorithm->kind->set == NULL || c->algorithm->kind->set(c, params);
}
