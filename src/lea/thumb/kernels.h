/* SPDX-License-Identifier: MIT */
/* The LEA kernels of Cortex-M. */
#ifndef NARAE_LEA_THUMB_KERNELS_H
#define NARAE_LEA_THUMB_KERNELS_H

#include "lea/lea_internal.h"

#ifdef NARAE_THUMB_V7M

#    ifndef NARAE_SMALL
#        define narae_lea_set_key_kernel narae_lea_set_key_v7m
#    endif
#    define narae_lea_encrypt_kernel narae_lea_encrypt_v7m
#    define narae_lea_decrypt_kernel narae_lea_decrypt_v7m
void narae_lea_set_key_v7m(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_v7m, narae_lea_decrypt_v7m;

#else

#    define narae_lea_set_key_kernel narae_lea_set_key_v6m
#    define narae_lea_encrypt_kernel narae_lea_encrypt_v6m
#    define narae_lea_decrypt_kernel narae_lea_decrypt_v6m
void narae_lea_set_key_v6m(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
void narae_lea_schedule128_v6m(uint32_t rk[96], const uint32_t key[4]);
void narae_lea_schedule192_v6m(uint32_t rk[168], const uint32_t key[6]);
void narae_lea_schedule256_v6m(uint32_t rk[192], const uint32_t key[8]);
narae_blocks_fn narae_lea_encrypt_v6m, narae_lea_decrypt_v6m;

#endif

#endif
