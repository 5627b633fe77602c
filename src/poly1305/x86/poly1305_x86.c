/* SPDX-License-Identifier: MIT */
/* Poly1305 on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "poly1305/poly1305_internal.h"

static const narae_poly1305_kernels ifma = {
    .name = "ifma",
    .needs = CPU_AVX512 | CPU_VBMI,
    .blocks = narae_poly1305_blocks_ifma,
};

static const narae_poly1305_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .blocks = narae_poly1305_blocks_avx2,
};

static const narae_poly1305_kernels x86 = {
    .name = "x86",
    .needs = CPU_SSE2,
    .blocks = narae_poly1305_blocks_x86,
};

static const narae_poly1305_kernels portable = {
    .name = "portable",
    .blocks = narae_poly1305_blocks_portable,
};

const narae_poly1305_kernels *const narae_poly1305_implementations[] = {&ifma, &avx2, &x86, &portable, NULL};

DISPATCH(narae_poly1305_kernels, poly1305)

#endif
