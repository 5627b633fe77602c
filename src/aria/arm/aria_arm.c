/* SPDX-License-Identifier: MIT */
/* ARIA on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"
#    include "narae/wipe.h"

#    include "kernels.h"

#    define CODE static
#    define NAME(f) f##_batches
#    define ENOUGH 65
#    define SLICED(f) f##_neon
#    define REST(f) f##_bytes_neon

#    include "aria/batches.inc"

static const narae_block_kernels ce = {
    .name = "ce",
    .needs = CPU_AES,
    .set_key = narae_aria_set_key_batches,
    .encrypt = narae_aria_encrypt_ce,
    .decrypt = narae_aria_decrypt_ce,
    .ctr = narae_aria_ctr_ce,
};

static const narae_block_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = narae_aria_set_key_batches,
    .encrypt = narae_aria_encrypt_batches,
    .decrypt = narae_aria_decrypt_batches,
    .ctr = narae_aria_ctr_batches,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_aria_set_key_batches,
    .encrypt = narae_aria_encrypt_portable,
    .decrypt = narae_aria_decrypt_portable,
};

const narae_block_kernels *const narae_aria_implementations[] = {&ce, &neon, &portable, NULL};

DISPATCH(narae_block_kernels, aria)

#endif
