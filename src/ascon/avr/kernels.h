/* SPDX-License-Identifier: MIT */
/* The Ascon kernel of AVR. */
#ifndef NARAE_ASCON_AVR_KERNELS_H
#define NARAE_ASCON_AVR_KERNELS_H

#include "core/kernels.h"

void narae_ascon_permute_avr(uint8_t state[40], uint8_t rounds);

#define narae_ascon_permute_kernel(state, rounds) \
    narae_ascon_permute_avr((uint8_t *)(state), (uint8_t)(rounds))

#endif
