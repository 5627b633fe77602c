/* SPDX-License-Identifier: MIT */
/* The portable kernels of PIPO, for families without their own. */
#ifndef NARAE_PIPO_PORTABLE_KERNELS_H
#define NARAE_PIPO_PORTABLE_KERNELS_H

#include "pipo/pipo_internal.h"

#ifndef PIPO_KERNELS
#    define PIPO_KERNELS                            \
        {                                           \
            .set_key = narae_pipo_set_key_portable, \
            .encrypt = narae_pipo_encrypt_portable, \
            .decrypt = narae_pipo_decrypt_portable, \
        }
#endif

#endif
