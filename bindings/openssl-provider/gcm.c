/* SPDX-License-Identifier: MIT */
/* GCM, and its records of TLS 1.2: RFC 5288, clause 3; RFC 6209 for ARIA.
 *
 * The nonce of a record is 4 fixed bytes of the handshake and an invocation
 * field of 8 bytes, which counts from a random start and travels in front of
 * the ciphertext; the tag follows it.  OpenSSL passes one record per call, in
 * place, after its 13 bytes of associated data: EVP_EncryptInit(3), under TLS1. */

#include "aead.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "narae/gcm.h"
#include "narae/wipe.h"

enum { INVOCATION_BYTES = EVP_GCM_TLS_EXPLICIT_IV_LEN, FIXED_BYTES = EVP_GCM_TLS_FIXED_IV_LEN };

typedef struct gcm_context {
    aead_context aead;
    uint8_t record_ad[EVP_AEAD_TLS1_AAD_LEN];
    bool has_record_ad;
    bool counts; /* the IV ends in an invocation field */
    narae_gcm gcm;
} gcm_context;

static narae_gcm *
gcm_of(aead_context *c)
{
    return &((gcm_context *)c)->gcm;
}

static int
set_key(cipher_context *head, const uint8_t *key)
{
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_gcm_init(&((gcm_context *)head)->gcm, a->cipher, key, a->key_bytes));
}

static int
start(cipher_context *head, bool new_key, bool new_iv)
{
    gcm_context *c = (gcm_context *)head;

    if (new_iv)
        c->counts = false;
    c->has_record_ad = false;
    return prov_aead_start(head, new_key, new_iv);
}

static int
begin(aead_context *c)
{
    return narae_gcm_start(gcm_of(c), c->head.iv, c->head.iv_bytes);
}

static int
ad(aead_context *c, const uint8_t *in, size_t bytes)
{
    return narae_gcm_ad(gcm_of(c), in, bytes);
}

static int
encrypt(aead_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return narae_gcm_encrypt(gcm_of(c), out, in, bytes);
}

static int
decrypt(aead_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return narae_gcm_decrypt(gcm_of(c), out, in, bytes);
}

static int
finish(aead_context *c, uint8_t tag[TAG_BYTES])
{
    return narae_gcm_finish(gcm_of(c), tag, TAG_BYTES);
}

static int
verify(aead_context *c, const uint8_t *tag, size_t tag_bytes)
{
    return narae_gcm_verify(gcm_of(c), tag, tag_bytes);
}

/* NIST SP 800-38D, 5.2.1.2. */
static bool
is_tag_size(size_t bytes)
{
    return bytes == 4 || bytes == 8 || (bytes >= 12 && bytes <= TAG_BYTES);
}

/* The invocation field of the IV, or null. */
static uint8_t *
invocation(gcm_context *c)
{
    cipher_context *head = &c->aead.head;

    return c->counts && head->iv_bytes >= FIXED_BYTES + INVOCATION_BYTES
               ? head->iv + head->iv_bytes - INVOCATION_BYTES
               : NULL;
}

static void
increment(uint8_t field[INVOCATION_BYTES])
{
    for (unsigned i = INVOCATION_BYTES; i-- != 0 && ++field[i] == 0;)
        ;
}

/* One record: invocation field, text, tag. */
static int
crypt_record(gcm_context *c, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    cipher_context *head = &c->aead.head;
    uint8_t *field = invocation(c);

    c->has_record_ad = false;
    if (field == NULL || out == NULL || in != out || bytes < INVOCATION_BYTES + TAG_BYTES || room < bytes)
        return FAIL(head->provider, REASON_TLS_RECORD);

    const size_t n = bytes - INVOCATION_BYTES - TAG_BYTES;
    uint8_t *text = out + INVOCATION_BYTES, *tag = text + n;
    int status;

    head->state = FINISHED;
    if (head->encrypts) {
        memcpy(out, field, INVOCATION_BYTES);
        status = narae_gcm_seal(&c->gcm, text, tag, TAG_BYTES, head->iv, head->iv_bytes, c->record_ad,
                                sizeof c->record_ad, text, n);
        increment(field);
    } else {
        memcpy(field, out, INVOCATION_BYTES);
        status = narae_gcm_open(&c->gcm, text, head->iv, head->iv_bytes, c->record_ad, sizeof c->record_ad,
                                text, n, tag, TAG_BYTES);
    }
    if (!CHECK(head->provider, status))
        return 0;
    *out_bytes = head->encrypts ? bytes : n;
    return 1;
}

static int
update(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    gcm_context *c = (gcm_context *)head;

    return c->has_record_ad ? crypt_record(c, out, out_bytes, room, in, bytes)
                            : prov_aead_update(head, out, out_bytes, room, in, bytes);
}

static int
once(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    gcm_context *c = (gcm_context *)head;

    return c->has_record_ad ? crypt_record(c, out, out_bytes, room, in, bytes)
                            : prov_aead_once(head, out, out_bytes, room, in, bytes);
}

/* The associated data of a record ends in its length: the caller passes that of the whole,
 * the tag covers that of the text. */
static int
set_record_ad(gcm_context *c, const OSSL_PARAM *p)
{
    const provider *provider = c->aead.head.provider;
    const size_t around = INVOCATION_BYTES + (c->aead.head.encrypts ? 0 : TAG_BYTES);

    if (p->data_type != OSSL_PARAM_OCTET_STRING || p->data == NULL || p->data_size != sizeof c->record_ad)
        return FAIL(provider, REASON_PARAMETER);
    memcpy(c->record_ad, p->data, sizeof c->record_ad);

    uint8_t *length = c->record_ad + sizeof c->record_ad - 2;
    const size_t bytes = (size_t)length[0] << 8 | length[1];

    if (bytes < around)
        return FAIL(provider, REASON_TLS_RECORD);
    length[0] = (uint8_t)((bytes - around) >> 8);
    length[1] = (uint8_t)(bytes - around);
    c->has_record_ad = true;
    return 1;
}

/* The fixed field, or with length (size_t)-1 the whole IV.  Encryption chooses the start of
 * the invocation field. */
static int
set_fixed_iv(gcm_context *c, const OSSL_PARAM *p)
{
    cipher_context *head = &c->aead.head;
    const size_t n = p->data_size == (size_t)-1 ? head->iv_bytes : p->data_size;

    if (p->data_type != OSSL_PARAM_OCTET_STRING || p->data == NULL)
        return FAIL(head->provider, REASON_PARAMETER);
    if (n > head->iv_bytes || n < FIXED_BYTES ||
        (p->data_size != (size_t)-1 && head->iv_bytes - n < INVOCATION_BYTES))
        return FAIL(head->provider, REASON_IV_LENGTH);
    memcpy(head->iv, p->data, n);
    if (head->encrypts && n != head->iv_bytes &&
        !prov_random(head->provider, head->iv + n, head->iv_bytes - n))
        return 0;
    head->state = IV_SET;
    c->counts = true;
    return 1;
}

/* The peer's invocation field, for the message that follows. */
static int
set_invocation(gcm_context *c, const OSSL_PARAM *p)
{
    cipher_context *head = &c->aead.head;

    if (p->data_type != OSSL_PARAM_OCTET_STRING || p->data == NULL || p->data_size > head->iv_bytes)
        return FAIL(head->provider, REASON_PARAMETER);
    if (invocation(c) == NULL || head->encrypts || !head->has_key)
        return FAIL(head->provider, REASON_NO_IV);
    memcpy(head->iv + head->iv_bytes - p->data_size, p->data, p->data_size);
    return prov_aead_begin(&c->aead);
}

/* Returns the end of the IV, starts a message with it and increments it. */
static int
next_invocation(gcm_context *c, OSSL_PARAM *p)
{
    cipher_context *head = &c->aead.head;
    uint8_t *field = invocation(c);
    const size_t n = p->data_size == 0 || p->data_size > head->iv_bytes ? head->iv_bytes : p->data_size;

    if (field == NULL || !head->encrypts || !head->has_key)
        return FAIL(head->provider, REASON_NO_IV);
    if (!OSSL_PARAM_set_octet_string(p, head->iv + head->iv_bytes - n, n))
        return FAIL(head->provider, REASON_PARAMETER);
    if (!prov_aead_begin(&c->aead))
        return 0;
    increment(field);
    return 1;
}

static int
get(cipher_context *head, OSSL_PARAM params[])
{
    OSSL_PARAM *growth = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD);
    OSSL_PARAM *next = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN);

    if (growth != NULL &&
        !OSSL_PARAM_set_size_t(growth, ((gcm_context *)head)->has_record_ad ? TAG_BYTES : 0))
        return FAIL(head->provider, REASON_PARAMETER);
    if (next != NULL && !next_invocation((gcm_context *)head, next))
        return 0;
    return prov_aead_get(head, params);
}

static int
set(cipher_context *head, const OSSL_PARAM params[])
{
    gcm_context *c = (gcm_context *)head;
    const OSSL_PARAM *p;

    if ((p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD)) != NULL &&
        !set_record_ad(c, p))
        return 0;
    if ((p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED)) != NULL &&
        !set_fixed_iv(c, p))
        return 0;
    if ((p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV)) != NULL &&
        !set_invocation(c, p))
        return 0;
    return prov_aead_set(head, params);
}

static const OSSL_PARAM gettable[] = {
    GETTABLE_OF_AEAD,
    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, NULL, 0),
    OSSL_PARAM_END,
};
static const OSSL_PARAM settable[] = {
    SETTABLE_OF_AEAD,
    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV, NULL, 0),
    OSSL_PARAM_END,
};

static const aead_functions functions = {begin, ad, encrypt, decrypt, finish, verify, is_tag_size};

const cipher_kind prov_gcm = {
    .mode = EVP_CIPH_GCM_MODE,
    .block_bytes = 1,
    .authenticates = true,
    .aead = &functions,
    .iv_bytes = 12,
    .min_iv_bytes = 1,
    .max_iv_bytes = MAX_IV_BYTES,
    .context_bytes = sizeof(gcm_context),
    .set_key = set_key,
    .start = start,
    .update = update,
    .final = prov_aead_final,
    .once = once,
    .get = get,
    .set = set,
    .gettable = gettable,
    .settable = settable,
};
