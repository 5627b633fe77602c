/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of AVR. */
#ifndef NARAE_PIPO_AVR_KERNELS_H
#define NARAE_PIPO_AVR_KERNELS_H

#include "pipo/pipo_internal.h"

narae_blocks_fn narae_pipo_encrypt_avr, narae_pipo_decrypt_avr;

#define PIPO_KERNELS                            \
    {                                           \
        .set_key = narae_pipo_set_key_portable, \
        .encrypt = narae_pipo_encrypt_avr,      \
        .decrypt = narae_pipo_decrypt_avr,      \
    }

#endif
