/* SPDX-License-Identifier: MIT */
/* The portable kernels of HIGHT, for families without their own. */
#ifndef NARAE_HIGHT_PORTABLE_KERNELS_H
#define NARAE_HIGHT_PORTABLE_KERNELS_H

#include "hight/hight_internal.h"

#ifndef HIGHT_KERNELS
#    define HIGHT_KERNELS                            \
        {                                            \
            .set_key = narae_hight_set_key_portable, \
            .encrypt = narae_hight_encrypt_portable, \
            .decrypt = narae_hight_decrypt_portable, \
        }
#endif

#endif
