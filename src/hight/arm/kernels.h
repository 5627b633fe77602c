/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of AArch64. */
#ifndef NARAE_HIGHT_ARM_KERNELS_H
#define NARAE_HIGHT_ARM_KERNELS_H

#include "hight/wide.h"

/* The portable schedule, and after it key bytes of two steps at a time. */
typedef struct hight_neon_schedule {
    hight_schedule narrow;
    uint32_t whitening[8], rk[HIGHT_ROUNDS / 4][2][8];
} hight_neon_schedule;

narae_set_key_fn narae_hight_set_key_neon;
narae_blocks_fn narae_hight_encrypt_neon, narae_hight_decrypt_neon;
narae_ctr_fn narae_hight_ctr_neon;

#endif
