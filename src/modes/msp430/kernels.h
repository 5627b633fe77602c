/* SPDX-License-Identifier: MIT */
/* MSP430 has no kernels of modes. */
#ifndef NARAE_MODES_MSP430_KERNELS_H
#define NARAE_MODES_MSP430_KERNELS_H

#include "modes/portable/kernels.h"

#endif
