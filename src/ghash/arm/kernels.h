/* SPDX-License-Identifier: MIT */
/* The GHASH kernels of AArch64. */
#ifndef NARAE_GHASH_ARM_KERNELS_H
#define NARAE_GHASH_ARM_KERNELS_H

#include "core/kernels.h"

const narae_ghash_kernels *narae_ghash_best(void);
extern const narae_ghash_kernels *const narae_ghash_implementations[];

#define narae_ghash_blocks_kernel narae_ghash_best()->blocks
#define narae_ghash_powers_kernel narae_ghash_best()->powers

narae_ghash_blocks_fn narae_ghash_blocks_neon, narae_ghash_blocks_pmull;

/* Fill the key's powers, h^4 to h^1 or h^8 to h^1, as the kernel needs them. */
narae_ghash_powers_fn narae_ghash_powers_neon, narae_ghash_powers_pmull;

#endif
