/* SPDX-License-Identifier: MIT */
/* Batches of Ascon-AEAD128 on x86-64: their implementations.  A single message
 * uses no lanes. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "ascon/batch.h"

static const ascon_batch_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .batch = narae_ascon_batch_avx512,
};

static const ascon_batch_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .batch = narae_ascon_batch_avx2,
};

static const ascon_batch_kernels portable = {
    .name = "portable",
    .batch = narae_ascon_batch_portable,
};

const ascon_batch_kernels *const narae_ascon_batch_implementations[] = {&avx512, &avx2, &portable, NULL};

DISPATCH(ascon_batch_kernels, ascon_batch)

#endif
