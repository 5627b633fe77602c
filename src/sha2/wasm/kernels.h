/* SPDX-License-Identifier: MIT */
/* WebAssembly has no SHA-2 kernels. */
#ifndef NARAE_SHA2_WASM_KERNELS_H
#define NARAE_SHA2_WASM_KERNELS_H

#include "sha2/portable/kernels.h"

#endif
