/* SPDX-License-Identifier: MIT */
/* MSP430 has no ChaCha kernels. */
#ifndef NARAE_CHACHA_MSP430_KERNELS_H
#define NARAE_CHACHA_MSP430_KERNELS_H

#include "chacha/portable/kernels.h"

#endif
