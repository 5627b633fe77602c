/* SPDX-License-Identifier: MIT */
/* The LSH kernel of WebAssembly with vectors. */
#ifndef NARAE_LSH_WASM_KERNELS_H
#define NARAE_LSH_WASM_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_lsh256_blocks_wasm;

#define narae_lsh256_blocks_kernel narae_lsh256_blocks_wasm

#endif
