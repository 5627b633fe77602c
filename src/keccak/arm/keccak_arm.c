/* SPDX-License-Identifier: MIT */
/* Batches of SHA-3 and SHAKE on AArch64: their implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "keccak/batch.h"

static const keccak_batch_kernels sha3 = {
    .name = "sha3",
    .needs = CPU_SHA3,
    .batch = narae_keccak_batch_sha3,
};

static const keccak_batch_kernels portable = {
    .name = "portable",
    .batch = narae_keccak_batch_portable,
};

const keccak_batch_kernels *const narae_keccak_batch_implementations[] = {&sha3, &portable, NULL};

DISPATCH(keccak_batch_kernels, keccak_batch)

#endif
