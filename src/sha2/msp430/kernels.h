/* SPDX-License-Identifier: MIT */
/* The SHA-2 kernel of MSP430: SHA-256. */
#ifndef NARAE_SHA2_MSP430_KERNELS_H
#define NARAE_SHA2_MSP430_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_sha256_blocks_msp430;

#ifndef NARAE_SMALL
#    define narae_sha256_blocks_kernel narae_sha256_blocks_msp430
#endif

#endif
