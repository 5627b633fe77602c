/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of AArch64. */
#ifndef NARAE_PIPO_ARM_KERNELS_H
#define NARAE_PIPO_ARM_KERNELS_H

#include "pipo/pipo_internal.h"

narae_blocks_fn narae_pipo_encrypt_neon, narae_pipo_decrypt_neon;
narae_ctr_fn narae_pipo_ctr_neon;

#endif
