/* SPDX-License-Identifier: MIT */
/* The portable kernels of PIPO, for families without their own. */
#ifndef NARAE_PIPO_PORTABLE_KERNELS_H
#define NARAE_PIPO_PORTABLE_KERNELS_H

#include "pipo/pipo_internal.h"

#ifndef PIPO_KERNELS
__extension__ _Static_assert(NARAE_PIPO_SCHEDULE_BYTES(16) >= 4 + 16 * sizeof(pipo_key_row),
                             "a byte of the key is a row");

#    define PIPO_KERNELS                            \
        {                                           \
            .set_key = narae_pipo_set_key_portable, \
            .encrypt = narae_pipo_encrypt_portable, \
            .decrypt = narae_pipo_decrypt_portable, \
        }
#endif

#endif
