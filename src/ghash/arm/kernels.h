/* SPDX-License-Identifier: MIT */
/* The GHASH kernels of AArch64. */
#ifndef NARAE_GHASH_ARM_KERNELS_H
#define NARAE_GHASH_ARM_KERNELS_H

#include "narae/wipe.h"

#include "ghash/ghash_internal.h"

narae_ghash_blocks_fn narae_ghash_blocks_neon;
narae_ghash_blocks_fn narae_ghash_blocks_pmull;

/* Fill key->powers, h^4 to h^1 or h^8 to h^1, as the kernel needs them. */
void narae_ghash_powers_neon(narae_ghash_key *key);
void narae_ghash_powers_pmull(narae_ghash_key *key);

#endif
