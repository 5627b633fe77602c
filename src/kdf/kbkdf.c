/* SPDX-License-Identifier: MIT */
/* KBKDF: the modes.  SP 800-108 Rev. 1, 4.1 and 4.2; kbkdf.h has the formulas.
 *
 * Each PRF has its own file, so that HMAC is linked without CMAC, and CMAC
 * without HMAC.  Time depends on lengths alone. */

#include "kbkdf_internal.h"

#include "narae/wipe.h"

#include "core/bytes.h"
#include "core/check.h"
#include "core/copy.h"

enum { MAX_BYTES = 4 }; /* of counter and length */

/* The largest number of so many bytes. */
static uint32_t
largest(unsigned bytes)
{
    return UINT32_MAX >> (32 - 8 * bytes);
}

/* More than any object has; four times as many are within the limit of every hash. */
static int
too_long(uint64_t bytes)
{
    return bytes >> 58 != 0;
}

int
narae_kbkdf_check(const uint8_t *out, size_t out_bytes, const uint8_t *key, size_t key_bytes,
                  const narae_kbkdf_input *input, size_t block_bytes, int feedback)
{
    if (missing(out, out_bytes) || missing(key, key_bytes) || input == NULL ||
        missing(input->label, input->label_bytes) || missing(input->context, input->context_bytes) ||
        missing(input->before, input->before_bytes) || (feedback && missing(input->iv, input->iv_bytes)))
        return NARAE_ERROR_NULL;
    if (input->counter_bytes > MAX_BYTES || input->length_bytes > MAX_BYTES ||
        (input->counter_bytes == 0 && !feedback))
        return NARAE_ERROR_LENGTH;
    if (too_long(input->label_bytes) || too_long(input->context_bytes) || too_long(input->before_bytes) ||
        (feedback && too_long(input->iv_bytes)))
        return NARAE_ERROR_LENGTH;

    const size_t nblocks = out_bytes / block_bytes + (out_bytes % block_bytes != 0);
    const unsigned counter_bytes = input->counter_bytes != 0 ? input->counter_bytes : (unsigned)MAX_BYTES;

    if (nblocks > largest(counter_bytes) ||
        (input->length_bytes != 0 && out_bytes > largest(input->length_bytes) / 8))
        return NARAE_ERROR_LENGTH;
    return NARAE_OK;
}

void
narae_kbkdf(const kbkdf_prf *prf, void *ctx, uint8_t *out, size_t out_bytes, const narae_kbkdf_input *input,
            int feedback)
{
    static const uint8_t zero[1] = {0};
    const uint8_t *previous = input->iv;
    size_t previous_bytes = feedback ? input->iv_bytes : 0;
    uint8_t block[NARAE_HASH_DIGEST_BYTES], counter[MAX_BYTES], length[MAX_BYTES];

    store32_be(length, (uint32_t)out_bytes * 8);
    for (uint32_t i = 1; out_bytes != 0; i++) {
        const size_t n = out_bytes < prf->bytes ? out_bytes : prf->bytes;

        store32_be(counter, i);
        prf->start(ctx);
        prf->update(ctx, previous, previous_bytes);
        prf->update(ctx, input->before, input->before_bytes);
        prf->update(ctx, counter + MAX_BYTES - input->counter_bytes, input->counter_bytes);
        prf->update(ctx, input->label, input->label_bytes);
        if (input->length_bytes != 0)
            prf->update(ctx, zero, sizeof zero);
        prf->update(ctx, input->context, input->context_bytes);
        prf->update(ctx, length + MAX_BYTES - input->length_bytes, input->length_bytes);
        prf->finish(ctx, block);
        narae_copy(out, block, n);
        out += n;
        out_bytes -= n;
        if (feedback) {
            previous = block;
            previous_bytes = prf->bytes;
        }
    }
    narae_wipe(block, sizeof block);
}
