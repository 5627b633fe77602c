/* SPDX-License-Identifier: MIT */
/* MSP430 has no ARIA kernels. */
#ifndef NARAE_ARIA_MSP430_KERNELS_H
#define NARAE_ARIA_MSP430_KERNELS_H

#include "aria/portable/kernels.h"

#endif
