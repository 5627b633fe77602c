/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code, on AVR for one block, which is overwritten. */
#ifndef NARAE_LSH_PORTABLE_KERNELS_H
#define NARAE_LSH_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_lsh256_blocks_portable;
narae_hash64_fn narae_lsh512_blocks_portable;
void narae_lsh256_block_bytes(uint32_t chain[16], uint32_t block[32]);
void narae_lsh512_block_bytes(uint64_t chain[16], uint64_t block[32]);

#ifdef NARAE_WORDS8
#    ifndef narae_lsh256_block_kernel
#        define narae_lsh256_block_kernel narae_lsh256_block_bytes
#        define narae_lsh512_block_kernel narae_lsh512_block_bytes
#    endif
#else
#    ifndef narae_lsh256_blocks_kernel
#        define narae_lsh256_blocks_kernel narae_lsh256_blocks_portable
#    endif
#    ifndef narae_lsh512_blocks_kernel
#        define narae_lsh512_blocks_kernel narae_lsh512_blocks_portable
#    endif
#endif

#endif
