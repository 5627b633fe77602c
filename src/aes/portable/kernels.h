/* SPDX-License-Identifier: MIT */
/* The portable kernels of AES, for families without their own. */
#ifndef NARAE_AES_PORTABLE_KERNELS_H
#define NARAE_AES_PORTABLE_KERNELS_H

#include "aes/aes_internal.h"

#ifndef AES_KERNELS
#    define AES_KERNELS                            \
        {                                          \
            .set_key = narae_aes_set_key_portable, \
            .encrypt = narae_aes_encrypt_portable, \
            .decrypt = narae_aes_decrypt_portable, \
        }
#endif

#endif
