/* SPDX-License-Identifier: MIT */
/* The LEA kernels of MSP430. */
#ifndef NARAE_LEA_MSP430_KERNELS_H
#define NARAE_LEA_MSP430_KERNELS_H

#include "lea/lea_internal.h"

narae_set_key_fn narae_lea_set_key_msp430;
narae_blocks_fn narae_lea_encrypt_msp430, narae_lea_decrypt_msp430;

#define LEA_KERNELS                          \
    {                                        \
        .set_key = narae_lea_set_key_msp430, \
        .encrypt = narae_lea_encrypt_msp430, \
        .decrypt = narae_lea_decrypt_msp430, \
    }

#endif
