/* SPDX-License-Identifier: MIT */
/* The SEED kernels of WebAssembly with vectors. */
#ifndef NARAE_SEED_WASM_KERNELS_H
#define NARAE_SEED_WASM_KERNELS_H

#include "seed/seed_internal.h"

narae_blocks_fn narae_seed_encrypt_wasm, narae_seed_decrypt_wasm;
narae_ctr_fn narae_seed_ctr_wasm;

#define SEED_KERNELS                            \
    {                                           \
        .set_key = narae_seed_set_key_portable, \
        .encrypt = narae_seed_encrypt_wasm,     \
        .decrypt = narae_seed_decrypt_wasm,     \
        .ctr = narae_seed_ctr_wasm,             \
    }

#endif
