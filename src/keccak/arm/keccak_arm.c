/* SPDX-License-Identifier: MIT */
/* Batches of SHA-3 and SHAKE on AArch64: their implementations.  A single message uses no
 * lanes. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "keccak/batch.h"

static void
batch_sha3(const narae_sha3_message *messages, size_t nmessages, unsigned rate, uint8_t domain)
{
    (nmessages > 1 ? narae_keccak_batch_sha3 : narae_keccak_batch_portable)(messages, nmessages, rate,
                                                                            domain);
}

static const keccak_batch_implementation sha3 = {
    .name = "sha3",
    .needs = CPU_SHA3,
    .batch = batch_sha3,
};

static const keccak_batch_implementation portable = {
    .name = "portable",
    .batch = narae_keccak_batch_portable,
};

const keccak_batch_implementation *const narae_keccak_batch_implementations[] = {&sha3, &portable, NULL};

#    include "keccak/batch_dispatch.inc"

#endif
