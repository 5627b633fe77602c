/* SPDX-License-Identifier: MIT */
/* The portable kernels of LEA, for families without their own. */
#ifndef NARAE_LEA_PORTABLE_KERNELS_H
#define NARAE_LEA_PORTABLE_KERNELS_H

#include "lea/lea_internal.h"

#ifndef LEA_ROUNDS
#    define LEA_ROUNDS 24
#    define LEA_ROUNDS_APART 4
#endif

narae_blocks_fn narae_lea_small_encrypt_portable, narae_lea_small_decrypt_portable;
#ifndef LEA_SMALL_ENCRYPT
#    define LEA_SMALL_ENCRYPT narae_lea_small_encrypt_portable
#    define LEA_SMALL_DECRYPT narae_lea_small_decrypt_portable
#endif

#ifndef LEA_KERNELS
#    define LEA_KERNELS                            \
        {                                          \
            .set_key = narae_lea_set_key_portable, \
            .encrypt = narae_lea_encrypt_portable, \
            .decrypt = narae_lea_decrypt_portable, \
        }
#endif

#endif
