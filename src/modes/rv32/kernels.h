/* SPDX-License-Identifier: MIT */
/* RV32 has no kernels of modes. */
#ifndef NARAE_MODES_RV32_KERNELS_H
#define NARAE_MODES_RV32_KERNELS_H

#include "modes/portable/kernels.h"

#endif
