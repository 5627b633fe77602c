/* SPDX-License-Identifier: MIT */
/* SEED on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

static const narae_block_kernels ce = {
    .name = "ce",
    .needs = CPU_AES,
    .set_key = narae_seed_set_key_portable,
    .encrypt = narae_seed_encrypt_ce,
    .decrypt = narae_seed_decrypt_ce,
    .ctr = narae_seed_ctr_ce,
};

static const narae_block_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = narae_seed_set_key_portable,
    .encrypt = narae_seed_encrypt_neon,
    .decrypt = narae_seed_decrypt_neon,
    .ctr = narae_seed_ctr_neon,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_seed_set_key_portable,
    .encrypt = narae_seed_encrypt_portable,
    .decrypt = narae_seed_decrypt_portable,
};

const narae_block_kernels *const narae_seed_implementations[] = {&ce, &neon, &portable, NULL};

DISPATCH(narae_block_kernels, seed)

#endif
