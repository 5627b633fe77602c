/* SPDX-License-Identifier: MIT */
/* See aead.h.
 *
 * A message starts with its first byte, so that key, IV and tag may be set in
 * any order before.  An IV is for one message: after the end another must be
 * set.  A message encrypted without one gets a random IV, which the caller can
 * query. */

#include "aead.h"

#include <string.h>

#include <openssl/core_names.h>

static const aead_functions *
functions_of(const aead_context *c)
{
    return c->head.algorithm->kind->aead;
}

/* A new key restarts the current message with the same IV. */
int
prov_aead_start(cipher_context *head, bool new_key, bool new_iv)
{
    if (new_key && !new_iv && head->state == STARTED)
        head->state = IV_SET;
    return 1;
}

int
prov_aead_begin(aead_context *c)
{
    c->head.state = FINISHED;
    if (c->head.encrypts)
        c->encrypted = false;
    if (!CHECK(c->head.provider, functions_of(c)->begin(c)))
        return 0;
    c->head.state = STARTED;
    return 1;
}

static int
make_iv(cipher_context *head)
{
    if (prov_random(head->provider, head->iv, head->iv_bytes))
        head->state = IV_SET;
    return head->state == IV_SET;
}

/* Starts a message if none was started. */
static int
begun(aead_context *c)
{
    cipher_context *head = &c->head;

    if (head->state == NO_IV && head->encrypts && !make_iv(head))
        return 0;
    if (head->state == IV_SET)
        return prov_aead_begin(c);
    return head->state == STARTED || FAIL(head->provider, REASON_NO_IV);
}

int
prov_aead_update(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                 size_t bytes)
{
    aead_context *c = (aead_context *)head;
    const aead_functions *f = functions_of(c);
    int status;

    if (!begun(c))
        return 0;
    if (out != NULL && room < bytes)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (out == NULL)
        status = f->ad(c, in, bytes);
    else if (head->encrypts)
        status = f->encrypt(c, out, in, bytes);
    else
        status = f->decrypt(c, out, in, bytes);
    if (!CHECK(head->provider, status))
        return 0;
    *out_bytes = bytes;
    return 1;
}

int
prov_aead_final(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room)
{
    aead_context *c = (aead_context *)head;

    (void)out, (void)out_bytes, (void)room;
    if (!head->encrypts && !c->has_tag)
        return FAIL(head->provider, REASON_NO_TAG);
    if (!begun(c))
        return 0;
    head->state = FINISHED;
    if (!head->encrypts)
        return CHECK(head->provider, functions_of(c)->verify(c, c->tag, c->tag_bytes));
    c->encrypted = CHECK(head->provider, functions_of(c)->finish(c, c->tag));
    c->has_tag = false;
    c->tag_bytes = TAG_BYTES;
    return c->encrypted;
}

int
prov_aead_once(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
               size_t bytes)
{
    return in == NULL ? prov_aead_final(head, out, out_bytes, room)
                      : prov_aead_update(head, out, out_bytes, room, in, bytes);
}

static int
get_tag(aead_context *c, OSSL_PARAM *p)
{
    const provider *provider = c->head.provider;

    if (!c->head.encrypts || !c->encrypted)
        return FAIL(provider, REASON_NO_TAG);
    if (!functions_of(c)->is_tag_size(p->data_size))
        return FAIL(provider, REASON_TAG_LENGTH);
    return OSSL_PARAM_set_octet_string(p, c->tag, p->data_size) || FAIL(provider, REASON_PARAMETER);
}

int
prov_aead_get(cipher_context *head, OSSL_PARAM params[])
{
    aead_context *c = (aead_context *)head;
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV);
    OSSL_PARAM *tag_bytes = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN);
    OSSL_PARAM *tag = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TAG);

    if (iv != NULL && !prov_set_bytes(iv, head->iv, head->iv_bytes))
        return FAIL(head->provider, REASON_PARAMETER);
    if (tag_bytes != NULL && !OSSL_PARAM_set_size_t(tag_bytes, c->tag_bytes == 0 ? TAG_BYTES : c->tag_bytes))
        return FAIL(head->provider, REASON_PARAMETER);
    return tag == NULL || get_tag(c, tag);
}

int
prov_aead_set(cipher_context *head, const OSSL_PARAM params[])
{
    aead_context *c = (aead_context *)head;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TAG);

    if (p == NULL)
        return 1;
    if (p->data_type != OSSL_PARAM_OCTET_STRING)
        return FAIL(head->provider, REASON_PARAMETER);
    if (!functions_of(c)->is_tag_size(p->data_size))
        return FAIL(head->provider, REASON_TAG_LENGTH);
    if (p->data != NULL && head->encrypts)
        return FAIL(head->provider, REASON_TAG_NOT_NEEDED);
    c->tag_bytes = p->data_size;
    c->has_tag = p->data != NULL;
    c->encrypted = false;
    if (c->has_tag)
        memcpy(c->tag, p->data, p->data_size);
    return 1;
}
