/* SPDX-License-Identifier: MIT */
/* MSP430 has no Poly1305 kernels. */
#ifndef NARAE_POLY1305_MSP430_KERNELS_H
#define NARAE_POLY1305_MSP430_KERNELS_H

#include "poly1305/portable/kernels.h"

#endif
