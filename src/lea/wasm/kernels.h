/* SPDX-License-Identifier: MIT */
/* The LEA kernels of WebAssembly with vectors. */
#ifndef NARAE_LEA_WASM_KERNELS_H
#define NARAE_LEA_WASM_KERNELS_H

#include "lea/lea_internal.h"

narae_blocks_fn narae_lea_encrypt_wasm, narae_lea_decrypt_wasm;
narae_ctr_fn narae_lea_ctr_wasm;

#define LEA_KERNELS                            \
    {                                          \
        .set_key = narae_lea_set_key_portable, \
        .encrypt = narae_lea_encrypt_wasm,     \
        .decrypt = narae_lea_decrypt_wasm,     \
        .ctr = narae_lea_ctr_wasm,             \
    }

#endif
