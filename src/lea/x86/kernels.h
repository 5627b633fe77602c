/* SPDX-License-Identifier: MIT */
/* The LEA kernels of x86-64. */
#ifndef NARAE_LEA_X86_KERNELS_H
#define NARAE_LEA_X86_KERNELS_H

#include "lea/lea_internal.h"

/* The kernels that dispatch selects. */
#define narae_lea_encrypt_kernel narae_lea_encrypt_best
#define narae_lea_decrypt_kernel narae_lea_decrypt_best
#define narae_lea_ctr_kernel narae_lea_ctr_best
narae_blocks_fn narae_lea_encrypt_best, narae_lea_decrypt_best;
narae_ctr_fn narae_lea_ctr_best;
#define narae_lea_set_key_kernel narae_lea_set_key_x86
#define narae_lea_gcm_kernel narae_lea_gcm_best
#define narae_lea_xts_kernel narae_lea_xts_best
#define narae_lea_chain_kernel narae_lea_chain_best
void narae_lea_set_key_x86(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_gcm_fn narae_lea_gcm_best;
narae_xts_fn narae_lea_xts_best;
narae_chain_fn narae_lea_chain_best;

narae_blocks_fn narae_lea_encrypt_sse2, narae_lea_encrypt_avx2, narae_lea_encrypt_avx512;
narae_blocks_fn narae_lea_decrypt_sse2, narae_lea_decrypt_avx2, narae_lea_decrypt_avx512;
narae_ctr_fn narae_lea_ctr_sse2, narae_lea_ctr_avx2, narae_lea_ctr_avx512;
narae_blocks_fn narae_lea_encrypt_avx512vl, narae_lea_decrypt_avx512vl; /* for up to 8 blocks */
narae_ctr_fn narae_lea_ctr_avx512vl;

narae_gcm_fn narae_lea_gcm_avx512; /* of a multiple of 64 blocks */
narae_xts_fn narae_lea_xts_avx2, narae_lea_xts_avx512;

/* In general registers. */
narae_blocks_fn narae_lea_encrypt_words, narae_lea_encrypt_words_bmi2;
narae_blocks_fn narae_lea_decrypt_words, narae_lea_decrypt_words_bmi2;
void narae_lea_chain_words(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                           size_t nblocks);
void narae_lea_chain_words_bmi2(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                                size_t nblocks);

#endif
