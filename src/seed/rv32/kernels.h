/* SPDX-License-Identifier: MIT */
/* The SEED kernels of RV32. */
#ifndef NARAE_SEED_RV32_KERNELS_H
#define NARAE_SEED_RV32_KERNELS_H

#include "seed/seed_internal.h"

#if defined(NARAE_RV32_TABLES)

narae_set_key_fn narae_seed_set_key_tables;
narae_blocks_fn narae_seed_encrypt_rv32_tables, narae_seed_decrypt_rv32_tables;

#    define SEED_KERNELS                               \
        {                                              \
            .set_key = narae_seed_set_key_tables,      \
            .encrypt = narae_seed_encrypt_rv32_tables, \
            .decrypt = narae_seed_decrypt_rv32_tables, \
        }

#    define SEED_TABLES 4
extern const uint32_t narae_seed_table[SEED_TABLES][256];

#elif !defined(NARAE_SMALL)

narae_blocks_fn narae_seed_encrypt_eight, narae_seed_decrypt_eight;

#    define SEED_KERNELS                            \
        {                                           \
            .set_key = narae_seed_set_key_portable, \
            .encrypt = narae_seed_encrypt_eight,    \
            .decrypt = narae_seed_decrypt_eight,    \
        }

/* Sixteen rounds in place, with keys from `rk` on, `step` bytes apart: of the words of
 * eight blocks or of one, whose halves are then exchanged. */
#    define SEED_EIGHT narae_seed_eight_rv32
#    define SEED_ONE narae_seed_one_rv32
void SEED_EIGHT(const uint32_t (*rk)[2], uint32_t x[4][8], int step);
void SEED_ONE(const uint32_t (*rk)[2], uint32_t x[4], int step);

#endif

#endif
