/* SPDX-License-Identifier: MIT */
/* The Keccak kernel of AArch64. */
#ifndef NARAE_KECCAK_ARM_KERNELS_H
#define NARAE_KECCAK_ARM_KERNELS_H

#include "core/kernels.h"

narae_keccak_f1600_fn narae_keccak_f1600_neon;

#define narae_keccak_f1600_kernel narae_keccak_f1600_neon
#define narae_keccak_batch_kernel narae_keccak_batch_best()->batch

#endif
