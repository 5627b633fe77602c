/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of WebAssembly with vectors. */
#ifndef NARAE_PIPO_WASM_KERNELS_H
#define NARAE_PIPO_WASM_KERNELS_H

#include "pipo/pipo_internal.h"

narae_blocks_fn narae_pipo_encrypt_wasm, narae_pipo_decrypt_wasm;
narae_ctr_fn narae_pipo_ctr_wasm;

#define PIPO_KERNELS                            \
    {                                           \
        .set_key = narae_pipo_set_key_portable, \
        .encrypt = narae_pipo_encrypt_wasm,     \
        .decrypt = narae_pipo_decrypt_wasm,     \
        .ctr = narae_pipo_ctr_wasm,             \
    }

#endif
