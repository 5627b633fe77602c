/* SPDX-License-Identifier: MIT */
/* The GHASH kernels of Cortex-M. */
#ifndef NARAE_GHASH_THUMB_KERNELS_H
#define NARAE_GHASH_THUMB_KERNELS_H

#include "core/kernels.h"

narae_ghash_blocks_fn narae_ghash_blocks_v7em, narae_ghash_blocks_v7m;

/* Of ghash_low32.c: nine products of its factors. */
#ifdef NARAE_THUMB_V6M
void narae_ghash_products_v6m(uint32_t w[36]);
#    define narae_ghash_products_kernel narae_ghash_products_v6m
#endif

#ifndef NARAE_SMALL
#    ifdef NARAE_THUMB_MULTIPLIES
#        define narae_ghash_blocks_kernel narae_ghash_blocks_v7em
#    elif defined(NARAE_THUMB_V7M)
#        define narae_ghash_blocks_kernel narae_ghash_blocks_v7m
#    endif
#endif

#endif
