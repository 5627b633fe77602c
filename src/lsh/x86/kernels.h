/* SPDX-License-Identifier: MIT */
/* The LSH kernels of x86-64. */
#ifndef NARAE_LSH_X86_KERNELS_H
#define NARAE_LSH_X86_KERNELS_H

#include "core/kernels.h"

const narae_hash_kernels *narae_lsh_best(void);
extern const narae_hash_kernels *const narae_lsh_implementations[];

#define narae_lsh256_blocks_kernel narae_lsh_best()->blocks32
#define narae_lsh512_blocks_kernel narae_lsh_best()->blocks64
#define narae_lsh256_batch_kernel narae_lsh_batch_best()->batch256
#define narae_lsh512_batch_kernel narae_lsh_batch_best()->batch512

narae_hash32_fn narae_lsh256_blocks_ssse3, narae_lsh256_blocks_avx2, narae_lsh256_blocks_avx512;
narae_hash64_fn narae_lsh512_blocks_avx2, narae_lsh512_blocks_avx512, narae_lsh512_blocks_8_avx512;

/* The same with the constants as an argument. */
typedef void lsh256_steps_fn(uint32_t chain[16], const uint8_t *in, size_t nblocks,
                             const uint32_t constants[208]);
typedef void lsh512_steps_fn(uint64_t chain[16], const uint8_t *in, size_t nblocks,
                             const uint64_t constants[224]);
lsh256_steps_fn narae_lsh256_steps_avx2, narae_lsh256_steps_avx512, narae_lsh256_steps_8_avx2,
    narae_lsh256_steps_8_avx512;
lsh512_steps_fn narae_lsh512_steps_avx2, narae_lsh512_steps_avx512;

#endif
