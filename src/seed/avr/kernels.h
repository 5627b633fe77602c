/* SPDX-License-Identifier: MIT */
/* The SEED kernels of AVR. */
#ifndef NARAE_SEED_AVR_KERNELS_H
#define NARAE_SEED_AVR_KERNELS_H

#include "seed/seed_internal.h"

narae_blocks_fn narae_seed_encrypt_avr, narae_seed_decrypt_avr;

#define SEED_KERNELS                            \
    {                                           \
        .set_key = narae_seed_set_key_portable, \
        .encrypt = narae_seed_encrypt_avr,      \
        .decrypt = narae_seed_decrypt_avr,      \
    }

#endif
