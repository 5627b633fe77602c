/* SPDX-License-Identifier: MIT */
/* MSP430 has no Keccak kernels. */
#ifndef NARAE_KECCAK_MSP430_KERNELS_H
#define NARAE_KECCAK_MSP430_KERNELS_H

#include "keccak/portable/kernels.h"

#endif
