/* SPDX-License-Identifier: MIT */
/* MSP430 has no Ascon kernels. */
#ifndef NARAE_ASCON_MSP430_KERNELS_H
#define NARAE_ASCON_MSP430_KERNELS_H

#include "ascon/portable/kernels.h"

#endif
