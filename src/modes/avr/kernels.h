/* SPDX-License-Identifier: MIT */
/* AVR has no kernels of modes. */
#ifndef NARAE_MODES_AVR_KERNELS_H
#define NARAE_MODES_AVR_KERNELS_H

#include "modes/portable/kernels.h"

#endif
