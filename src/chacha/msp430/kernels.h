/* SPDX-License-Identifier: MIT */
/* The ChaCha kernel of MSP430. */
#ifndef NARAE_CHACHA_MSP430_KERNELS_H
#define NARAE_CHACHA_MSP430_KERNELS_H

#include "core/kernels.h"

narae_stream_blocks_fn narae_chacha_blocks_msp430;

#define narae_chacha_blocks_kernel narae_chacha_blocks_msp430

#endif
