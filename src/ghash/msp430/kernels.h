/* SPDX-License-Identifier: MIT */
/* MSP430 has no GHASH kernels. */
#ifndef NARAE_GHASH_MSP430_KERNELS_H
#define NARAE_GHASH_MSP430_KERNELS_H

#include "ghash/portable/kernels.h"

#endif
