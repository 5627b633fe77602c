/* SPDX-License-Identifier: MIT */
/* The LSH kernel of MSP430: LSH-256. */
#ifndef NARAE_LSH_MSP430_KERNELS_H
#define NARAE_LSH_MSP430_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_lsh256_blocks_msp430;

#ifndef NARAE_SMALL
#    define narae_lsh256_blocks_kernel narae_lsh256_blocks_msp430
#endif

#endif
