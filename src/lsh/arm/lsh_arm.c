/* SPDX-License-Identifier: MIT */
/* LSH on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "lsh/implementation.h"

static const lsh_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .blocks256 = narae_lsh256_blocks_neon,
    .blocks512 = narae_lsh512_blocks_portable,
};

static const lsh_implementation portable = {
    .name = "portable",
    .blocks256 = narae_lsh256_blocks_portable,
    .blocks512 = narae_lsh512_blocks_portable,
};

const lsh_implementation *const narae_lsh_implementations[] = {&neon, &portable, NULL};

#    include "lsh/dispatch.inc"

#endif
