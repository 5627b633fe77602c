/* SPDX-License-Identifier: MIT */
/* XTS, KW and KWP: each update is a whole message, a data unit or a key.
 *
 * The tweak of a unit is the IV, and stays for the next update, as in OpenSSL's AES-XTS.
 * The IVs of KW and KWP are those of NIST SP 800-38F; any other is rejected, because
 * unwrapping would not authenticate as required. */

#include "cipher.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "narae/kw.h"
#include "narae/xts.h"

typedef struct xts_context {
    cipher_context head;
    narae_xts xts;
} xts_context;

typedef struct wrap_context {
    cipher_context head;
    narae_kw kw;
} wrap_context;

static int
set_key_xts(cipher_context *head, const uint8_t *key)
{
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_xts_init(&((xts_context *)head)->xts, a->cipher, key, a->key_bytes));
}

static int
start_xts(cipher_context *head, bool new_key, bool new_iv)
{
    (void)head, (void)new_key, (void)new_iv;
    return 1;
}

static int
update_xts(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
           size_t bytes)
{
    const narae_xts *xts = &((xts_context *)head)->xts;

    if (head->state == NO_IV)
        return FAIL(head->provider, REASON_NO_IV);
    if (room < bytes)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (!CHECK(head->provider, (head->encrypts ? narae_xts_encrypt_unit : narae_xts_decrypt_unit)(
                                   xts, out, head->iv, head->iv_bytes, in, bytes)))
        return 0;
    *out_bytes = bytes;
    return 1;
}

static bool
pads(const cipher_context *head)
{
    return head->iv_bytes == 4;
}

static int
set_key_wrap(cipher_context *head, const uint8_t *key)
{
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_kw_init(&((wrap_context *)head)->kw, a->cipher, key, a->key_bytes));
}

static int
start_wrap(cipher_context *head, bool new_key, bool new_iv)
{
    static const uint8_t kw[8] = {0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6},
                         kwp[4] = {0xa6, 0x59, 0x59, 0xa6};

    (void)new_key, (void)new_iv;
    return head->state == NO_IV || memcmp(head->iv, pads(head) ? kwp : kw, head->iv_bytes) == 0 ||
           FAIL(head->provider, REASON_FIXED_IV);
}

/* EVP requires space for the input and a semiblock; the padding of a short key is additional, as
 * in OpenSSL's AES. */
static int
update_wrap(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
            size_t bytes)
{
    const narae_kw *kw = &((wrap_context *)head)->kw;
    const size_t n = !head->encrypts ? bytes - 8
                     : pads(head)    ? NARAE_KWP_BYTES(bytes)
                                     : NARAE_KW_BYTES(bytes);
    int status;

    if (!head->encrypts && bytes < 16)
        return CHECK(head->provider, NARAE_ERROR_LENGTH);
    *out_bytes = n;
    if (out == NULL)
        return 1; /* size query */
    if (n > room + (pads(head) ? 7 : 0))
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (head->encrypts)
        status = pads(head) ? narae_kwp_wrap(kw, out, in, bytes) : narae_kw_wrap(kw, out, in, bytes);
    else
        status = pads(head) ? narae_kwp_unwrap(kw, out, out_bytes, in, bytes)
                            : narae_kw_unwrap(kw, out, in, bytes);
    if (status != NARAE_OK)
        *out_bytes = 0;
    return CHECK(head->provider, status);
}

static int
get(cipher_context *head, OSSL_PARAM params[])
{
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV);

    return iv == NULL || prov_set_bytes(iv, head->iv, head->iv_bytes) ||
           FAIL(head->provider, REASON_PARAMETER);
}

static const OSSL_PARAM gettable[] = {GETTABLE_OF_ALL, OSSL_PARAM_END};
static const OSSL_PARAM settable[] = {SETTABLE_OF_ALL, OSSL_PARAM_END};

#define KIND_OF(which, mode_of_evp, bytes_of_iv, bytes_of_block) \
    {                                                            \
        .mode = mode_of_evp,                                     \
        .has_own_iv = true,                                      \
        .iv_bytes = bytes_of_iv,                                 \
        .block_bytes = bytes_of_block,                           \
        .context_bytes = sizeof(which##_context),                \
        .set_key = set_key_##which,                              \
        .start = start_##which,                                  \
        .update = update_##which,                                \
        .final = prov_no_final,                                  \
        .once = update_##which,                                  \
        .get = get,                                              \
        .gettable = gettable,                                    \
        .settable = settable,                                    \
    }

const cipher_kind prov_xts = KIND_OF(xts, EVP_CIPH_XTS_MODE, 16, 1);
const cipher_kind prov_kw = KIND_OF(wrap, EVP_CIPH_WRAP_MODE, 8, 8);
const cipher_kind prov_kwp = KIND_OF(wrap, EVP_CIPH_WRAP_MODE, 4, 8);
