/* SPDX-License-Identifier: MIT */
/* SHA-2 on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "sha2/implementation.h"

static const sha2_implementation ce = {
    .name = "ce",
    .needs = CPU_SHA2,
    .sha256 = narae_sha256_blocks_ce,
    .sha512 = narae_sha512_blocks_portable,
};

static const sha2_implementation portable = {
    .name = "portable",
    .sha256 = narae_sha256_blocks_portable,
    .sha512 = narae_sha512_blocks_portable,
};

const sha2_implementation *const narae_sha2_implementations[] = {&ce, &portable, NULL};

#    include "sha2/dispatch.inc"

#endif
