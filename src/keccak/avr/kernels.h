/* SPDX-License-Identifier: MIT */
/* The Keccak kernel of AVR. */
#ifndef NARAE_KECCAK_AVR_KERNELS_H
#define NARAE_KECCAK_AVR_KERNELS_H

#include "core/kernels.h"

void narae_keccak_f1600_avr(uint8_t state[200]);

#ifndef NARAE_SMALL
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_avr((uint8_t *)(state))
#endif

#endif
