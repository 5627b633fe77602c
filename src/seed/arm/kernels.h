/* SPDX-License-Identifier: MIT */
/* The SEED kernels of AArch64. */
#ifndef NARAE_SEED_ARM_KERNELS_H
#define NARAE_SEED_ARM_KERNELS_H

#include "seed/seed_internal.h"

narae_blocks_fn narae_seed_encrypt_ce, narae_seed_decrypt_ce;
narae_blocks_fn narae_seed_encrypt_neon, narae_seed_decrypt_neon;
narae_ctr_fn narae_seed_ctr_ce, narae_seed_ctr_neon;

#endif
