/* SPDX-License-Identifier: MIT */
/* WebAssembly has no Keccak kernels. */
#ifndef NARAE_KECCAK_WASM_KERNELS_H
#define NARAE_KECCAK_WASM_KERNELS_H

#include "keccak/portable/kernels.h"

#endif
