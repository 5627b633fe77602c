/* SPDX-License-Identifier: MIT */
/* The LEA kernels of AVR: 6 KiB of unrolled code, the portable ones 2 KiB. */
#ifndef NARAE_LEA_AVR_KERNELS_H
#define NARAE_LEA_AVR_KERNELS_H

#include "narae/masked.h"

#include "lea/lea_internal.h"

narae_masked_set_key_fn narae_lea_masked_set_key_avr;
narae_masked_encrypt_fn narae_lea_masked_encrypt_avr;

#define LEA_MASKED_KERNELS .set_key = narae_lea_masked_set_key_avr, .encrypt = narae_lea_masked_encrypt_avr

narae_blocks_fn narae_lea_small_encrypt_avr, narae_lea_small_decrypt_avr;
#define LEA_SMALL_ENCRYPT narae_lea_small_encrypt_avr
#define LEA_SMALL_DECRYPT narae_lea_small_decrypt_avr

#ifndef NARAE_SMALL
narae_set_key_fn narae_lea_set_key_avr;
narae_blocks_fn narae_lea_encrypt_avr, narae_lea_decrypt_avr;

#    define LEA_KERNELS                       \
        {                                     \
            .set_key = narae_lea_set_key_avr, \
            .encrypt = narae_lea_encrypt_avr, \
            .decrypt = narae_lea_decrypt_avr, \
        }
#endif

#endif
