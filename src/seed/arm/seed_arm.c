/* SPDX-License-Identifier: MIT */
/* SEED on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"

#    include "seed/implementation.h"

#    include "kernels.h"

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_seed_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const seed_implementation ce = {
    .name = "ce",
    .needs = CPU_AES,
    .encrypt = narae_seed_encrypt_ce,
    .decrypt = narae_seed_decrypt_ce,
    .ctr = narae_seed_ctr_ce,
    .chain = narae_chain_none,
};

static const seed_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .encrypt = narae_seed_encrypt_neon,
    .decrypt = narae_seed_decrypt_neon,
    .ctr = narae_seed_ctr_neon,
    .chain = narae_chain_none,
};

static const seed_implementation portable = {
    .name = "portable",
    .encrypt = narae_seed_encrypt_portable,
    .decrypt = narae_seed_decrypt_portable,
    .ctr = ctr_portable,
    .chain = narae_chain_none,
};

const seed_implementation *const narae_seed_implementations[] = {&ce, &neon, &portable, NULL};

#    include "seed/dispatch.inc"

#endif
