/* SPDX-License-Identifier: MIT */
/* The AES kernels of RV32. */
#ifndef NARAE_AES_RV32_KERNELS_H
#define NARAE_AES_RV32_KERNELS_H

#include "aes/aes_internal.h"

#ifdef NARAE_RV32_TABLES

narae_set_key_fn narae_aes_set_key_rv32_tables;
narae_blocks_fn narae_aes_encrypt_rv32_tables, narae_aes_decrypt_rv32_tables;

#    define AES_KERNELS                               \
        {                                             \
            .set_key = narae_aes_set_key_rv32_tables, \
            .encrypt = narae_aes_encrypt_rv32_tables, \
            .decrypt = narae_aes_decrypt_rv32_tables, \
        }

extern const uint32_t narae_aes_te[4][256], narae_aes_td[256];
extern const uint8_t narae_aes_td_last[256];

#else

narae_set_key_fn narae_aes_set_key_rv32;
narae_blocks_fn narae_aes_encrypt_rv32, narae_aes_decrypt_rv32;

#    define AES_KERNELS                        \
        {                                      \
            .set_key = narae_aes_set_key_rv32, \
            .encrypt = narae_aes_encrypt_rv32, \
            .decrypt = narae_aes_decrypt_rv32, \
        }

void narae_aes_encrypt_eight_rv32(const uint32_t *rk, uint8_t out[128], const uint8_t in[128],
                                  unsigned rounds);
void narae_aes_encrypt_two_rv32(const uint32_t *rk, uint8_t *out, const uint8_t *in, unsigned rounds,
                                size_t apart);
void narae_aes_decrypt_two_rv32(const uint32_t *rk, uint8_t *out, const uint8_t *in, unsigned rounds,
                                size_t apart);
void narae_aes_transpose_rv32(uint32_t q[8]);
uint32_t narae_aes_sub_word_rv32(uint32_t x);

#endif

#endif
