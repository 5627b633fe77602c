/* SPDX-License-Identifier: MIT */
/* Poly1305 on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "poly1305/implementation.h"

/* Powers of r and the last product take the time of some 10 blocks. */
enum { MANY = 14 };

static void
blocks_neon(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    (nblocks >= MANY ? narae_poly1305_blocks_neon : narae_poly1305_blocks_portable)(sum, in, nblocks, top);
}

static const poly1305_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .blocks = blocks_neon,
};

static const poly1305_implementation portable = {
    .name = "portable",
    .blocks = narae_poly1305_blocks_portable,
};

const poly1305_implementation *const narae_poly1305_implementations[] = {&neon, &portable, NULL};

#    include "poly1305/dispatch.inc"

#endif
