/* SPDX-License-Identifier: MIT */
/* The LSH kernels of AArch64. */
#ifndef NARAE_LSH_ARM_KERNELS_H
#define NARAE_LSH_ARM_KERNELS_H

#include "core/kernels.h"

const narae_hash_kernels *narae_lsh_best(void);
extern const narae_hash_kernels *const narae_lsh_implementations[];

#define narae_lsh256_blocks_kernel narae_lsh_best()->blocks32
#define narae_lsh512_blocks_kernel narae_lsh_best()->blocks64

narae_hash32_fn narae_lsh256_blocks_neon;

#endif
