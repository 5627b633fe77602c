/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of MSP430. */
#ifndef NARAE_PIPO_MSP430_KERNELS_H
#define NARAE_PIPO_MSP430_KERNELS_H

#include "pipo/pipo_internal.h"

narae_set_key_fn narae_pipo_set_key_msp430;
narae_blocks_fn narae_pipo_encrypt_msp430, narae_pipo_decrypt_msp430;

#define PIPO_KERNELS                          \
    {                                         \
        .set_key = narae_pipo_set_key_msp430, \
        .encrypt = narae_pipo_encrypt_msp430, \
        .decrypt = narae_pipo_decrypt_msp430, \
    }

#endif
