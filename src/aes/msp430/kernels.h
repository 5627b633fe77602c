/* SPDX-License-Identifier: MIT */
/* MSP430 has no AES kernels. */
#ifndef NARAE_AES_MSP430_KERNELS_H
#define NARAE_AES_MSP430_KERNELS_H

#include "aes/portable/kernels.h"

#endif
