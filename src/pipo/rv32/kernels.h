/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of RV32; with NARAE_SMALL those of pipo_loop_rv32.S. */
#ifndef NARAE_PIPO_RV32_KERNELS_H
#define NARAE_PIPO_RV32_KERNELS_H

#include "narae/masked.h"

#include "pipo/pipo_internal.h"

narae_blocks_fn narae_pipo_encrypt_rv32, narae_pipo_decrypt_rv32;

narae_masked_set_key_fn narae_pipo_masked_set_key_rv32;
narae_masked_encrypt_fn narae_pipo_masked_encrypt_rv32;

#define PIPO_MASKED_KERNELS \
    .set_key = narae_pipo_masked_set_key_rv32, .encrypt = narae_pipo_masked_encrypt_rv32

#ifdef NARAE_SMALL
#    define PIPO_KERNELS                            \
        {                                           \
            .set_key = narae_pipo_set_key_portable, \
            .encrypt = narae_pipo_encrypt_rv32,     \
            .decrypt = narae_pipo_decrypt_rv32,     \
        }
#else
narae_set_key_fn narae_pipo_set_key_rv32;
narae_ctr_fn narae_pipo_ctr_rv32;

#    define PIPO_KERNELS                        \
        {                                       \
            .set_key = narae_pipo_set_key_rv32, \
            .encrypt = narae_pipo_encrypt_rv32, \
            .decrypt = narae_pipo_decrypt_rv32, \
            .ctr = narae_pipo_ctr_rv32,         \
        }

void narae_pipo_ctr_four_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t groups,
                              uint32_t *rows);
void narae_pipo_rest_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                          narae_blocks_fn *kernel);
#endif

#endif
