/* SPDX-License-Identifier: MIT */
/* KBKDF over HMAC.  SP 800-108 Rev. 1, 4.
 *
 * Time depends on lengths alone. */

#include "kbkdf_internal.h"

#include "narae/descriptor.h"
#include "narae/hmac.h"

#include "core/check.h"

static void
start(void *ctx)
{
    cannot_fail(narae_hmac_start((narae_hmac *)ctx));
}

static void
update(void *ctx, const uint8_t *in, size_t bytes)
{
    cannot_fail(narae_hmac_update((narae_hmac *)ctx, in, bytes));
}

static void
finish(void *ctx, uint8_t *out)
{
    narae_hmac *hmac = (narae_hmac *)ctx;

    cannot_fail(narae_hmac_finish(hmac, out, hmac->hash->digest_bytes));
}

static int
derive(uint8_t *out, size_t out_bytes, const narae_hash *hash, const uint8_t *key, size_t key_bytes,
       const narae_kbkdf_input *input, int feedback)
{
    kbkdf_prf prf = {0, start, update, finish};
    narae_hmac hmac;
    int status;

    if (hash == NULL)
        return NARAE_ERROR_NULL;
    status = narae_kbkdf_check(out, out_bytes, key, key_bytes, input, hash->digest_bytes, feedback);
    if (status == NARAE_OK)
        status = narae_hmac_init(&hmac, hash, key, key_bytes);
    if (status != NARAE_OK)
        return status;
    prf.bytes = hash->digest_bytes;
    narae_kbkdf(&prf, &hmac, out, out_bytes, input, feedback);
    narae_hmac_clear(&hmac);
    return NARAE_OK;
}

int
narae_kbkdf_counter_hmac(uint8_t *out, size_t out_bytes, const narae_hash *hash, const uint8_t *key,
                         size_t key_bytes, const narae_kbkdf_input *input)
{
    return derive(out, out_bytes, hash, key, key_bytes, input, 0);
}

int
narae_kbkdf_feedback_hmac(uint8_t *out, size_t out_bytes, const narae_hash *hash, const uint8_t *key,
                          size_t key_bytes, const narae_kbkdf_input *input)
{
    return derive(out, out_bytes, hash, key, key_bytes, input, 1);
}
