/* SPDX-License-Identifier: MIT */
/* The ARIA kernels of RV32. */
#ifndef NARAE_ARIA_RV32_KERNELS_H
#define NARAE_ARIA_RV32_KERNELS_H

#include "aria/aria_internal.h"

#if defined(NARAE_RV32_TABLES)

narae_set_key_fn narae_aria_set_key_rv32_tables;
narae_blocks_fn narae_aria_encrypt_rv32_tables, narae_aria_decrypt_rv32_tables;

#    define ARIA_KERNELS                               \
        {                                              \
            .set_key = narae_aria_set_key_rv32_tables, \
            .encrypt = narae_aria_encrypt_rv32_tables, \
            .decrypt = narae_aria_decrypt_rv32_tables, \
        }

#elif !defined(NARAE_SMALL)

narae_blocks_fn narae_aria_encrypt_rv32, narae_aria_decrypt_rv32;

#    define ARIA_KERNELS                            \
        {                                           \
            .set_key = narae_aria_set_key_portable, \
            .encrypt = narae_aria_encrypt_rv32,     \
            .decrypt = narae_aria_decrypt_rv32,     \
        }

void narae_aria_eight_rv32(const uint32_t (*rk)[4], uint8_t out[128], const uint8_t in[128], unsigned rounds,
                           unsigned decrypt);
void narae_aria_two_rv32(const uint32_t (*rk)[4], uint8_t *out, const uint8_t *in, unsigned rounds,
                         unsigned decrypt, size_t next);

#endif

#endif
