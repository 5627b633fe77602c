/* SPDX-License-Identifier: MIT */
/* Common to the AES kernels: the schedule's layout and the kernel names. */
#ifndef NARAE_AES_INTERNAL_H
#define NARAE_AES_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/aes.h"

#include "core/family.h"

enum { AES_ROUNDS = 10, AES_ROUNDS_APART = 2 };

typedef struct aes_schedule {
    uint32_t rounds; /* 10, 12 or 14 */
    uint32_t rk[];   /* rounds + 1 round keys of NARAE_AES_ROUND_KEY_BYTES */
} aes_schedule;

/* The words of FIPS 197, clause 5.2, in `w`; returns the number of rounds. */
unsigned narae_aes_expand_key(uint32_t w[60], const uint8_t *key, size_t key_bytes);

void narae_aes_set_key_portable(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_portable;
narae_blocks_fn narae_aes_decrypt_portable;

/* set_key of the descriptor, and what it returns where a pointer is null. */
narae_set_key_fn narae_aes_set_key_or_size;
int narae_aes_size_or_error(const void *schedule, const uint8_t *key, size_t key_bytes);

/* AVR in assembly.  Round keys are kept in the order in which the kernels
 * read them, so the key expansion goes with them, checks included: it is
 * narae_aes_set_key_or_size. */
#ifdef NARAE_AVR_KERNELS
narae_blocks_fn narae_aes_encrypt_avr;
narae_blocks_fn narae_aes_decrypt_avr;
narae_ctr_fn narae_aes_ctr_avr;
#    define narae_aes_encrypt_kernel narae_aes_encrypt_avr
#    define narae_aes_decrypt_kernel narae_aes_decrypt_avr
#    ifndef NARAE_SMALL
#        define narae_aes_ctr_kernel narae_aes_ctr_avr
#    else
#        define narae_aes_ctr_kernel NULL
#    endif
#elif defined(NARAE_RV32_TABLES)
void narae_aes_set_key_rv32_tables(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_rv32_tables;
narae_blocks_fn narae_aes_decrypt_rv32_tables;
extern const uint32_t narae_aes_te[4][256], narae_aes_td[256];
extern const uint8_t narae_aes_td_last[256];
#    define narae_aes_set_key_kernel narae_aes_set_key_rv32_tables
#    define narae_aes_encrypt_kernel narae_aes_encrypt_rv32_tables
#    define narae_aes_decrypt_kernel narae_aes_decrypt_rv32_tables
#    define narae_aes_ctr_kernel NULL
#elif defined(NARAE_DISPATCH)
void narae_aes_set_key_best(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_best;
narae_blocks_fn narae_aes_decrypt_best;
narae_ctr_fn narae_aes_ctr_best;
narae_chain_fn narae_aes_chain_best;
narae_ccm_fn narae_aes_ccm_best;
#    define narae_aes_set_key_kernel narae_aes_set_key_best
#    define narae_aes_encrypt_kernel narae_aes_encrypt_best
#    define narae_aes_decrypt_kernel narae_aes_decrypt_best
#    define narae_aes_ctr_kernel narae_aes_ctr_best
#    define narae_aes_chain_kernel narae_aes_chain_best
#    define narae_aes_ccm_kernel narae_aes_ccm_best
#    ifdef NARAE_X86_KERNELS
narae_gcm_fn narae_aes_gcm_best;
narae_gcm_message_fn narae_aes_gcm_message_best;
narae_xts_fn narae_aes_xts_best;
#        define narae_aes_gcm_kernel narae_aes_gcm_best
#        define narae_aes_gcm_message_kernel narae_aes_gcm_message_best
#        define narae_aes_xts_kernel narae_aes_xts_best
#    endif
#elif defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)
void narae_aes_set_key_rv32(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_rv32;
narae_blocks_fn narae_aes_decrypt_rv32;
#    define narae_aes_set_key_kernel narae_aes_set_key_rv32
#    define narae_aes_encrypt_kernel narae_aes_encrypt_rv32
#    define narae_aes_decrypt_kernel narae_aes_decrypt_rv32
#    define narae_aes_ctr_kernel NULL
#elif defined(NARAE_RV32_KERNELS)
void narae_aes_set_key_rv32(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
void narae_aes_encrypt_eight_rv32(const uint32_t *rk, uint8_t out[128], const uint8_t in[128],
                                  unsigned rounds);
void narae_aes_encrypt_two_rv32(const uint32_t *rk, uint8_t *out, const uint8_t *in, unsigned rounds,
                                size_t apart);
void narae_aes_decrypt_two_rv32(const uint32_t *rk, uint8_t *out, const uint8_t *in, unsigned rounds,
                                size_t apart);
void narae_aes_transpose_rv32(uint32_t q[8]);
uint32_t narae_aes_sub_word_rv32(uint32_t x);
narae_blocks_fn narae_aes_encrypt_rv32;
narae_blocks_fn narae_aes_decrypt_rv32;
#    define narae_aes_set_key_kernel narae_aes_set_key_rv32
#    define narae_aes_encrypt_kernel narae_aes_encrypt_rv32
#    define narae_aes_decrypt_kernel narae_aes_decrypt_rv32
#    define narae_aes_ctr_kernel NULL
#elif defined(NARAE_THUMB_TABLES)
typedef struct aes_inverse_tables {
    uint32_t column[256];
    uint8_t last[256];
} aes_inverse_tables;
extern const uint32_t narae_aes_te_v7m[256];
extern const aes_inverse_tables narae_aes_td_v7m;
void narae_aes_set_key_v7m_tables(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_v7m_tables;
narae_blocks_fn narae_aes_decrypt_v7m_tables;
#    define narae_aes_set_key_kernel narae_aes_set_key_v7m_tables
#    define narae_aes_encrypt_kernel narae_aes_encrypt_v7m_tables
#    define narae_aes_decrypt_kernel narae_aes_decrypt_v7m_tables
#    define narae_aes_ctr_kernel NULL
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
void narae_aes_set_key_thumb(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
uint32_t narae_aes_sub_word_v7m(uint32_t x);
narae_blocks_fn narae_aes_encrypt_v7m;
narae_blocks_fn narae_aes_decrypt_v7m;
#    define narae_aes_set_key_kernel narae_aes_set_key_thumb
#    define narae_aes_encrypt_kernel narae_aes_encrypt_v7m
#    define narae_aes_decrypt_kernel narae_aes_decrypt_v7m
#    define narae_aes_ctr_kernel NULL
#elif defined(NARAE_THUMB_V6M) && !defined(NARAE_SMALL)
void narae_aes_set_key_thumb(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
uint32_t narae_aes_sub_word_v6m(uint32_t x);
narae_blocks_fn narae_aes_encrypt_v6m;
narae_blocks_fn narae_aes_decrypt_v6m;
#    define narae_aes_set_key_kernel narae_aes_set_key_thumb
#    define narae_aes_encrypt_kernel narae_aes_encrypt_v6m
#    define narae_aes_decrypt_kernel narae_aes_decrypt_v6m
#    define narae_aes_ctr_kernel NULL
#elif defined(NARAE_WASM_KERNELS)
void narae_aes_set_key_wasm(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_wasm;
narae_blocks_fn narae_aes_decrypt_wasm;
narae_ctr_fn narae_aes_ctr_wasm;
#    define narae_aes_set_key_kernel narae_aes_set_key_wasm
#    define narae_aes_encrypt_kernel narae_aes_encrypt_wasm
#    define narae_aes_decrypt_kernel narae_aes_decrypt_wasm
#    define narae_aes_ctr_kernel narae_aes_ctr_wasm
#else
#    define narae_aes_set_key_kernel narae_aes_set_key_portable
#    define narae_aes_encrypt_kernel narae_aes_encrypt_portable
#    define narae_aes_decrypt_kernel narae_aes_decrypt_portable
#    define narae_aes_ctr_kernel NULL
#endif

#ifndef narae_aes_gcm_kernel
#    define narae_aes_gcm_kernel NULL
#endif
#ifndef narae_aes_gcm_message_kernel
#    define narae_aes_gcm_message_kernel NULL
#endif
#ifndef narae_aes_xts_kernel
#    define narae_aes_xts_kernel NULL
#endif
#ifndef narae_aes_chain_kernel
#    define narae_aes_chain_kernel NULL
#endif
#if !defined(narae_aes_ccm_kernel) && UINTPTR_MAX > 0xffffffffu
#    define narae_aes_ccm_kernel NULL
#endif

#endif
