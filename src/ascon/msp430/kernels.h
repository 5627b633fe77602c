/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of MSP430: words are not interleaved. */
#ifndef NARAE_ASCON_MSP430_KERNELS_H
#define NARAE_ASCON_MSP430_KERNELS_H

#include "core/kernels.h"

narae_ascon_permute_fn narae_ascon_permute_msp430;
narae_ascon_blocks_fn narae_ascon_aead128_blocks_msp430;

#define ASCON_INTERLEAVED 0
#define ASCON_BYTES_IN_PLACE
#define narae_ascon_permute_kernel narae_ascon_permute_msp430
#ifndef NARAE_SMALL
#    define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_msp430
#endif

#endif
