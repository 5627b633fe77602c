/* SPDX-License-Identifier: MIT */
/* LEA on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"

#    include "lea/implementation.h"

#    include "kernels.h"

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_lea_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const lea_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .encrypt = narae_lea_encrypt_neon,
    .decrypt = narae_lea_decrypt_neon,
    .ctr = narae_lea_ctr_neon,
};

static const lea_implementation portable = {
    .name = "portable",
    .encrypt = narae_lea_encrypt_portable,
    .decrypt = narae_lea_decrypt_portable,
    .ctr = ctr_portable,
};

const lea_implementation *const narae_lea_implementations[] = {&neon, &portable, NULL};

#    include "lea/dispatch.inc"

#endif
