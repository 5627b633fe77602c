/* SPDX-License-Identifier: MIT */
/* MSP430 has no LSH kernels. */
#ifndef NARAE_LSH_MSP430_KERNELS_H
#define NARAE_LSH_MSP430_KERNELS_H

#include "lsh/portable/kernels.h"

#endif
