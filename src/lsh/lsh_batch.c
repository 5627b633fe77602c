/* SPDX-License-Identifier: MIT */
/* Many messages of LSH in one call: the public functions, their checks, and one message after
 * the other where there is no kernel. */

#include "batch.h"

#include "core/check.h"

static int
batch(const narae_lsh_message *messages, size_t nmessages, size_t digest_bytes, lsh_batch_fn *kernel)
{
    if (missing(messages, nmessages))
        return NARAE_ERROR_NULL;
    for (const narae_lsh_message *m = messages; m != messages + nmessages; m++) {
        if (missing(m->in, m->bytes) || m->out == NULL)
            return NARAE_ERROR_NULL;
        if (m->out_bytes != digest_bytes)
            return NARAE_ERROR_LENGTH;
    }
    kernel(messages, nmessages, digest_bytes);
    return NARAE_OK;
}

#define BATCH(family, bits)                                                                                  \
    int narae_lsh##family##_##bits##_batch(const narae_lsh_message *messages, size_t nmessages)              \
    {                                                                                                        \
        return batch(messages, nmessages, bits / 8,                                                          \
                     nmessages > 1 ? narae_lsh##family##_batch_kernel : narae_lsh##family##_batch_portable); \
    }
BATCH(256, 224)
BATCH(256, 256)
BATCH(512, 224)
BATCH(512, 256)
BATCH(512, 384)
BATCH(512, 512)

void
narae_lsh256_batch_portable(const narae_lsh_message *messages, size_t nmessages, size_t digest_bytes)
{
    for (const narae_lsh_message *m = messages; m != messages + nmessages; m++)
        cannot_fail((digest_bytes == 28 ? narae_lsh256_224_message : narae_lsh256_256_message)(m->out, m->in,
                                                                                               m->bytes));
}

void
narae_lsh512_batch_portable(const narae_lsh_message *messages, size_t nmessages, size_t digest_bytes)
{
    for (const narae_lsh_message *m = messages; m != messages + nmessages; m++)
        cannot_fail((digest_bytes == 28   ? narae_lsh512_224_message
                     : digest_bytes == 32 ? narae_lsh512_256_message
                     : digest_bytes == 48 ? narae_lsh512_384_message
                                          : narae_lsh512_512_message)(m->out, m->in, m->bytes));
}
