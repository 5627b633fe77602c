/* SPDX-License-Identifier: MIT */
/* SHA-2 on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "sha2/sha2_internal.h"

static const narae_hash_kernels avx2_sha = {
    .name = "avx2 and SHA",
    .needs = CPU_AVX2 | CPU_SHA,
    .blocks32 = narae_sha256_blocks_shani,
    .blocks64 = narae_sha512_blocks_avx2,
};

static const narae_hash_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .blocks32 = narae_sha256_blocks_avx2,
    .blocks64 = narae_sha512_blocks_avx2,
};

static const narae_hash_kernels portable = {
    .name = "portable",
    .blocks32 = narae_sha256_blocks_portable,
    .blocks64 = narae_sha512_blocks_portable,
};

const narae_hash_kernels *const narae_sha2_implementations[] = {&avx2_sha, &avx2, &portable, NULL};

DISPATCH(narae_hash_kernels, sha2)

#endif
