/* SPDX-License-Identifier: MIT */
/* The AES kernels of AVR.  Round keys are in the order in which they are read. */
#ifndef NARAE_AES_AVR_KERNELS_H
#define NARAE_AES_AVR_KERNELS_H

#include "aes/aes_internal.h"

narae_set_key_fn narae_aes_set_key_avr;
narae_blocks_fn narae_aes_encrypt_avr, narae_aes_decrypt_avr;
narae_ctr_fn narae_aes_ctr_avr;

#ifdef NARAE_SMALL
#    define AES_KERNELS                       \
        {                                     \
            .set_key = narae_aes_set_key_avr, \
            .encrypt = narae_aes_encrypt_avr, \
            .decrypt = narae_aes_decrypt_avr, \
        }
#else
#    define AES_KERNELS                       \
        {                                     \
            .set_key = narae_aes_set_key_avr, \
            .encrypt = narae_aes_encrypt_avr, \
            .decrypt = narae_aes_decrypt_avr, \
            .ctr = narae_aes_ctr_avr,         \
        }
#endif

#endif
