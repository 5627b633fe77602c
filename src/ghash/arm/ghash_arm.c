/* SPDX-License-Identifier: MIT */
/* GHASH on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "ghash/implementation.h"

#    include "kernels.h"

/* The portable code needs no powers of the key. */
static void
no_powers(narae_ghash_key *key)
{
    (void)key;
}

static const ghash_implementation pmull = {
    .name = "pmull",
    .needs = CPU_PMULL,
    .powers = narae_ghash_powers_pmull,
    .blocks = narae_ghash_blocks_pmull,
};

static const ghash_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .powers = narae_ghash_powers_neon,
    .blocks = narae_ghash_blocks_neon,
};

static const ghash_implementation portable = {
    .name = "portable",
    .powers = no_powers,
    .blocks = narae_ghash_blocks_portable,
};

const ghash_implementation *const narae_ghash_implementations[] = {&pmull, &neon, &portable, NULL};

#    include "ghash/dispatch.inc"

#endif
