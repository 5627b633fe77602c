/* SPDX-License-Identifier: MIT */
/* The LEA kernels of x86-64. */
#ifndef NARAE_LEA_X86_KERNELS_H
#define NARAE_LEA_X86_KERNELS_H

#include "lea/lea_internal.h"

narae_set_key_fn narae_lea_set_key_x86;

narae_blocks_fn narae_lea_encrypt_sse2, narae_lea_encrypt_avx2, narae_lea_encrypt_avx512;
narae_blocks_fn narae_lea_decrypt_sse2, narae_lea_decrypt_avx2, narae_lea_decrypt_avx512;
narae_ctr_fn narae_lea_ctr_sse2, narae_lea_ctr_avx2, narae_lea_ctr_avx512;
narae_blocks_fn narae_lea_encrypt_avx512vl, narae_lea_decrypt_avx512vl; /* for up to 8 blocks */
narae_ctr_fn narae_lea_ctr_avx512vl;

narae_gcm_fn narae_lea_gcm_avx512;                     /* of a multiple of 64 blocks */
narae_xts_fn narae_lea_xts_avx2, narae_lea_xts_avx512; /* of one block or more, in runs of 24 and 64 */

/* In general registers. */
narae_blocks_fn narae_lea_encrypt_words, narae_lea_encrypt_words_bmi2;
narae_blocks_fn narae_lea_decrypt_words, narae_lea_decrypt_words_bmi2;
narae_chain_fn narae_lea_chain_words;
narae_chain_fn narae_lea_chain_words_bmi2;

#endif
