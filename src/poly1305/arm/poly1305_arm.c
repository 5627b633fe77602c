/* SPDX-License-Identifier: MIT */
/* Poly1305 on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "poly1305/poly1305_internal.h"

/* Powers of r and the last product take the time of some 10 blocks. */
enum { MANY = 14 };

static void
blocks_neon(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    (nblocks >= MANY ? narae_poly1305_blocks_neon : narae_poly1305_blocks_portable)(sum, in, nblocks, top);
}

static const narae_poly1305_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .blocks = blocks_neon,
};

static const narae_poly1305_kernels portable = {
    .name = "portable",
    .blocks = narae_poly1305_blocks_portable,
};

const narae_poly1305_kernels *const narae_poly1305_implementations[] = {&neon, &portable, NULL};

DISPATCH(narae_poly1305_kernels, poly1305)

#endif
