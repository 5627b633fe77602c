/* SPDX-License-Identifier: MIT */
/* The LSH kernels of AVR: one block, in place; it is overwritten, because RAM is scarce. */
#ifndef NARAE_LSH_AVR_KERNELS_H
#define NARAE_LSH_AVR_KERNELS_H

#include "core/kernels.h"

void narae_lsh256_block_avr(uint32_t chain[16], uint32_t block[32]);
void narae_lsh512_block_avr(uint64_t chain[16], uint64_t block[32]);

#ifndef NARAE_SMALL
#    define narae_lsh256_block_kernel narae_lsh256_block_avr
#    define narae_lsh512_block_kernel narae_lsh512_block_avr
#endif

#endif
