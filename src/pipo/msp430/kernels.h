/* SPDX-License-Identifier: MIT */
/* MSP430 has no PIPO kernels. */
#ifndef NARAE_PIPO_MSP430_KERNELS_H
#define NARAE_PIPO_MSP430_KERNELS_H

#include "pipo/portable/kernels.h"

#endif
