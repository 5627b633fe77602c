/* SPDX-License-Identifier: MIT */
/* The GHASH kernel of AVR, which needs multiples of h. */
#ifndef NARAE_GHASH_AVR_KERNELS_H
#define NARAE_GHASH_AVR_KERNELS_H

#include "core/kernels.h"

#ifdef NARAE_GHASH_TABLES
narae_ghash_blocks_fn narae_ghash_blocks_avr;

#    define narae_ghash_blocks_kernel narae_ghash_blocks_avr
#endif

#endif
