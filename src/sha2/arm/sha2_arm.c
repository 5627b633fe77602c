/* SPDX-License-Identifier: MIT */
/* SHA-2 on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "sha2/sha2_internal.h"

static const narae_hash_kernels ce = {
    .name = "ce",
    .needs = CPU_SHA2,
    .blocks32 = narae_sha256_blocks_ce,
    .blocks64 = narae_sha512_blocks_portable,
};

static const narae_hash_kernels portable = {
    .name = "portable",
    .blocks32 = narae_sha256_blocks_portable,
    .blocks64 = narae_sha512_blocks_portable,
};

const narae_hash_kernels *const narae_sha2_implementations[] = {&ce, &portable, NULL};

DISPATCH(narae_hash_kernels, sha2)

#endif
