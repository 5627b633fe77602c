/* SPDX-License-Identifier: MIT */
/* The ARIA kernels of Cortex-M3 and M4. */
#ifndef NARAE_ARIA_THUMB_KERNELS_H
#define NARAE_ARIA_THUMB_KERNELS_H

#include "narae/masked.h"

#include "aria/aria_internal.h"

#if defined(NARAE_THUMB_V7M)

narae_masked_set_key_fn narae_aria_masked_set_key_v7m;
narae_masked_encrypt_fn narae_aria_masked_encrypt_v7m;

#    define ARIA_MASKED_KERNELS \
        .set_key = narae_aria_masked_set_key_v7m, .encrypt = narae_aria_masked_encrypt_v7m

#endif

#if defined(NARAE_THUMB_TABLES)

narae_set_key_fn narae_aria_set_key_v7m;
narae_blocks_fn narae_aria_encrypt_v7m_tables, narae_aria_decrypt_v7m_tables;

#    define ARIA_KERNELS                              \
        {                                             \
            .set_key = narae_aria_set_key_v7m,        \
            .encrypt = narae_aria_encrypt_v7m_tables, \
            .decrypt = narae_aria_decrypt_v7m_tables, \
        }

void narae_aria_round_v7m_tables(uint32_t x[4], unsigned even);

#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

narae_set_key_fn narae_aria_set_key_v7m;
narae_blocks_fn narae_aria_encrypt_v7m, narae_aria_decrypt_v7m;

#    define ARIA_KERNELS                       \
        {                                      \
            .set_key = narae_aria_set_key_v7m, \
            .encrypt = narae_aria_encrypt_v7m, \
            .decrypt = narae_aria_decrypt_v7m, \
        }

/* The words of the state of two blocks, from a block. */
void narae_aria_bits_v7m(uint32_t q[8], const uint32_t x[4]);

#endif

#endif
