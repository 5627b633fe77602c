/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of WebAssembly with vectors. */
#ifndef NARAE_CHACHA_WASM_KERNELS_H
#define NARAE_CHACHA_WASM_KERNELS_H

#include "core/kernels.h"

narae_stream_blocks_fn narae_chacha_blocks_wasm;

#define narae_chacha_blocks_kernel narae_chacha_blocks_wasm

#endif
