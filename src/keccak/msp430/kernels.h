/* SPDX-License-Identifier: MIT */
/* The Keccak kernel of MSP430: lanes are not interleaved between calls. */
#ifndef NARAE_KECCAK_MSP430_KERNELS_H
#define NARAE_KECCAK_MSP430_KERNELS_H

#include "core/kernels.h"

narae_keccak_f1600_fn narae_keccak_f1600_msp430;

#ifndef NARAE_SMALL
#    define KECCAK_INTERLEAVED 0
#    define narae_keccak_f1600_kernel narae_keccak_f1600_msp430
#endif

#endif
