/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of Cortex-M. */
#ifndef NARAE_HIGHT_THUMB_KERNELS_H
#define NARAE_HIGHT_THUMB_KERNELS_H

#include "hight/hight_internal.h"

#ifdef NARAE_THUMB_V7M

narae_blocks_fn narae_hight_encrypt_v7m, narae_hight_decrypt_v7m;

#    define HIGHT_KERNELS                            \
        {                                            \
            .set_key = narae_hight_set_key_portable, \
            .encrypt = narae_hight_encrypt_v7m,      \
            .decrypt = narae_hight_decrypt_v7m,      \
        }

#else

narae_set_key_fn narae_hight_set_key_turned;
narae_blocks_fn narae_hight_encrypt_v6m, narae_hight_decrypt_v6m;

#    define HIGHT_KERNELS                          \
        {                                          \
            .set_key = narae_hight_set_key_turned, \
            .encrypt = narae_hight_encrypt_v6m,    \
            .decrypt = narae_hight_decrypt_v6m,    \
        }

#endif

#endif
