/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of MSP430. */
#ifndef NARAE_HIGHT_MSP430_KERNELS_H
#define NARAE_HIGHT_MSP430_KERNELS_H

#include "hight/hight_internal.h"

narae_set_key_fn narae_hight_set_key_msp430;
narae_blocks_fn narae_hight_encrypt_msp430, narae_hight_decrypt_msp430;

#define HIGHT_KERNELS                          \
    {                                          \
        .set_key = narae_hight_set_key_msp430, \
        .encrypt = narae_hight_encrypt_msp430, \
        .decrypt = narae_hight_decrypt_msp430, \
    }

#endif
