/* SPDX-License-Identifier: MIT */
/* The portable kernels of ARIA, for families without their own. */
#ifndef NARAE_ARIA_PORTABLE_KERNELS_H
#define NARAE_ARIA_PORTABLE_KERNELS_H

#include "aria/aria_internal.h"

#ifndef ARIA_KERNELS
#    define ARIA_KERNELS                            \
        {                                           \
            .set_key = narae_aria_set_key_portable, \
            .encrypt = narae_aria_encrypt_portable, \
            .decrypt = narae_aria_decrypt_portable, \
        }
#endif

#endif
