/* SPDX-License-Identifier: MIT */
/* Many messages of Ascon-AEAD128 in one call: the public functions, their checks,
 * and one message after the other where there is no kernel.
 *
 * Every message is checked before any is touched, and one that fails is left
 * out: a mistake in one is no reason to delay the rest. */

#include "batch.h"

#include "core/check.h"
#include "core/budget.h"

#define MAX_BYTES ((uint64_t)1 << 54)

static int
check(const narae_ascon_aead128_message *m, size_t tag_bytes)
{
    uint64_t left = MAX_BYTES;

    if (m->key == NULL || m->nonce == NULL || m->tag == NULL || missing(m->ad, m->ad_bytes) ||
        missing(m->in, m->bytes) || missing(m->out, m->bytes))
        return NARAE_ERROR_NULL;
    if (!spend(&left, m->ad_bytes) || !spend(&left, m->bytes))
        return NARAE_ERROR_LENGTH;
    if (overlaps(m->out, m->in, m->bytes) || touches(m->tag, tag_bytes, m->out, m->bytes))
        return NARAE_ERROR_OVERLAP;
    return NARAE_OK;
}

static int
batch(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes, int opening)
{
    if (missing(messages, nmessages))
        return NARAE_ERROR_NULL;
    if (tag_bytes < 4 || tag_bytes > 16)
        return NARAE_ERROR_TAG_SIZE;
    for (size_t i = 0; i < nmessages; i++)
        messages[i].status = check(&messages[i], tag_bytes);
    (nmessages > 1 ? narae_ascon_batch_kernel : narae_ascon_batch_portable)(messages, nmessages, tag_bytes,
                                                                            opening);
    for (size_t i = 0; i < nmessages; i++)
        if (messages[i].status != NARAE_OK)
            return messages[i].status;
    return NARAE_OK;
}

int
narae_ascon_aead128_seal_batch(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes)
{
    return batch(messages, nmessages, tag_bytes, 0);
}

int
narae_ascon_aead128_open_batch(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes)
{
    return batch(messages, nmessages, tag_bytes, 1);
}

void
narae_ascon_batch_portable(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes,
                           int opening)
{
    for (narae_ascon_aead128_message *m = messages; m != messages + nmessages; m++) {
        if (m->status != NARAE_OK)
            continue;
        if (opening)
            m->status = narae_ascon_aead128_open(m->out, m->key, m->nonce, 16, m->ad, m->ad_bytes, m->in,
                                                 m->bytes, m->tag, tag_bytes);
        else
            m->status = narae_ascon_aead128_seal(m->out, m->tag, tag_bytes, m->key, m->nonce, 16, m->ad,
                                                 m->ad_bytes, m->in, m->bytes);
    }
}
