/* SPDX-License-Identifier: MIT */
/* The SEED kernels of MSP430. */
#ifndef NARAE_SEED_MSP430_KERNELS_H
#define NARAE_SEED_MSP430_KERNELS_H

#include "seed/seed_internal.h"

narae_set_key_fn narae_seed_set_key_msp430;
narae_blocks_fn narae_seed_encrypt_msp430, narae_seed_decrypt_msp430;

extern const uint8_t narae_seed_s0[256], narae_seed_s1[256];
extern const uint16_t narae_seed_lower0[256], narae_seed_upper0[256], narae_seed_lower1[256],
    narae_seed_upper1[256];

#define SEED_KERNELS                          \
    {                                         \
        .set_key = narae_seed_set_key_msp430, \
        .encrypt = narae_seed_encrypt_msp430, \
        .decrypt = narae_seed_decrypt_msp430, \
    }

#endif
