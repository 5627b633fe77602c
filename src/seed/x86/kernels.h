/* SPDX-License-Identifier: MIT */
/* The SEED kernels of x86-64. */
#ifndef NARAE_SEED_X86_KERNELS_H
#define NARAE_SEED_X86_KERNELS_H

#include "seed/seed_internal.h"

narae_blocks_fn narae_seed_encrypt_aesni, narae_seed_encrypt_avx2;
narae_blocks_fn narae_seed_encrypt_gfni, narae_seed_encrypt_gfni512;
narae_blocks_fn narae_seed_decrypt_aesni, narae_seed_decrypt_avx2;
narae_blocks_fn narae_seed_decrypt_gfni, narae_seed_decrypt_gfni512;
narae_blocks_fn narae_seed_encrypt_few_gfni, narae_seed_encrypt_few_gfni512; /* of up to 8 blocks */
narae_blocks_fn narae_seed_decrypt_few_gfni, narae_seed_decrypt_few_gfni512;
narae_ctr_fn narae_seed_ctr_few_gfni, narae_seed_ctr_few_gfni512;
narae_chain_fn narae_seed_chain_few_gfni, narae_seed_chain_few_gfni512;
narae_ctr_fn narae_seed_ctr_runs_gfni512; /* of runs of 128 blocks */
narae_ctr_fn narae_seed_ctr_aesni, narae_seed_ctr_avx2, narae_seed_ctr_gfni, narae_seed_ctr_gfni512;

#endif
