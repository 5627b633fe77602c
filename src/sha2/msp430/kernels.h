/* SPDX-License-Identifier: MIT */
/* MSP430 has no SHA-2 kernels. */
#ifndef NARAE_SHA2_MSP430_KERNELS_H
#define NARAE_SHA2_MSP430_KERNELS_H

#include "sha2/portable/kernels.h"

#endif
