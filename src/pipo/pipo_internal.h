/* SPDX-License-Identifier: MIT */
/* Common to the PIPO kernels: the schedule's layout and the kernel names.
 *
 * A round key is one of the two or four 8-byte halves or quarters of the key
 * with the round number added to its first byte, so there is no key expansion.
 * Each key byte is stored as the row that the kernel adds to the state. */
#ifndef NARAE_PIPO_INTERNAL_H
#define NARAE_PIPO_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/pipo.h"

#include "core/family.h"

#ifdef __AVR__
typedef uint8_t pipo_key_row[1];
#elif defined(NARAE_WORDS64)
typedef uint32_t pipo_key_row[2];
#else
typedef uint32_t pipo_key_row[1];
#endif

_Static_assert(NARAE_PIPO_SCHEDULE_BYTES(16) >= 4 + 16 * sizeof(pipo_key_row), "a byte of the key is a row");

enum { PIPO_ROUNDS = 13, PIPO_ROUNDS_APART = 4 };

typedef struct pipo_schedule {
    uint32_t rounds; /* 13 or 17 */
    pipo_key_row rows[];
} pipo_schedule;

void narae_pipo_set_key_portable(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_pipo_encrypt_portable;
narae_blocks_fn narae_pipo_decrypt_portable;

#ifdef NARAE_AVR_KERNELS
#    define narae_pipo_set_key_kernel narae_pipo_set_key_portable
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_avr
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_avr
#    define narae_pipo_ctr_kernel NULL
narae_blocks_fn narae_pipo_encrypt_avr;
narae_blocks_fn narae_pipo_decrypt_avr;
#elif defined(NARAE_DISPATCH)
#    define narae_pipo_set_key_kernel narae_pipo_set_key_best
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_best
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_best
#    define narae_pipo_ctr_kernel narae_pipo_ctr_best
void narae_pipo_set_key_best(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_pipo_encrypt_best, narae_pipo_encrypt_neon;
narae_blocks_fn narae_pipo_decrypt_best, narae_pipo_decrypt_neon;
narae_ctr_fn narae_pipo_ctr_best, narae_pipo_ctr_neon;
#elif defined(NARAE_WASM_KERNELS)
#    define narae_pipo_set_key_kernel narae_pipo_set_key_portable
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_wasm
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_wasm
#    define narae_pipo_ctr_kernel narae_pipo_ctr_wasm
narae_blocks_fn narae_pipo_encrypt_wasm;
narae_blocks_fn narae_pipo_decrypt_wasm;
narae_ctr_fn narae_pipo_ctr_wasm;
#elif defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
#    define narae_pipo_set_key_kernel narae_pipo_set_key_rv32
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_rv32
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_rv32
#    define narae_pipo_ctr_kernel narae_pipo_ctr_rv32
void narae_pipo_set_key_rv32(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes);
void narae_pipo_ctr_four_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t groups,
                              uint32_t *rows);
narae_ctr_fn narae_pipo_ctr_rv32;
void narae_pipo_rest_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                          narae_blocks_fn *kernel);
narae_blocks_fn narae_pipo_encrypt_rv32;
narae_blocks_fn narae_pipo_decrypt_rv32;
#elif defined(NARAE_RV32_KERNELS)
#    define narae_pipo_set_key_kernel narae_pipo_set_key_portable
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_rv32
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_rv32
#    define narae_pipo_ctr_kernel NULL
narae_blocks_fn narae_pipo_encrypt_rv32;
narae_blocks_fn narae_pipo_decrypt_rv32;
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    define narae_pipo_set_key_kernel narae_pipo_set_key_v7m
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_v7m
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_v7m
#    define narae_pipo_ctr_kernel NULL
void narae_pipo_set_key_v7m(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_pipo_encrypt_v7m;
narae_blocks_fn narae_pipo_decrypt_v7m;
#elif defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)
#    define narae_pipo_set_key_kernel narae_pipo_set_key_v6m
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_v6m
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_v6m
#    define narae_pipo_ctr_kernel NULL
void narae_pipo_set_key_v6m(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_pipo_encrypt_v6m;
narae_blocks_fn narae_pipo_decrypt_v6m;
#else
#    define narae_pipo_set_key_kernel narae_pipo_set_key_portable
#    define narae_pipo_encrypt_kernel narae_pipo_encrypt_portable
#    define narae_pipo_decrypt_kernel narae_pipo_decrypt_portable
#    define narae_pipo_ctr_kernel NULL
#endif

#endif
