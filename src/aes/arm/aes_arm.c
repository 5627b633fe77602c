/* SPDX-License-Identifier: MIT */
/* AES on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <string.h>

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"
#    include "core/xor.h"

#    include "kernels.h"

/* chain = E(chain) ^ in for each block: what the chain of CBC does, half a step later. */
static void
mac_ce(const void *schedule, uint8_t *chain, const uint8_t *in, size_t nblocks)
{
    narae_aes_encrypt_ce(schedule, chain, chain, 1);
    narae_aes_chain_ce(schedule, chain, NULL, in, nblocks - 1);
    narae_xor(chain, chain, in + 16 * (nblocks - 1), 16);
}

/* In pieces of PIECE_BLOCKS blocks, so that the second pass finds its input in the
 * cache. */
static void
ccm_ce(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks,
       const uint8_t *counter, int decrypt)
{
    enum { PIECE_BLOCKS = 128 };
    uint8_t next[16];

    memcpy(next, counter, 16);
    while (nblocks != 0) {
        const size_t n = nblocks < PIECE_BLOCKS ? nblocks : (size_t)PIECE_BLOCKS;

        if (!decrypt)
            mac_ce(schedule, chain, in, n);
        narae_aes_ctr_ce(schedule, out, in, n, next);
        if (decrypt)
            mac_ce(schedule, chain, out, n);
        nblocks -= n;
        in += 16 * n;
        out += 16 * n;
    }
}

static const narae_block_kernels ce = {
    .name = "ce",
    .needs = CPU_AES,
    .set_key = narae_aes_set_key_ce,
    .encrypt = narae_aes_encrypt_ce,
    .decrypt = narae_aes_decrypt_ce,
    .ctr = narae_aes_ctr_ce,
    .chain = narae_aes_chain_ce,
    .ccm = ccm_ce,
};

static const narae_block_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = narae_aes_set_key_neon,
    .encrypt = narae_aes_encrypt_neon,
    .decrypt = narae_aes_decrypt_neon,
    .ctr = narae_aes_ctr_neon,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_aes_set_key_portable,
    .encrypt = narae_aes_encrypt_portable,
    .decrypt = narae_aes_decrypt_portable,
};

const narae_block_kernels *const narae_aes_implementations[] = {&ce, &neon, &portable, NULL};

DISPATCH(narae_block_kernels, aes)

#endif
