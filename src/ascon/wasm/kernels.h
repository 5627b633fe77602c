/* SPDX-License-Identifier: MIT */
/* WebAssembly has no Ascon kernels. */
#ifndef NARAE_ASCON_WASM_KERNELS_H
#define NARAE_ASCON_WASM_KERNELS_H

#include "ascon/portable/kernels.h"

#endif
