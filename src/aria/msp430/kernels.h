/* SPDX-License-Identifier: MIT */
/* The ARIA kernels of MSP430. */
#ifndef NARAE_ARIA_MSP430_KERNELS_H
#define NARAE_ARIA_MSP430_KERNELS_H

#include "aria/aria_internal.h"

narae_set_key_fn narae_aria_set_key_msp430;
narae_blocks_fn narae_aria_encrypt_msp430, narae_aria_decrypt_msp430;

extern const uint8_t narae_aria_boxes_msp430[4][256];

#define ARIA_KERNELS                          \
    {                                         \
        .set_key = narae_aria_set_key_msp430, \
        .encrypt = narae_aria_encrypt_msp430, \
        .decrypt = narae_aria_decrypt_msp430, \
    }

#endif
