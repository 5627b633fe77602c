/* SPDX-License-Identifier: MIT */
/* WebAssembly has no kernels of modes. */
#ifndef NARAE_MODES_WASM_KERNELS_H
#define NARAE_MODES_WASM_KERNELS_H

#include "modes/portable/kernels.h"

#endif
