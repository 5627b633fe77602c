/* SPDX-License-Identifier: MIT */
/* HIGHT on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

static const narae_block_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = narae_hight_set_key_neon,
    .encrypt = narae_hight_encrypt_neon,
    .decrypt = narae_hight_decrypt_neon,
    .ctr = narae_hight_ctr_neon,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_hight_set_key_portable,
    .encrypt = narae_hight_encrypt_portable,
    .decrypt = narae_hight_decrypt_portable,
};

const narae_block_kernels *const narae_hight_implementations[] = {&neon, &portable, NULL};

DISPATCH(narae_block_kernels, hight)

#endif
