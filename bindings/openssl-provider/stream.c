/* SPDX-License-Identifier: MIT */
/* CTR, ChaCha12 and ChaCha8: unlimited streams.
 *
 * The IV of CTR is the first counter block, all of it counts.  That of ChaCha
 * is as OpenSSL's ChaCha20 has it: a little-endian block counter, then the
 * nonce.  The counter carries beyond its first 32 bits, and so is taken as one
 * of 64 bits with a nonce of 8 bytes, whose state is the same. */

#include "cipher.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "narae/chacha.h"
#include "narae/ctr.h"

typedef struct ctr_context {
    cipher_context head;
    narae_ctr ctr;
} ctr_context;

typedef struct chacha_context {
    cipher_context head;
    narae_chacha stream;
    uint8_t key[NARAE_CHACHA_KEY_BYTES];
} chacha_context;

static int
set_key_ctr(cipher_context *head, const uint8_t *key)
{
    ctr_context *c = (ctr_context *)head;
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_ctr_init(&c->ctr, a->cipher, key, a->key_bytes));
}

/* Without a new IV the counter continues at the next whole block. */
static int
start_ctr(cipher_context *head, bool new_key, bool new_iv)
{
    ctr_context *c = (ctr_context *)head;
    uint8_t counter[16];

    (void)new_key;
    memcpy(counter, new_iv || head->state != STARTED ? head->iv : c->ctr.message.stream.counter,
           head->iv_bytes);
    head->state = STARTED;
    return CHECK(head->provider, narae_ctr_start(&c->ctr, counter, head->iv_bytes, NARAE_CTR_WHOLE_BLOCK));
}

static int
update_ctr(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
           size_t bytes)
{
    ctr_context *c = (ctr_context *)head;

    if (room < bytes)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (!CHECK(head->provider, narae_ctr_crypt(&c->ctr, out, in, bytes)))
        return 0;
    *out_bytes = bytes;
    return 1;
}

/* The IV is the next counter block; the current block belongs to the previous one. */
static int
set_num_ctr(cipher_context *head, size_t num)
{
    ctr_context *c = (ctr_context *)head;
    uint8_t counter[16], skipped[16] = {0};
    int ok;

    memcpy(counter, head->state == STARTED ? c->ctr.message.stream.counter : head->iv, head->iv_bytes);
    for (size_t i = head->iv_bytes; num != 0 && i-- != 0 && counter[i]-- == 0;)
        ;
    head->state = STARTED;
    ok = CHECK(head->provider, narae_ctr_start(&c->ctr, counter, head->iv_bytes, NARAE_CTR_WHOLE_BLOCK)) &&
         CHECK(head->provider, narae_ctr_crypt(&c->ctr, skipped, skipped, num));
    narae_wipe(skipped, sizeof skipped);
    return ok;
}

static int
set_key_chacha(cipher_context *head, const uint8_t *key)
{
    memcpy(((chacha_context *)head)->key, key, NARAE_CHACHA_KEY_BYTES);
    return 1;
}

static int
start_chacha(cipher_context *head, bool new_key, bool new_iv)
{
    chacha_context *c = (chacha_context *)head;
    uint64_t counter = 0;

    if (!new_key && !new_iv)
        return 1;
    for (unsigned i = 0; i < 8; i++)
        counter |= (uint64_t)head->iv[i] << 8 * i;
    return CHECK(head->provider, narae_chacha_start(&c->stream, head->algorithm->rounds, c->key,
                                                    sizeof c->key, head->iv + 8, 8, counter));
}

static int
update_chacha(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
              size_t bytes)
{
    chacha_context *c = (chacha_context *)head;

    if (room < bytes)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (!CHECK(head->provider, narae_chacha_crypt(&c->stream, out, in, bytes)))
        return 0;
    *out_bytes = bytes;
    return 1;
}

static int
get_updated_iv(cipher_context *head, OSSL_PARAM params[], const uint8_t *now)
{
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV);

    return iv == NULL || prov_set_bytes(iv, now, head->iv_bytes) || FAIL(head->provider, REASON_PARAMETER);
}

static int
get_ctr(cipher_context *head, OSSL_PARAM params[])
{
    const ctr_context *c = (ctr_context *)head;
    const bool started = head->state == STARTED && head->has_key;
    OSSL_PARAM *num = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_NUM);
    const unsigned left = started ? c->ctr.message.stream.left : 0;

    if (num != NULL && !OSSL_PARAM_set_uint(num, left == 0 ? 0 : (unsigned)head->iv_bytes - left))
        return FAIL(head->provider, REASON_PARAMETER);
    return get_updated_iv(head, params, started ? c->ctr.message.stream.counter : head->iv);
}

static int
get_chacha(cipher_context *head, OSSL_PARAM params[])
{
    return get_updated_iv(head, params, head->iv);
}

static const OSSL_PARAM gettable_ctr[] = {
    GETTABLE_OF_ALL,
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
    OSSL_PARAM_END,
};
static const OSSL_PARAM gettable_chacha[] = {GETTABLE_OF_ALL, OSSL_PARAM_END};
static const OSSL_PARAM settable_ctr[] = {
    SETTABLE_OF_ALL,
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
    OSSL_PARAM_END,
};
static const OSSL_PARAM settable_chacha[] = {SETTABLE_OF_ALL, OSSL_PARAM_END};

const cipher_kind prov_ctr = {
    .mode = EVP_CIPH_CTR_MODE,
    .block_bytes = 1,
    .iv_bytes = IV_IS_A_BLOCK,
    .context_bytes = sizeof(ctr_context),
    .set_key = set_key_ctr,
    .start = start_ctr,
    .update = update_ctr,
    .final = prov_no_final,
    .once = update_ctr,
    .get = get_ctr,
    .set_num = set_num_ctr,
    .gettable = gettable_ctr,
    .settable = settable_ctr,
};

const cipher_kind prov_chacha = {
    .mode = EVP_CIPH_STREAM_CIPHER,
    .block_bytes = 1,
    .iv_bytes = 16,
    .context_bytes = sizeof(chacha_context),
    .set_key = set_key_chacha,
    .start = start_chacha,
    .update = update_chacha,
    .final = prov_no_final,
    .once = update_chacha,
    .get = get_chacha,
    .gettable = gettable_chacha,
    .settable = settable_chacha,
};
