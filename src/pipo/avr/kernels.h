/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of AVR. */
#ifndef NARAE_PIPO_AVR_KERNELS_H
#define NARAE_PIPO_AVR_KERNELS_H

#include "narae/masked.h"

#include "pipo/pipo_internal.h"

narae_blocks_fn narae_pipo_encrypt_avr, narae_pipo_decrypt_avr;
narae_masked_set_key_fn narae_pipo_masked_set_key_avr;
narae_masked_encrypt_fn narae_pipo_masked_encrypt_avr;

#define PIPO_KERNELS                            \
    {                                           \
        .set_key = narae_pipo_set_key_portable, \
        .encrypt = narae_pipo_encrypt_avr,      \
        .decrypt = narae_pipo_decrypt_avr,      \
    }

#define PIPO_MASKED_KERNELS .set_key = narae_pipo_masked_set_key_avr, .encrypt = narae_pipo_masked_encrypt_avr

#endif
