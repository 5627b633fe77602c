/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of RV32. */
#ifndef NARAE_HIGHT_RV32_KERNELS_H
#define NARAE_HIGHT_RV32_KERNELS_H

#include "hight/hight_internal.h"

narae_set_key_fn narae_hight_set_key_turned;
narae_blocks_fn narae_hight_encrypt_rv32, narae_hight_decrypt_rv32;

#define HIGHT_KERNELS                          \
    {                                          \
        .set_key = narae_hight_set_key_turned, \
        .encrypt = narae_hight_encrypt_rv32,   \
        .decrypt = narae_hight_decrypt_rv32,   \
    }

#endif
