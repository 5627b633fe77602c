/* SPDX-License-Identifier: MIT */
/* The AES kernels of Cortex-M. */
#ifndef NARAE_AES_THUMB_KERNELS_H
#define NARAE_AES_THUMB_KERNELS_H

#include "narae/masked.h"

#include "aes/aes_internal.h"

#if defined(NARAE_THUMB_V7M)

narae_masked_set_key_fn narae_aes_masked_set_key_v7m;
narae_masked_encrypt_fn narae_aes_masked_encrypt_v7m;

#    define AES_MASKED_KERNELS \
        .set_key = narae_aes_masked_set_key_v7m, .encrypt = narae_aes_masked_encrypt_v7m

#endif

#if defined(NARAE_THUMB_TABLES)

narae_set_key_fn narae_aes_set_key_v7m_tables;
narae_blocks_fn narae_aes_encrypt_v7m_tables, narae_aes_decrypt_v7m_tables;

#    define AES_KERNELS                              \
        {                                            \
            .set_key = narae_aes_set_key_v7m_tables, \
            .encrypt = narae_aes_encrypt_v7m_tables, \
            .decrypt = narae_aes_decrypt_v7m_tables, \
        }

typedef struct aes_inverse_tables {
    uint32_t column[256];
    uint8_t last[256];
} aes_inverse_tables;
extern const uint32_t narae_aes_te_v7m[256];
extern const aes_inverse_tables narae_aes_td_v7m;

#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

narae_set_key_fn narae_aes_set_key_thumb;
narae_blocks_fn narae_aes_encrypt_v7m, narae_aes_decrypt_v7m;

#    define AES_KERNELS                         \
        {                                       \
            .set_key = narae_aes_set_key_thumb, \
            .encrypt = narae_aes_encrypt_v7m,   \
            .decrypt = narae_aes_decrypt_v7m,   \
        }

uint32_t narae_aes_sub_word_v7m(uint32_t x);

#elif !defined(NARAE_SMALL)

narae_set_key_fn narae_aes_set_key_thumb;
narae_blocks_fn narae_aes_encrypt_v6m, narae_aes_decrypt_v6m;

#    define AES_KERNELS                         \
        {                                       \
            .set_key = narae_aes_set_key_thumb, \
            .encrypt = narae_aes_encrypt_v6m,   \
            .decrypt = narae_aes_decrypt_v6m,   \
        }

uint32_t narae_aes_sub_word_v6m(uint32_t x);

#endif

#endif
