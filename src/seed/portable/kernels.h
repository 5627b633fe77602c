/* SPDX-License-Identifier: MIT */
/* The portable kernels of SEED, for families without their own. */
#ifndef NARAE_SEED_PORTABLE_KERNELS_H
#define NARAE_SEED_PORTABLE_KERNELS_H

#include "seed/seed_internal.h"

#ifndef SEED_KERNELS
#    define SEED_KERNELS                            \
        {                                           \
            .set_key = narae_seed_set_key_portable, \
            .encrypt = narae_seed_encrypt_portable, \
            .decrypt = narae_seed_decrypt_portable, \
        }
#endif

#endif
