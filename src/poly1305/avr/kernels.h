/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernel of AVR. */
#ifndef NARAE_POLY1305_AVR_KERNELS_H
#define NARAE_POLY1305_AVR_KERNELS_H

#include "core/kernels.h"

narae_poly1305_blocks_fn narae_poly1305_blocks_avr;

#ifndef NARAE_SMALL
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_avr
#endif

#endif
