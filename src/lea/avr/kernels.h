/* SPDX-License-Identifier: MIT */
/* The LEA kernels of AVR: 6 KiB of unrolled code, the portable ones 2 KiB. */
#ifndef NARAE_LEA_AVR_KERNELS_H
#define NARAE_LEA_AVR_KERNELS_H

#include "lea/lea_internal.h"

#define narae_lea_small_encrypt_kernel narae_lea_small_encrypt_avr
#define narae_lea_small_decrypt_kernel narae_lea_small_decrypt_avr
narae_blocks_fn narae_lea_small_encrypt_avr, narae_lea_small_decrypt_avr;

#ifndef NARAE_SMALL
#    define narae_lea_set_key_kernel narae_lea_set_key_avr
#    define narae_lea_encrypt_kernel narae_lea_encrypt_avr
#    define narae_lea_decrypt_kernel narae_lea_decrypt_avr
void narae_lea_set_key_avr(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_avr, narae_lea_decrypt_avr;
#endif

#endif
