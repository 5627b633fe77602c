/* SPDX-License-Identifier: MIT */
/* Common to the LEA kernels: the schedule's layout and the kernel names.
 *
 * The key schedule gives each round six words k0..k5.  For 128-bit keys
 * k1 = k3 = k5, so only T[0..3] = k0, k1, k2, k4 are kept: a third less RAM
 * and four loads a round instead of six.  The kernels for AVR and ARMv6-M
 * expect these in the order in which encryption uses them, T[1], T[3], T[2],
 * T[0], because post-increment is free.  Those for ARMv6-M expect six words as
 * k4, k5, k2, k3, k0, k1. */
#ifndef NARAE_LEA_INTERNAL_H
#define NARAE_LEA_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/lea.h"

#include "core/kernels.h"

/* The rounds are 24, 28 or 32.  The RV32 kernels have a code for the key size
 * here instead, 1, 0x70000001 or 0xe0000001, with which they dispatch fastest:
 * lea_rv32.S. */
#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
enum { LEA_ROUNDS = 1, LEA_ROUNDS_APART = 0x70 };
#else
enum { LEA_ROUNDS = 24, LEA_ROUNDS_APART = 4 };
#endif

typedef struct lea_schedule {
    uint32_t rounds;
    uint32_t rk[]; /* rounds x 4 words for LEA-128, rounds x 6 for the others */
} lea_schedule;

void narae_lea_set_key_portable(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_portable;
narae_blocks_fn narae_lea_decrypt_portable;

narae_blocks_fn narae_lea_small_encrypt_portable;
narae_blocks_fn narae_lea_small_decrypt_portable;

#ifdef NARAE_AVR_KERNELS
#    define narae_lea_small_encrypt_kernel narae_lea_small_encrypt_avr
#    define narae_lea_small_decrypt_kernel narae_lea_small_decrypt_avr
narae_blocks_fn narae_lea_small_encrypt_avr;
narae_blocks_fn narae_lea_small_decrypt_avr;
#else
#    define narae_lea_small_encrypt_kernel narae_lea_small_encrypt_portable
#    define narae_lea_small_decrypt_kernel narae_lea_small_decrypt_portable
#endif

/* The AVR kernels are 6 KiB of unrolled code, the portable ones 2 KiB:
 * NARAE_SMALL selects the latter.  RV32 has small kernels: lea_loop_rv32.S. */
#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#    define narae_lea_set_key_kernel narae_lea_set_key_avr
#    define narae_lea_encrypt_kernel narae_lea_encrypt_avr
#    define narae_lea_decrypt_kernel narae_lea_decrypt_avr
#    define narae_lea_ctr_kernel NULL
void narae_lea_set_key_avr(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_avr;
narae_blocks_fn narae_lea_decrypt_avr;
#elif defined(NARAE_RV32_KERNELS)
#    define narae_lea_set_key_kernel narae_lea_set_key_rv32
#    define narae_lea_encrypt_kernel narae_lea_encrypt_rv32
#    define narae_lea_decrypt_kernel narae_lea_decrypt_rv32
#    define narae_lea_ctr_kernel NULL
void narae_lea_set_key_rv32(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_rv32;
narae_blocks_fn narae_lea_decrypt_rv32;
#elif defined(NARAE_THUMB_V7M)
#    ifdef NARAE_SMALL
#        define narae_lea_set_key_kernel narae_lea_set_key_portable
#    else
#        define narae_lea_set_key_kernel narae_lea_set_key_v7m
#    endif
#    define narae_lea_encrypt_kernel narae_lea_encrypt_v7m
#    define narae_lea_decrypt_kernel narae_lea_decrypt_v7m
#    define narae_lea_ctr_kernel NULL
void narae_lea_set_key_v7m(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_v7m;
narae_blocks_fn narae_lea_decrypt_v7m;
#elif defined(NARAE_THUMB_V6M)
#    define narae_lea_set_key_kernel narae_lea_set_key_v6m
#    define narae_lea_encrypt_kernel narae_lea_encrypt_v6m
#    define narae_lea_decrypt_kernel narae_lea_decrypt_v6m
#    define narae_lea_ctr_kernel NULL
void narae_lea_set_key_v6m(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
void narae_lea_schedule128_v6m(uint32_t rk[96], const uint32_t key[4]);
void narae_lea_schedule192_v6m(uint32_t rk[168], const uint32_t key[6]);
void narae_lea_schedule256_v6m(uint32_t rk[192], const uint32_t key[8]);
narae_blocks_fn narae_lea_encrypt_v6m;
narae_blocks_fn narae_lea_decrypt_v6m;
#elif defined(NARAE_DISPATCH)
#    define narae_lea_encrypt_kernel narae_lea_encrypt_best
#    define narae_lea_decrypt_kernel narae_lea_decrypt_best
#    define narae_lea_ctr_kernel narae_lea_ctr_best
narae_blocks_fn narae_lea_encrypt_best;
narae_blocks_fn narae_lea_decrypt_best;
narae_ctr_fn narae_lea_ctr_best;
#    ifdef NARAE_X86_KERNELS
#        define narae_lea_set_key_kernel narae_lea_set_key_x86
#        define narae_lea_gcm_kernel narae_lea_gcm_best
#        define narae_lea_xts_kernel narae_lea_xts_best
#        define narae_lea_chain_kernel narae_lea_chain_best
void narae_lea_set_key_x86(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_gcm_fn narae_lea_gcm_best;
narae_xts_fn narae_lea_xts_best;
narae_chain_fn narae_lea_chain_best;
#    else
#        define narae_lea_set_key_kernel narae_lea_set_key_portable
narae_blocks_fn narae_lea_encrypt_neon;
narae_blocks_fn narae_lea_decrypt_neon;
narae_ctr_fn narae_lea_ctr_neon;
#    endif
#elif defined(NARAE_WASM_KERNELS)
#    define narae_lea_set_key_kernel narae_lea_set_key_portable
#    define narae_lea_encrypt_kernel narae_lea_encrypt_wasm
#    define narae_lea_decrypt_kernel narae_lea_decrypt_wasm
#    define narae_lea_ctr_kernel narae_lea_ctr_wasm
narae_blocks_fn narae_lea_encrypt_wasm, narae_lea_decrypt_wasm;
narae_ctr_fn narae_lea_ctr_wasm;
#else
#    define narae_lea_set_key_kernel narae_lea_set_key_portable
#    define narae_lea_encrypt_kernel narae_lea_encrypt_portable
#    define narae_lea_decrypt_kernel narae_lea_decrypt_portable
#    define narae_lea_ctr_kernel NULL
#endif

#ifndef narae_lea_gcm_kernel
#    define narae_lea_gcm_kernel NULL
#endif
#ifndef narae_lea_xts_kernel
#    define narae_lea_xts_kernel NULL
#endif
#ifndef narae_lea_chain_kernel
#    define narae_lea_chain_kernel NULL
#endif

#endif
