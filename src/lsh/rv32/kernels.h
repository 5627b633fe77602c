/* SPDX-License-Identifier: MIT */
/* The LSH kernels of RV32. */
#ifndef NARAE_LSH_RV32_KERNELS_H
#define NARAE_LSH_RV32_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_lsh256_blocks_rv32;
narae_hash64_fn narae_lsh512_blocks_rv32;

#ifndef NARAE_SMALL
#    define narae_lsh256_blocks_kernel narae_lsh256_blocks_rv32
#    define narae_lsh512_blocks_kernel narae_lsh512_blocks_rv32
#endif

#endif
