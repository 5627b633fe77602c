/* SPDX-License-Identifier: MIT */
/* KBKDF over CMAC.  SP 800-108 Rev. 1, 4.
 *
 * Time depends on lengths alone. */

#include "kbkdf_internal.h"

#include "narae/cmac.h"
#include "narae/descriptor.h"

#include "core/check.h"

static void
start(void *ctx)
{
    cannot_fail(narae_cmac_start((narae_cmac *)ctx));
}

static void
update(void *ctx, const uint8_t *in, size_t bytes)
{
    cannot_fail(narae_cmac_update((narae_cmac *)ctx, in, bytes));
}

static void
finish(void *ctx, uint8_t *out)
{
    narae_cmac *cmac = (narae_cmac *)ctx;

    cannot_fail(narae_cmac_finish(cmac, out, cmac->key.cipher->block_bytes));
}

static int
derive(uint8_t *out, size_t out_bytes, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes,
       const narae_kbkdf_input *input, int feedback)
{
    kbkdf_prf prf = {0, start, update, finish};
    narae_cmac cmac;
    int status;

    if (cipher == NULL)
        return NARAE_ERROR_NULL;
    status = narae_kbkdf_check(out, out_bytes, key, key_bytes, input, cipher->block_bytes, feedback);
    if (status == NARAE_OK)
        status = narae_cmac_init(&cmac, cipher, key, key_bytes);
    if (status != NARAE_OK)
        return status;
    prf.bytes = cipher->block_bytes;
    narae_kbkdf(&prf, &cmac, out, out_bytes, input, feedback);
    narae_cmac_clear(&cmac);
    return NARAE_OK;
}

int
narae_kbkdf_counter_cmac(uint8_t *out, size_t out_bytes, const narae_block_cipher *cipher, const uint8_t *key,
                         size_t key_bytes, const narae_kbkdf_input *input)
{
    return derive(out, out_bytes, cipher, key, key_bytes, input, 0);
}

int
narae_kbkdf_feedback_cmac(uint8_t *out, size_t out_bytes, const narae_block_cipher *cipher,
                          const uint8_t *key, size_t key_bytes, const narae_kbkdf_input *input)
{
    return derive(out, out_bytes, cipher, key, key_bytes, input, 1);
}
