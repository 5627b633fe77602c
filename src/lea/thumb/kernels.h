/* SPDX-License-Identifier: MIT */
/* The LEA kernels of Cortex-M. */
#ifndef NARAE_LEA_THUMB_KERNELS_H
#define NARAE_LEA_THUMB_KERNELS_H

#include "narae/masked.h"

#include "lea/lea_internal.h"

#ifdef NARAE_THUMB_V7M

narae_masked_set_key_fn narae_lea_masked_set_key_v7m;
narae_masked_encrypt_fn narae_lea_masked_encrypt_v7m;

#    define LEA_MASKED_KERNELS \
        .set_key = narae_lea_masked_set_key_v7m, .encrypt = narae_lea_masked_encrypt_v7m

narae_set_key_fn narae_lea_set_key_v7m;
narae_blocks_fn narae_lea_encrypt_v7m, narae_lea_decrypt_v7m;

#    ifdef NARAE_SMALL
#        define LEA_KERNELS                            \
            {                                          \
                .set_key = narae_lea_set_key_portable, \
                .encrypt = narae_lea_encrypt_v7m,      \
                .decrypt = narae_lea_decrypt_v7m,      \
            }
#    else
#        define LEA_KERNELS                       \
            {                                     \
                .set_key = narae_lea_set_key_v7m, \
                .encrypt = narae_lea_encrypt_v7m, \
                .decrypt = narae_lea_decrypt_v7m, \
            }
#    endif

#else

narae_set_key_fn narae_lea_set_key_v6m;
narae_blocks_fn narae_lea_encrypt_v6m, narae_lea_decrypt_v6m;

#    define LEA_KERNELS                       \
        {                                     \
            .set_key = narae_lea_set_key_v6m, \
            .encrypt = narae_lea_encrypt_v6m, \
            .decrypt = narae_lea_decrypt_v6m, \
        }

void narae_lea_schedule128_v6m(uint32_t rk[96], const uint32_t key[4]);
void narae_lea_schedule192_v6m(uint32_t rk[168], const uint32_t key[6]);
void narae_lea_schedule256_v6m(uint32_t rk[192], const uint32_t key[8]);

#endif

#endif
