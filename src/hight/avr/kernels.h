/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of AVR. */
#ifndef NARAE_HIGHT_AVR_KERNELS_H
#define NARAE_HIGHT_AVR_KERNELS_H

#include "hight/hight_internal.h"

#ifndef NARAE_SMALL
narae_blocks_fn narae_hight_encrypt_avr, narae_hight_decrypt_avr;

#    define HIGHT_KERNELS                            \
        {                                            \
            .set_key = narae_hight_set_key_portable, \
            .encrypt = narae_hight_encrypt_avr,      \
            .decrypt = narae_hight_decrypt_avr,      \
        }
#endif

#endif
