/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of AArch64. */
#ifndef NARAE_ASCON_ARM_KERNELS_H
#define NARAE_ASCON_ARM_KERNELS_H

#include "core/kernels.h"

narae_ascon_permute_fn narae_ascon_permute_neon;
narae_ascon_blocks_fn narae_ascon_aead128_blocks_neon;

#define narae_ascon_permute_kernel narae_ascon_permute_neon
#define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_neon

#endif
