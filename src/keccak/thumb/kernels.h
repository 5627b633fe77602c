/* SPDX-License-Identifier: MIT */
/* The Keccak kernels of Cortex-M. */
#ifndef NARAE_KECCAK_THUMB_KERNELS_H
#define NARAE_KECCAK_THUMB_KERNELS_H

#include "core/kernels.h"

narae_keccak_f1600_fn narae_keccak_f1600_v7m, narae_keccak_f1600_v6m;

#ifdef NARAE_THUMB_V6M
#    define narae_keccak_f1600_kernel narae_keccak_f1600_v6m
#elif !defined(NARAE_SMALL)
#    define narae_keccak_f1600_kernel narae_keccak_f1600_v7m
#endif

#endif
