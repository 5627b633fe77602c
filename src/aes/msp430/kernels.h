/* SPDX-License-Identifier: MIT */
/* The AES kernels of MSP430: round keys of encryption, then those of decryption, which
 * NARAE_SMALL leaves out. */
#ifndef NARAE_AES_MSP430_KERNELS_H
#define NARAE_AES_MSP430_KERNELS_H

#include "aes/aes_internal.h"

narae_set_key_fn narae_aes_set_key_msp430;
narae_blocks_fn narae_aes_encrypt_msp430, narae_aes_decrypt_msp430;

#ifdef NARAE_SMALL
extern const uint16_t narae_aes_te_msp430[1][256];
#else
extern const uint8_t narae_aes_sbox_msp430[256];
extern const uint16_t narae_aes_te_msp430[4][256], narae_aes_td_msp430[4][256];
#endif
extern const uint8_t narae_aes_inv_sbox_msp430[256];

#define AES_KERNELS                          \
    {                                        \
        .set_key = narae_aes_set_key_msp430, \
        .encrypt = narae_aes_encrypt_msp430, \
        .decrypt = narae_aes_decrypt_msp430, \
    }

#endif
