/* SPDX-License-Identifier: MIT */
/* The Keccak kernels of x86-64. */
#ifndef NARAE_KECCAK_X86_KERNELS_H
#define NARAE_KECCAK_X86_KERNELS_H

#include "core/kernels.h"

const narae_keccak_kernels *narae_keccak_best(void);
extern const narae_keccak_kernels *const narae_keccak_implementations[];

#define narae_keccak_f1600_kernel narae_keccak_best()->f1600
#define narae_keccak_absorb_kernel narae_keccak_best()->absorb
#define narae_keccak_batch_kernel narae_keccak_batch_best()->batch

narae_keccak_f1600_fn narae_keccak_f1600_bmi2, narae_keccak_f1600_avx512;
narae_keccak_absorb_fn narae_keccak_absorb_avx512;

#endif
