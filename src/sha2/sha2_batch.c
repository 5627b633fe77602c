/* SPDX-License-Identifier: MIT */
/* Many messages of SHA-256 or SHA-512 in one call: the public functions, their
 * checks, and one message after the other where there is no kernel. */

#include "batch.h"

#include "core/check.h"

static int
check(const narae_sha2_message *messages, size_t nmessages, size_t digest_bytes, uint64_t limit)
{
    if (missing(messages, nmessages))
        return NARAE_ERROR_NULL;
    for (const narae_sha2_message *m = messages; m != messages + nmessages; m++) {
        if (missing(m->in, m->bytes) || m->out == NULL)
            return NARAE_ERROR_NULL;
        if (m->out_bytes != digest_bytes || m->bytes > limit)
            return NARAE_ERROR_LENGTH;
    }
    return NARAE_OK;
}

int
narae_sha256_batch(const narae_sha2_message *messages, size_t nmessages)
{
    int status = check(messages, nmessages, 32, UINT64_MAX >> 3);

    if (status == NARAE_OK)
        narae_sha256_batch_kernel(messages, nmessages);
    return status;
}

int
narae_sha512_batch(const narae_sha2_message *messages, size_t nmessages)
{
    int status = check(messages, nmessages, 64, UINT64_MAX);

    if (status == NARAE_OK)
        narae_sha512_batch_kernel(messages, nmessages);
    return status;
}

void
narae_sha256_batch_portable(const narae_sha2_message *messages, size_t nmessages)
{
    for (const narae_sha2_message *m = messages; m != messages + nmessages; m++)
        cannot_fail(narae_sha256_message(m->out, m->in, m->bytes));
}

void
narae_sha512_batch_portable(const narae_sha2_message *messages, size_t nmessages)
{
    for (const narae_sha2_message *m = messages; m != messages + nmessages; m++)
        cannot_fail(narae_sha512_message(m->out, m->in, m->bytes));
}
