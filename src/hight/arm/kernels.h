/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of AArch64. */
#ifndef NARAE_HIGHT_ARM_KERNELS_H
#define NARAE_HIGHT_ARM_KERNELS_H

#include "hight/wide.h"

narae_blocks_fn narae_hight_encrypt_neon, narae_hight_decrypt_neon;
narae_ctr_fn narae_hight_ctr_neon;

#endif
