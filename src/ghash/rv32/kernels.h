/* SPDX-License-Identifier: MIT */
/* The GHASH kernels of RV32: look-ups in multiples of h, or products of its combs. */
#ifndef NARAE_GHASH_RV32_KERNELS_H
#define NARAE_GHASH_RV32_KERNELS_H

#include "core/kernels.h"

#if defined(NARAE_RV32_TABLES) || defined(NARAE_GHASH_COMBS)
narae_ghash_blocks_fn narae_ghash_blocks_rv32;
void narae_ghash_aligned_multiply_rv32(uint32_t y[4], const uint32_t combs[81], const uint32_t *in,
                                       size_t nblocks);
void narae_ghash_aligned_lookup_rv32(uint32_t y[4], const uint32_t *multiples, const uint32_t *in,
                                     size_t nblocks);
extern const uint16_t narae_ghash_fallen[256];

#    define narae_ghash_blocks_kernel narae_ghash_blocks_rv32
#endif

#ifdef NARAE_GHASH_COMBS
narae_ghash_powers_fn narae_ghash_combs_rv32;

#    define narae_ghash_powers_kernel narae_ghash_combs_rv32
#endif

#endif
