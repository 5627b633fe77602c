/* SPDX-License-Identifier: MIT */
/* PIPO on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"

#    include "kernels.h"

/* Too few blocks to amortize broadcasting the keys. */
enum { FEW = 8 };

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_pipo_encrypt_portable, schedule, out, in, nblocks, counter, 8);
}

static void
encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_pipo_encrypt_portable : narae_pipo_encrypt_neon)(schedule, out, in, nblocks);
}

static void
decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_pipo_decrypt_portable : narae_pipo_decrypt_neon)(schedule, out, in, nblocks);
}

static void
ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    (nblocks <= FEW ? ctr_portable : narae_pipo_ctr_neon)(schedule, out, in, nblocks, counter);
}

static const narae_block_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = narae_pipo_set_key_portable,
    .encrypt = encrypt_neon,
    .decrypt = decrypt_neon,
    .ctr = ctr_neon,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_pipo_set_key_portable,
    .encrypt = narae_pipo_encrypt_portable,
    .decrypt = narae_pipo_decrypt_portable,
};

const narae_block_kernels *const narae_pipo_implementations[] = {&neon, &portable, NULL};

DISPATCH(narae_block_kernels, pipo)

#endif
