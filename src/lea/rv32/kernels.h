/* SPDX-License-Identifier: MIT */
/* The LEA kernels of RV32; with NARAE_SMALL those of lea_loop_rv32.S. */
#ifndef NARAE_LEA_RV32_KERNELS_H
#define NARAE_LEA_RV32_KERNELS_H

#include "lea/lea_internal.h"

narae_blocks_fn narae_lea_encrypt_rv32, narae_lea_decrypt_rv32;

#ifdef NARAE_SMALL
narae_set_key_fn narae_lea_set_key_rv32;

#    define LEA_KERNELS                        \
        {                                      \
            .set_key = narae_lea_set_key_rv32, \
            .encrypt = narae_lea_encrypt_rv32, \
            .decrypt = narae_lea_decrypt_rv32, \
        }

#else
#    define LEA_KERNELS                            \
        {                                          \
            .set_key = narae_lea_set_key_portable, \
            .encrypt = narae_lea_encrypt_rv32,     \
            .decrypt = narae_lea_decrypt_rv32,     \
        }

/* Schedules begin with a code for the key size, with which lea_rv32.S dispatches fastest. */
#    define LEA_ROUNDS 1
#    define LEA_ROUNDS_APART 0x70
#    define LEA_FIRST_WORD(key_bytes) (1 + (uint32_t)((key_bytes) / 8 - 2) * 0x70000000)
#endif

#endif
