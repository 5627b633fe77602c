/* SPDX-License-Identifier: MIT */
/* GHASH on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "ghash/ghash_internal.h"

/* The portable code needs no powers of the key. */
static void
no_powers(narae_ghash_key *key)
{
    (void)key;
}

static const narae_ghash_kernels pmull = {
    .name = "pmull",
    .needs = CPU_PMULL,
    .powers = narae_ghash_powers_pmull,
    .blocks = narae_ghash_blocks_pmull,
};

static const narae_ghash_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .powers = narae_ghash_powers_neon,
    .blocks = narae_ghash_blocks_neon,
};

static const narae_ghash_kernels portable = {
    .name = "portable",
    .powers = no_powers,
    .blocks = narae_ghash_blocks_portable,
};

const narae_ghash_kernels *const narae_ghash_implementations[] = {&pmull, &neon, &portable, NULL};

DISPATCH(narae_ghash_kernels, ghash)

#endif
