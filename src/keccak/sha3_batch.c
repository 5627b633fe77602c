/* SPDX-License-Identifier: MIT */
/* Many messages of SHA-3 or SHAKE in one call: the public functions, their checks,
 * and one message after the other where there is no kernel. */

#include "batch.h"

#include "core/check.h"

enum { SHA3 = 0x06, SHAKE = 0x1f };

/* `digest_bytes` is 0 for SHAKE. */
static int
batch(const narae_sha3_message *messages, size_t nmessages, unsigned rate, size_t digest_bytes)
{
    if (missing(messages, nmessages))
        return NARAE_ERROR_NULL;
    for (const narae_sha3_message *m = messages; m != messages + nmessages; m++) {
        if (missing(m->in, m->bytes) || missing(m->out, m->out_bytes))
            return NARAE_ERROR_NULL;
        if (digest_bytes != 0 && m->out_bytes != digest_bytes)
            return NARAE_ERROR_LENGTH;
    }
    (nmessages > 1 ? narae_keccak_batch_kernel : narae_keccak_batch_portable)(
        messages, nmessages, rate, digest_bytes != 0 ? SHA3 : SHAKE);
    return NARAE_OK;
}

int
narae_sha3_256_batch(const narae_sha3_message *messages, size_t nmessages)
{
    return batch(messages, nmessages, 200 - 2 * 32, 32);
}

int
narae_sha3_512_batch(const narae_sha3_message *messages, size_t nmessages)
{
    return batch(messages, nmessages, 200 - 2 * 64, 64);
}

int
narae_shake128_batch(const narae_sha3_message *messages, size_t nmessages)
{
    return batch(messages, nmessages, 200 - 2 * 16, 0);
}

int
narae_shake256_batch(const narae_sha3_message *messages, size_t nmessages)
{
    return batch(messages, nmessages, 200 - 2 * 32, 0);
}

void
narae_keccak_batch_portable(const narae_sha3_message *messages, size_t nmessages, unsigned rate,
                            uint8_t domain)
{
    for (const narae_sha3_message *m = messages; m != messages + nmessages; m++) {
        if (domain == SHAKE && rate == 168)
            cannot_fail(narae_shake128_message(m->out, m->out_bytes, m->in, m->bytes));
        else if (domain == SHAKE)
            cannot_fail(narae_shake256_message(m->out, m->out_bytes, m->in, m->bytes));
        else if (rate == 136)
            cannot_fail(narae_sha3_256_message(m->out, m->in, m->bytes));
        else
            cannot_fail(narae_sha3_512_message(m->out, m->in, m->bytes));
    }
}
