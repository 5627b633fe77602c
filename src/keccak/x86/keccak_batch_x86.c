/* SPDX-License-Identifier: MIT */
/* Batches of SHA-3 and SHAKE on x86-64: their implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "keccak/batch.h"

static void
batch_avx512(const narae_sha3_message *messages, size_t nmessages, unsigned rate, uint8_t domain)
{
    (nmessages > 4 ? narae_keccak_batch_avx512 : narae_keccak_batch_4_avx512)(messages, nmessages, rate,
                                                                              domain);
}

static const keccak_batch_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .batch = batch_avx512,
};

static const keccak_batch_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .batch = narae_keccak_batch_avx2,
};

static const keccak_batch_kernels portable = {
    .name = "portable",
    .batch = narae_keccak_batch_portable,
};

const keccak_batch_kernels *const narae_keccak_batch_implementations[] = {&avx512, &avx2, &portable, NULL};

DISPATCH(keccak_batch_kernels, keccak_batch)

#endif
