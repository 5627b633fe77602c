/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernel of MSP430 with a hardware multiplier. */
#ifndef NARAE_POLY1305_MSP430_KERNELS_H
#define NARAE_POLY1305_MSP430_KERNELS_H

#include "core/kernels.h"

narae_poly1305_blocks_fn narae_poly1305_blocks_msp430;

#ifdef NARAE_MSP430_MULTIPLIES
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_msp430
#endif

#endif
