/* SPDX-License-Identifier: MIT */
/* Batches of Ascon-AEAD128 on x86-64: their implementations.  A single message
 * uses no lanes. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "ascon/batch.h"

static void
batch_avx512(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes, int opening)
{
    (nmessages > 1 ? narae_ascon_batch_avx512 : narae_ascon_batch_portable)(messages, nmessages, tag_bytes,
                                                                            opening);
}

static void
batch_avx2(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes, int opening)
{
    (nmessages > 1 ? narae_ascon_batch_avx2 : narae_ascon_batch_portable)(messages, nmessages, tag_bytes,
                                                                          opening);
}

static const ascon_batch_implementation avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .batch = batch_avx512,
};

static const ascon_batch_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .batch = batch_avx2,
};

static const ascon_batch_implementation portable = {
    .name = "portable",
    .batch = narae_ascon_batch_portable,
};

const ascon_batch_implementation *const narae_ascon_batch_implementations[] = {&avx512, &avx2, &portable,
                                                                               NULL};

DISPATCH(ascon_batch)

void
narae_ascon_batch_best(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes, int opening)
{
    ascon_batch_best()->batch(messages, nmessages, tag_bytes, opening);
}

#endif
