/* SPDX-License-Identifier: MIT */
/* The SHA-2 kernels of AArch64. */
#ifndef NARAE_SHA2_ARM_KERNELS_H
#define NARAE_SHA2_ARM_KERNELS_H

#include "core/kernels.h"

const narae_hash_kernels *narae_sha2_best(void);
extern const narae_hash_kernels *const narae_sha2_implementations[];

#define narae_sha256_blocks_kernel narae_sha2_best()->blocks32
#define narae_sha512_blocks_kernel narae_sha2_best()->blocks64

narae_hash32_fn narae_sha256_blocks_ce;

#endif
