/* SPDX-License-Identifier: MIT */
/* The GHASH kernel of WebAssembly with vectors. */
#ifndef NARAE_GHASH_WASM_KERNELS_H
#define NARAE_GHASH_WASM_KERNELS_H

#include "core/kernels.h"

narae_ghash_blocks_fn narae_ghash_blocks_wasm;
narae_ghash_powers_fn narae_ghash_powers_wasm;

#define narae_ghash_blocks_kernel narae_ghash_blocks_wasm
#define narae_ghash_powers_kernel narae_ghash_powers_wasm

#endif
