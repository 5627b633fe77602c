/* SPDX-License-Identifier: MIT */
/* MSP430 has no SEED kernels. */
#ifndef NARAE_SEED_MSP430_KERNELS_H
#define NARAE_SEED_MSP430_KERNELS_H

#include "seed/portable/kernels.h"

#endif
