/* SPDX-License-Identifier: MIT */
/* The LEA kernels of WebAssembly with vectors. */
#ifndef NARAE_LEA_WASM_KERNELS_H
#define NARAE_LEA_WASM_KERNELS_H

#include "lea/lea_internal.h"

#define narae_lea_encrypt_kernel narae_lea_encrypt_wasm
#define narae_lea_decrypt_kernel narae_lea_decrypt_wasm
#define narae_lea_ctr_kernel narae_lea_ctr_wasm
narae_blocks_fn narae_lea_encrypt_wasm, narae_lea_decrypt_wasm;
narae_ctr_fn narae_lea_ctr_wasm;

#endif
