/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of WebAssembly with vectors. */
#ifndef NARAE_HIGHT_WASM_KERNELS_H
#define NARAE_HIGHT_WASM_KERNELS_H

#include "hight/hight_internal.h"

narae_set_key_fn narae_hight_set_key_wasm;
narae_blocks_fn narae_hight_encrypt_wasm, narae_hight_decrypt_wasm;
narae_ctr_fn narae_hight_ctr_wasm;

#define HIGHT_KERNELS                        \
    {                                        \
        .set_key = narae_hight_set_key_wasm, \
        .encrypt = narae_hight_encrypt_wasm, \
        .decrypt = narae_hight_decrypt_wasm, \
        .ctr = narae_hight_ctr_wasm,         \
    }

#endif
