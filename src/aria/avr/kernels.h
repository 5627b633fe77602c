/* SPDX-License-Identifier: MIT */
/* The ARIA kernels of AVR. */
#ifndef NARAE_ARIA_AVR_KERNELS_H
#define NARAE_ARIA_AVR_KERNELS_H

#include "aria/aria_internal.h"

narae_blocks_fn narae_aria_encrypt_avr, narae_aria_decrypt_avr;

#define ARIA_KERNELS                            \
    {                                           \
        .set_key = narae_aria_set_key_portable, \
        .encrypt = narae_aria_encrypt_avr,      \
        .decrypt = narae_aria_decrypt_avr,      \
    }

#endif
