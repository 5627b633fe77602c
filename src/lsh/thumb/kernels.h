/* SPDX-License-Identifier: MIT */
/* The LSH kernels of ARMv7-M. */
#ifndef NARAE_LSH_THUMB_KERNELS_H
#define NARAE_LSH_THUMB_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_lsh256_blocks_v7m;
narae_hash64_fn narae_lsh512_blocks_v7m;

#ifdef NARAE_THUMB_V7M
#    define narae_lsh256_blocks_kernel narae_lsh256_blocks_v7m
#    define narae_lsh512_blocks_kernel narae_lsh512_blocks_v7m
#endif

#endif
