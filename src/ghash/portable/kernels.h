/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code.  */
#ifndef NARAE_GHASH_PORTABLE_KERNELS_H
#define NARAE_GHASH_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_ghash_blocks_fn narae_ghash_blocks_mul64; /* if the compiler has a 128-bit integer */
narae_ghash_blocks_fn narae_ghash_blocks_mul32;
narae_ghash_blocks_fn narae_ghash_blocks_low32; /* if a product has 32 bits */
narae_ghash_blocks_fn narae_ghash_blocks_bits;

#if defined(NARAE_NO_MULTIPLIER) || defined(NARAE_PRODUCTS_VARY)
#    define narae_ghash_blocks_portable narae_ghash_blocks_bits
#elif defined(NARAE_SHORT_PRODUCTS)
#    define narae_ghash_blocks_portable narae_ghash_blocks_low32
#elif defined(__SIZEOF_INT128__)
#    define narae_ghash_blocks_portable narae_ghash_blocks_mul64
#else
#    define narae_ghash_blocks_portable narae_ghash_blocks_mul32
#endif

#ifndef narae_ghash_blocks_kernel
#    define narae_ghash_blocks_kernel narae_ghash_blocks_portable
#endif

#endif
