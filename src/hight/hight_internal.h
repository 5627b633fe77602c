/* SPDX-License-Identifier: MIT */
/* Common to the HIGHT kernels: the schedule's layout and the kernel names. */
#ifndef NARAE_HIGHT_INTERNAL_H
#define NARAE_HIGHT_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/hight.h"

#include "core/family.h"

enum { HIGHT_ROUNDS = 32 };

#ifdef __AVR__

/* A subkey is a byte of the key plus a constant, so there is no key
 * expansion. */
typedef struct hight_schedule {
    uint32_t rounds;
    uint8_t key[16];
} hight_schedule;

#else

typedef struct hight_schedule {
    uint32_t rounds;
    uint32_t whitening[2]; /* WK0 to WK3, WK4 to WK7; the first is the least significant byte */
    uint32_t rk[HIGHT_ROUNDS];
} hight_schedule;

#endif

/* key_bytes is 16. */
void narae_hight_set_key_portable(hight_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_hight_encrypt_portable;
narae_blocks_fn narae_hight_decrypt_portable;

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#    define narae_hight_set_key_kernel narae_hight_set_key_portable
#    define narae_hight_encrypt_kernel narae_hight_encrypt_avr
#    define narae_hight_decrypt_kernel narae_hight_decrypt_avr
#    define narae_hight_ctr_kernel NULL
narae_blocks_fn narae_hight_encrypt_avr;
narae_blocks_fn narae_hight_decrypt_avr;
#elif defined(NARAE_DISPATCH)
#    define narae_hight_set_key_kernel narae_hight_set_key_best
#    define narae_hight_encrypt_kernel narae_hight_encrypt_best
#    define narae_hight_decrypt_kernel narae_hight_decrypt_best
#    define narae_hight_ctr_kernel narae_hight_ctr_best
void narae_hight_set_key_best(hight_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_hight_encrypt_best;
narae_blocks_fn narae_hight_decrypt_best;
narae_ctr_fn narae_hight_ctr_best;
#elif defined(NARAE_WASM_KERNELS)
#    define narae_hight_set_key_kernel narae_hight_set_key_wasm
#    define narae_hight_encrypt_kernel narae_hight_encrypt_wasm
#    define narae_hight_decrypt_kernel narae_hight_decrypt_wasm
#    define narae_hight_ctr_kernel narae_hight_ctr_wasm
void narae_hight_set_key_wasm(hight_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_hight_encrypt_wasm;
narae_blocks_fn narae_hight_decrypt_wasm;
narae_ctr_fn narae_hight_ctr_wasm;
#elif defined(NARAE_THUMB_V7M)
#    define narae_hight_set_key_kernel narae_hight_set_key_portable
#    define narae_hight_encrypt_kernel narae_hight_encrypt_v7m
#    define narae_hight_decrypt_kernel narae_hight_decrypt_v7m
#    define narae_hight_ctr_kernel NULL
narae_blocks_fn narae_hight_encrypt_v7m;
narae_blocks_fn narae_hight_decrypt_v7m;
#elif defined(NARAE_RV32_KERNELS) || defined(NARAE_THUMB_V6M)
#    ifdef NARAE_RV32_KERNELS
#        define narae_hight_encrypt_kernel narae_hight_encrypt_rv32
#        define narae_hight_decrypt_kernel narae_hight_decrypt_rv32
#    else
#        define narae_hight_encrypt_kernel narae_hight_encrypt_v6m
#        define narae_hight_decrypt_kernel narae_hight_decrypt_v6m
#    endif
#    define narae_hight_set_key_kernel narae_hight_set_key_turned
#    define narae_hight_ctr_kernel NULL
void narae_hight_set_key_turned(hight_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_hight_encrypt_kernel;
narae_blocks_fn narae_hight_decrypt_kernel;
#else
#    define narae_hight_set_key_kernel narae_hight_set_key_portable
#    define narae_hight_encrypt_kernel narae_hight_encrypt_portable
#    define narae_hight_decrypt_kernel narae_hight_decrypt_portable
#    define narae_hight_ctr_kernel NULL
#endif

#endif
