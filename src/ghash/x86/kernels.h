/* SPDX-License-Identifier: MIT */
/* The GHASH kernels of x86-64. */
#ifndef NARAE_GHASH_X86_KERNELS_H
#define NARAE_GHASH_X86_KERNELS_H

#include "core/kernels.h"

const narae_ghash_kernels *narae_ghash_best(void);
extern const narae_ghash_kernels *const narae_ghash_implementations[];

#define narae_ghash_blocks_kernel narae_ghash_best()->blocks
#define narae_ghash_powers_kernel narae_ghash_best()->powers

narae_ghash_blocks_fn narae_ghash_blocks_pclmul, narae_ghash_blocks_vpclmul256, narae_ghash_blocks_vpclmul;

/* Each fills the end of the key's powers with as many powers down to h^1 as the kernel of the
 * same name has blocks in a step, divided by x and in the CPU's byte order. */
narae_ghash_powers_fn narae_ghash_powers_pclmul, narae_ghash_powers_vpclmul256, narae_ghash_powers_vpclmul;

#endif
