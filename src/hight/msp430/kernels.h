/* SPDX-License-Identifier: MIT */
/* MSP430 has no HIGHT kernels. */
#ifndef NARAE_HIGHT_MSP430_KERNELS_H
#define NARAE_HIGHT_MSP430_KERNELS_H

#include "hight/portable/kernels.h"

#endif
