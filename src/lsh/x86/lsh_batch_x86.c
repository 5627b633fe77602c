/* SPDX-License-Identifier: MIT */
/* Batches of LSH on x86-64: their implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "lsh/batch.h"

static void
batch512_avx512(const narae_lsh_message *messages, size_t nmessages, size_t digest_bytes)
{
    (nmessages > 4 ? narae_lsh512_batch_avx512 : narae_lsh512_batch_4_avx512)(messages, nmessages,
                                                                              digest_bytes);
}

static const lsh_batch_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .batch256 = narae_lsh256_batch_avx512,
    .batch512 = batch512_avx512,
};

static const lsh_batch_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .batch256 = narae_lsh256_batch_avx2,
    .batch512 = narae_lsh512_batch_avx2,
};

static const lsh_batch_kernels portable = {
    .name = "portable",
    .batch256 = narae_lsh256_batch_portable,
    .batch512 = narae_lsh512_batch_portable,
};

const lsh_batch_kernels *const narae_lsh_batch_implementations[] = {&avx512, &avx2, &portable, NULL};

DISPATCH(lsh_batch_kernels, lsh_batch)

#endif
