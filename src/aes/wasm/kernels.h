/* SPDX-License-Identifier: MIT */
/* The AES kernels of WebAssembly with vectors. */
#ifndef NARAE_AES_WASM_KERNELS_H
#define NARAE_AES_WASM_KERNELS_H

#include "aes/aes_internal.h"

narae_set_key_fn narae_aes_set_key_wasm;
narae_blocks_fn narae_aes_encrypt_wasm, narae_aes_decrypt_wasm;
narae_ctr_fn narae_aes_ctr_wasm;

#define AES_KERNELS                        \
    {                                      \
        .set_key = narae_aes_set_key_wasm, \
        .encrypt = narae_aes_encrypt_wasm, \
        .decrypt = narae_aes_decrypt_wasm, \
        .ctr = narae_aes_ctr_wasm,         \
    }

#endif
