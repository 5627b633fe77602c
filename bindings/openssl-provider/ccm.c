/* SPDX-License-Identifier: MIT */
/* CCM, whose lengths must be set first: EVP_EncryptInit(3), under CCM.
 *
 *     EVP_EncryptUpdate(ctx, NULL, &n, NULL, bytes);    the length, needed
 *     EVP_EncryptUpdate(ctx, NULL, &n, ad, ad_bytes);   before associated data
 *     EVP_EncryptUpdate(ctx, out, &n, in, bytes);       the message, in one call
 *
 * Decryption verifies in the last of these calls and outputs nothing of a
 * forged message; EVP_DecryptFinal then fails, too.
 *
 * As with OpenSSL's own CCM, announcing a length after an encrypted message
 * starts another with the same IV: `openssl speed` does so.  Programs set a new
 * IV for each message. */

#include "aead.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "narae/ccm.h"

typedef struct ccm_context {
    cipher_context head;
    size_t announced;
    uint8_t tag[TAG_BYTES];
    uint8_t tag_bytes;          /* 0: not set */
    uint8_t tag_bytes_computed; /* of the tag of the last message encrypted */
    bool has_tag;               /* set by the caller for verification */
    bool encrypted;             /* the tag belongs to an encrypted message */
    narae_ccm ccm;
} ccm_context;

static int
set_key(cipher_context *head, const uint8_t *key)
{
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_ccm_init(&((ccm_context *)head)->ccm, a->cipher, key, a->key_bytes));
}

static size_t
tag_bytes(const ccm_context *c)
{
    return c->tag_bytes == 0 ? 12 : c->tag_bytes;
}

/* An init without an IV continues a message; a new key restarts it. */
static int
start(cipher_context *head, bool new_key, bool new_iv)
{
    if (new_key && !new_iv && head->state != NO_IV && head->state != FINISHED && head->state != UNUSABLE)
        head->state = IV_SET;
    return 1;
}

static int
announce(ccm_context *c, size_t bytes)
{
    cipher_context *head = &c->head;

    if (head->state == NO_IV || head->state == UNUSABLE ||
        (head->state == FINISHED && !(head->encrypts && c->encrypted)))
        return FAIL(head->provider, REASON_NO_IV);
    c->encrypted = false;
    c->announced = bytes;
    head->state = ANNOUNCED;
    return 1;
}

static int
begin(ccm_context *c, size_t ad_bytes)
{
    cipher_context *head = &c->head;

    if (!CHECK(head->provider,
               narae_ccm_start(&c->ccm, head->iv, head->iv_bytes, ad_bytes, c->announced, tag_bytes(c))))
        return 0;
    head->state = STARTED;
    return 1;
}

static int
take_ad(ccm_context *c, const uint8_t *ad, size_t bytes)
{
    if (bytes == 0)
        return 1;
    if (c->head.state != ANNOUNCED)
        return CHECK(c->head.provider, NARAE_ERROR_STATE);
    return begin(c, bytes) && CHECK(c->head.provider, narae_ccm_ad(&c->ccm, ad, bytes));
}

static int
crypt(ccm_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const provider *provider = c->head.provider;
    int status;

    c->head.state = UNUSABLE;
    if (c->head.encrypts) {
        status = narae_ccm_encrypt(&c->ccm, out, in, bytes);
        if (status == NARAE_OK)
            status = narae_ccm_finish(&c->ccm, c->tag, tag_bytes(c));
        c->encrypted = status == NARAE_OK;
        c->tag_bytes_computed = (uint8_t)tag_bytes(c);
    } else {
        status = narae_ccm_decrypt(&c->ccm, out, in, bytes);
        if (status == NARAE_OK)
            status = narae_ccm_verify(&c->ccm, c->tag, tag_bytes(c));
        if (status == NARAE_ERROR_AUTHENTICATION && bytes != 0)
            narae_wipe(out, bytes);
    }
    c->has_tag = false;
    if (status == NARAE_OK)
        c->head.state = FINISHED;
    return CHECK(provider, status);
}

static int
take_message(ccm_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    cipher_context *head = &c->head;

    if (!head->encrypts && !c->has_tag)
        return FAIL(head->provider, REASON_NO_TAG);
    if (head->state == IV_SET && !announce(c, bytes))
        return 0;
    if (head->state == ANNOUNCED && !begin(c, 0))
        return 0;
    if (head->state != STARTED)
        return FAIL(head->provider, REASON_NO_IV);
    if (bytes != c->announced)
        return CHECK(head->provider, NARAE_ERROR_LENGTH);
    return crypt(c, out, in, bytes);
}

static int
update(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    ccm_context *c = (ccm_context *)head;
    int ok;

    if (out == NULL && in == NULL)
        ok = announce(c, bytes);
    else if (out == NULL)
        ok = take_ad(c, in, bytes);
    else if (room < bytes)
        ok = FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    else
        ok = take_message(c, out, in, bytes);
    *out_bytes = ok ? bytes : 0;
    return ok;
}

/* An empty message may end without an update. */
static int
final(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room)
{
    ccm_context *c = (ccm_context *)head;

    (void)out, (void)out_bytes, (void)room;
    if (head->state == FINISHED)
        return 1;
    return take_message(c, NULL, NULL, 0);
}

static int
once(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    return in == NULL && out != NULL ? final(head, out, out_bytes, room)
                                     : update(head, out, out_bytes, room, in, bytes);
}

static int
get_tag(ccm_context *c, OSSL_PARAM *p)
{
    if (!c->head.encrypts || !c->encrypted)
        return FAIL(c->head.provider, REASON_NO_TAG);
    if (p->data_size != c->tag_bytes_computed)
        return FAIL(c->head.provider, REASON_TAG_LENGTH);
    return OSSL_PARAM_set_octet_string(p, c->tag, p->data_size) || FAIL(c->head.provider, REASON_PARAMETER);
}

static int
get(cipher_context *head, OSSL_PARAM params[])
{
    ccm_context *c = (ccm_context *)head;
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV);
    OSSL_PARAM *length = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN);
    OSSL_PARAM *tag = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TAG);

    if (iv != NULL && !prov_set_bytes(iv, head->iv, head->iv_bytes))
        return FAIL(head->provider, REASON_PARAMETER);
    if (length != NULL && !OSSL_PARAM_set_size_t(length, tag_bytes(c)))
        return FAIL(head->provider, REASON_PARAMETER);
    return tag == NULL || get_tag(c, tag);
}

/* Without data, sets the tag's length for encryption. */
static int
set(cipher_context *head, const OSSL_PARAM params[])
{
    ccm_context *c = (ccm_context *)head;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TAG);

    if (p == NULL)
        return 1;
    if (p->data_type != OSSL_PARAM_OCTET_STRING)
        return FAIL(head->provider, REASON_PARAMETER);
    if (p->data_size < 4 || p->data_size > TAG_BYTES || p->data_size % 2 != 0)
        return FAIL(head->provider, REASON_TAG_LENGTH);
    if (p->data != NULL && head->encrypts)
        return FAIL(head->provider, REASON_TAG_NOT_NEEDED);
    if (head->state == STARTED && p->data_size != tag_bytes(c))
        return CHECK(head->provider, NARAE_ERROR_STATE);
    c->tag_bytes = (uint8_t)p->data_size;
    c->has_tag = p->data != NULL;
    if (c->has_tag)
        memcpy(c->tag, p->data, p->data_size);
    return 1;
}

static const OSSL_PARAM gettable[] = {GETTABLE_OF_AEAD, OSSL_PARAM_END};
static const OSSL_PARAM settable[] = {SETTABLE_OF_AEAD, OSSL_PARAM_END};

const cipher_kind prov_ccm = {
    .mode = EVP_CIPH_CCM_MODE,
    .block_bytes = 1,
    .authenticates = true,
    .iv_bytes = 7,
    .min_iv_bytes = 7,
    .max_iv_bytes = 13,
    .context_bytes = sizeof(ccm_context),
    .set_key = set_key,
    .start = start,
    .update = update,
    .final = final,
    .once = once,
    .get = get,
    .set = set,
    .gettable = gettable,
    .settable = settable,
};
