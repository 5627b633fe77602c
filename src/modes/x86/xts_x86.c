/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS on x86-64: its implementations.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

static const xts_implementation avx512 = {
    .name = "avx512",
    .needs = CPU_VAES | CPU_AVX512,
    .whiten = narae_xts_whiten_avx512,
};

static const xts_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_VAES | CPU_AVX2,
    .whiten = narae_xts_whiten_avx2,
};

static const xts_implementation portable = {
    .name = "portable",
    .whiten = narae_xts_whiten_portable,
};

const xts_implementation *const narae_xts_implementations[] = {&avx512, &avx2, &portable, NULL};

DISPATCH(xts)

void
narae_xts_whiten_best(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16])
{
    xts_best()->whiten(out, in, nblocks, t);
}

#endif
