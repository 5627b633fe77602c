/* SPDX-License-Identifier: MIT */
/* The ARIA kernels of WebAssembly with vectors. */
#ifndef NARAE_ARIA_WASM_KERNELS_H
#define NARAE_ARIA_WASM_KERNELS_H

#include "aria/aria_internal.h"

narae_set_key_fn narae_aria_set_key_wasm;
narae_blocks_fn narae_aria_encrypt_wasm, narae_aria_decrypt_wasm;
narae_ctr_fn narae_aria_ctr_wasm;

#define ARIA_KERNELS                        \
    {                                       \
        .set_key = narae_aria_set_key_wasm, \
        .encrypt = narae_aria_encrypt_wasm, \
        .decrypt = narae_aria_decrypt_wasm, \
        .ctr = narae_aria_ctr_wasm,         \
    }

#endif
