/* SPDX-License-Identifier: MIT */
/* The GHASH kernel of MSP430, which needs multiples of h. */
#ifndef NARAE_GHASH_MSP430_KERNELS_H
#define NARAE_GHASH_MSP430_KERNELS_H

#include "core/kernels.h"

#ifdef NARAE_GHASH_TABLES
narae_ghash_blocks_fn narae_ghash_blocks_msp430;

#    define narae_ghash_blocks_kernel narae_ghash_blocks_msp430
#endif

#endif
