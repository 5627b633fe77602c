/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernel of WebAssembly with vectors. */
#ifndef NARAE_POLY1305_WASM_KERNELS_H
#define NARAE_POLY1305_WASM_KERNELS_H

#include "core/kernels.h"

narae_poly1305_blocks_fn narae_poly1305_blocks_wasm;

#define narae_poly1305_blocks_kernel narae_poly1305_blocks_wasm

#endif
