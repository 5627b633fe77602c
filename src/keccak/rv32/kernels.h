/* SPDX-License-Identifier: MIT */
/* The Keccak kernel of RV32: lanes are not interleaved. */
#ifndef NARAE_KECCAK_RV32_KERNELS_H
#define NARAE_KECCAK_RV32_KERNELS_H

#include "core/kernels.h"

narae_keccak_f1600_fn narae_keccak_f1600_rv32;

#define KECCAK_INTERLEAVED 0
#define narae_keccak_f1600_kernel narae_keccak_f1600_rv32

#endif
