/* SPDX-License-Identifier: MIT */
/* The LEA kernels of RV32; with NARAE_SMALL those of lea_loop_rv32.S. */
#ifndef NARAE_LEA_RV32_KERNELS_H
#define NARAE_LEA_RV32_KERNELS_H

#include "lea/lea_internal.h"

narae_set_key_fn narae_lea_set_key_rv32;
narae_blocks_fn narae_lea_encrypt_rv32, narae_lea_decrypt_rv32;

#define LEA_KERNELS                        \
    {                                      \
        .set_key = narae_lea_set_key_rv32, \
        .encrypt = narae_lea_encrypt_rv32, \
        .decrypt = narae_lea_decrypt_rv32, \
    }

/* Schedules begin with a code for the key size. */
#ifndef NARAE_SMALL
#    define LEA_ROUNDS 1
#    define LEA_ROUNDS_APART 0x70
#endif

#endif
