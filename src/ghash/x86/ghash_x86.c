/* SPDX-License-Identifier: MIT */
/* GHASH on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "ghash/ghash_internal.h"

/* The portable code needs no powers of the key. */
static void
no_powers(narae_ghash_key *key)
{
    (void)key;
}

/* All kernels store powers in the same layout.  Few blocks are faster with one
 * block in a vector. */
enum { FEW = 6 };

static void
blocks_vpclmul(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_ghash_blocks_pclmul : narae_ghash_blocks_vpclmul)(y, key, in, nblocks);
}

static void
blocks_vpclmul256(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_ghash_blocks_pclmul : narae_ghash_blocks_vpclmul256)(y, key, in, nblocks);
}

static const narae_ghash_kernels vpclmul = {
    .name = "vpclmul",
    .needs = CPU_VAES | CPU_AVX512,
    .powers = narae_ghash_powers_vpclmul,
    .blocks = blocks_vpclmul,
};

static const narae_ghash_kernels vpclmul256 = {
    .name = "vpclmul256",
    .needs = CPU_VAES,
    .powers = narae_ghash_powers_vpclmul256,
    .blocks = blocks_vpclmul256,
};

static const narae_ghash_kernels pclmul = {
    .name = "pclmul",
    .needs = CPU_AES,
    .powers = narae_ghash_powers_pclmul,
    .blocks = narae_ghash_blocks_pclmul,
};

static const narae_ghash_kernels portable = {
    .name = "portable",
    .powers = no_powers,
    .blocks = narae_ghash_blocks_portable,
};

const narae_ghash_kernels *const narae_ghash_implementations[] = {&vpclmul, &vpclmul256, &pclmul, &portable,
                                                                  NULL};

DISPATCH(narae_ghash_kernels, ghash)

#endif
