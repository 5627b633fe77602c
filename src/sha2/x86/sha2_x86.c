/* SPDX-License-Identifier: MIT */
/* SHA-2 on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "sha2/implementation.h"

static const sha2_implementation avx2_sha = {
    .name = "avx2 and SHA",
    .needs = CPU_AVX2 | CPU_SHA,
    .sha256 = narae_sha256_blocks_shani,
    .sha512 = narae_sha512_blocks_avx2,
};

static const sha2_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .sha256 = narae_sha256_blocks_avx2,
    .sha512 = narae_sha512_blocks_avx2,
};

static const sha2_implementation portable = {
    .name = "portable",
    .sha256 = narae_sha256_blocks_portable,
    .sha512 = narae_sha512_blocks_portable,
};

const sha2_implementation *const narae_sha2_implementations[] = {&avx2_sha, &avx2, &portable, NULL};

#    include "sha2/dispatch.inc"

#endif
