/* SPDX-License-Identifier: MIT */
/* ARIA on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"
#    include "narae/wipe.h"

#    include "aria/implementation.h"

#    include "kernels.h"

#    define CODE static
#    define NAME(f) f##_batches
#    define ENOUGH 65
#    define SLICED(f) f##_neon
#    define REST(f) f##_bytes_neon

#    include "aria/batches.inc"

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aria_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const aria_implementation ce = {
    .name = "ce",
    .needs = CPU_AES,
    .set_key = narae_aria_set_key_batches,
    .encrypt = narae_aria_encrypt_ce,
    .decrypt = narae_aria_decrypt_ce,
    .ctr = narae_aria_ctr_ce,
};

static const aria_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = narae_aria_set_key_batches,
    .encrypt = narae_aria_encrypt_batches,
    .decrypt = narae_aria_decrypt_batches,
    .ctr = narae_aria_ctr_batches,
};

static const aria_implementation portable = {
    .name = "portable",
    .set_key = narae_aria_set_key_batches,
    .encrypt = narae_aria_encrypt_portable,
    .decrypt = narae_aria_decrypt_portable,
    .ctr = ctr_portable,
};

const aria_implementation *const narae_aria_implementations[] = {&ce, &neon, &portable, NULL};

#    include "aria/dispatch.inc"

#endif
