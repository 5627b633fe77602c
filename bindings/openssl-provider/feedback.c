/* SPDX-License-Identifier: MIT */
/* CFB and OFB: streams that start at an IV.  An init without an IV restarts with the last
 * one given. */

#include "cipher.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "narae/cfb.h"
#include "narae/ofb.h"

/* `now`: the IV last reported, for callers that take its address. */
typedef struct cfb_context {
    cipher_context head;
    uint8_t now[16];
    narae_cfb cfb;
} cfb_context;

typedef struct ofb_context {
    cipher_context head;
    uint8_t now[16];
    narae_ofb ofb;
} ofb_context;

static int
set_key_cfb(cipher_context *head, const uint8_t *key)
{
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_cfb_init(&((cfb_context *)head)->cfb, a->cipher, key, a->key_bytes));
}

static int
set_key_ofb(cipher_context *head, const uint8_t *key)
{
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_ofb_init(&((ofb_context *)head)->ofb, a->cipher, key, a->key_bytes));
}

static int
start_cfb(cipher_context *head, bool new_key, bool new_iv)
{
    (void)new_key, (void)new_iv;
    return CHECK(head->provider, narae_cfb_start(&((cfb_context *)head)->cfb, head->iv, head->iv_bytes,
                                                 head->algorithm->kind->segment_bits));
}

static int
start_ofb(cipher_context *head, bool new_key, bool new_iv)
{
    (void)new_key, (void)new_iv;
    return CHECK(head->provider, narae_ofb_start(&((ofb_context *)head)->ofb, head->iv, head->iv_bytes));
}

static int
update_cfb(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
           size_t bytes)
{
    narae_cfb *cfb = &((cfb_context *)head)->cfb;

    if (room < bytes)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (!CHECK(head->provider, head->encrypts ? narae_cfb_encrypt(cfb, out, in, bytes)
                                              : narae_cfb_decrypt(cfb, out, in, bytes)))
        return 0;
    *out_bytes = bytes;
    return 1;
}

static int
update_ofb(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
           size_t bytes)
{
    if (room < bytes)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (!CHECK(head->provider, narae_ofb_crypt(&((ofb_context *)head)->ofb, out, in, bytes)))
        return 0;
    *out_bytes = bytes;
    return 1;
}

/* The IV as OpenSSL reports it: the next block to encrypt, or within a block the feedback
 * so far and the rest of the key stream. */
static void
look(const cipher_context *head, uint8_t now[16], const uint8_t *feedback, const uint8_t *keystream,
     unsigned left)
{
    const size_t done = head->iv_bytes - left;

    memcpy(now, feedback, done);
    memcpy(now + done, keystream + done, left);
}

static void
look_cfb(cfb_context *c)
{
    const narae_cfb_message *m = &c->cfb.message;

    look(&c->head, c->now, m->input + m->left, m->keystream, m->left);
}

static void
look_ofb(ofb_context *c)
{
    const narae_ofb_message *m = &c->ofb.message;

    look(&c->head, c->now, m->keystream, m->keystream, m->left);
}

/* A segment of a byte has no middle. */
static int
set_num_cfb(cipher_context *head, size_t num)
{
    cfb_context *c = (cfb_context *)head;
    narae_cfb_message *m = &c->cfb.message;

    if (m->segment_bytes == 1)
        return num == 0 || FAIL(head->provider, REASON_NUM);
    look_cfb(c);
    m->left = (uint8_t)(num == 0 ? 0 : head->iv_bytes - num);
    memcpy(m->input + m->left, c->now, head->iv_bytes - m->left);
    memcpy(m->keystream, c->now, head->iv_bytes);
    return 1;
}

static int
set_num_ofb(cipher_context *head, size_t num)
{
    ofb_context *c = (ofb_context *)head;
    narae_ofb_message *m = &c->ofb.message;

    look_ofb(c);
    m->left = (uint8_t)(num == 0 ? 0 : head->iv_bytes - num);
    memcpy(m->keystream, c->now, head->iv_bytes);
    return 1;
}

/* Also reports `num`, the position in the block. */
static int
get(cipher_context *head, OSSL_PARAM params[], const uint8_t now[16], unsigned left)
{
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV);
    OSSL_PARAM *num = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_NUM);
    const size_t done = head->iv_bytes - left;

    if (num != NULL && !OSSL_PARAM_set_uint(num, left == 0 ? 0 : (unsigned)done))
        return FAIL(head->provider, REASON_PARAMETER);
    return iv == NULL || prov_set_bytes(iv, now, head->iv_bytes) || FAIL(head->provider, REASON_PARAMETER);
}

static int
get_cfb(cipher_context *head, OSSL_PARAM params[])
{
    cfb_context *c = (cfb_context *)head;

    if (!head->has_key)
        return get(head, params, head->iv, 0);
    look_cfb(c);
    return get(head, params, c->now, c->cfb.message.left);
}

static int
get_ofb(cipher_context *head, OSSL_PARAM params[])
{
    ofb_context *c = (ofb_context *)head;

    if (!head->has_key)
        return get(head, params, head->iv, 0);
    look_ofb(c);
    return get(head, params, c->now, c->ofb.message.left);
}

static const OSSL_PARAM gettable[] = {
    GETTABLE_OF_ALL,
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
    OSSL_PARAM_END,
};
static const OSSL_PARAM settable[] = {
    SETTABLE_OF_ALL,
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
    OSSL_PARAM_END,
};

#define KIND_OF(which, mode_of_evp, bits)         \
    {                                             \
        .mode = mode_of_evp,                      \
        .block_bytes = 1,                         \
        .iv_bytes = IV_IS_A_BLOCK,                \
        .segment_bits = bits,                     \
        .context_bytes = sizeof(which##_context), \
        .set_key = set_key_##which,               \
        .start = start_##which,                   \
        .update = update_##which,                 \
        .final = prov_no_final,                   \
        .once = update_##which,                   \
        .get = get_##which,                       \
        .set_num = set_num_##which,               \
        .gettable = gettable,                     \
        .settable = settable,                     \
    }

const cipher_kind prov_cfb = KIND_OF(cfb, EVP_CIPH_CFB_MODE, NARAE_CFB_WHOLE_BLOCK);
const cipher_kind prov_cfb8 = KIND_OF(cfb, EVP_CIPH_CFB_MODE, 8);
const cipher_kind prov_ofb = KIND_OF(ofb, EVP_CIPH_OFB_MODE, 0);
