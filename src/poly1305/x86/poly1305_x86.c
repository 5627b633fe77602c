/* SPDX-License-Identifier: MIT */
/* Poly1305 on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "poly1305/implementation.h"

static const poly1305_implementation ifma = {
    .name = "ifma",
    .needs = CPU_AVX512 | CPU_VBMI,
    .blocks = narae_poly1305_blocks_ifma,
};

static const poly1305_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .blocks = narae_poly1305_blocks_avx2,
};

static const poly1305_implementation x86 = {
    .name = "x86",
    .needs = CPU_SSE2,
    .blocks = narae_poly1305_blocks_x86,
};

static const poly1305_implementation portable = {
    .name = "portable",
    .blocks = narae_poly1305_blocks_portable,
};

const poly1305_implementation *const narae_poly1305_implementations[] = {&ifma, &avx2, &x86, &portable, NULL};

#    include "poly1305/dispatch.inc"

#endif
