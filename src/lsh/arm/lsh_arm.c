/* SPDX-License-Identifier: MIT */
/* LSH on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "lsh/lsh_internal.h"

static const narae_hash_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .blocks32 = narae_lsh256_blocks_neon,
    .blocks64 = narae_lsh512_blocks_portable,
};

static const narae_hash_kernels portable = {
    .name = "portable",
    .blocks32 = narae_lsh256_blocks_portable,
    .blocks64 = narae_lsh512_blocks_portable,
};

const narae_hash_kernels *const narae_lsh_implementations[] = {&neon, &portable, NULL};

DISPATCH(narae_hash_kernels, lsh)

#endif
