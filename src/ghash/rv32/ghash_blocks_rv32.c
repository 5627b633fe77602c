/* SPDX-License-Identifier: MIT */
/* The C part of the RV32 kernels of GHASH: the key's combs, and blocks that are
 * not aligned. */

#include "ghash/ghash_internal.h"

#include "narae/wipe.h"

#include <string.h>

#if defined(NARAE_RV32_TABLES) || defined(NARAE_GHASH_COMBS)

static inline void
aligned_blocks(uint32_t y[4], const narae_ghash_key *key, const uint32_t *in, size_t nblocks)
{
#    ifdef NARAE_RV32_TABLES
    narae_ghash_aligned_lookup_rv32(y, key->words, in, nblocks);
#    else
    narae_ghash_aligned_multiply_rv32(y, ((const ghash_contents *)key)->combs, in, nblocks);
#    endif
}

void
narae_ghash_blocks_rv32(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    uint32_t sum[4], block[4];

    if ((((uintptr_t)y | (uintptr_t)in) & 3) == 0) {
        aligned_blocks((uint32_t *)__builtin_assume_aligned(y, 4), key,
                       (const uint32_t *)__builtin_assume_aligned(in, 4), nblocks);
        return;
    }
    memcpy(sum, y, 16);
    for (; nblocks != 0; nblocks--, in += 16) {
        memcpy(block, in, 16);
        aligned_blocks(sum, key, block, 1);
    }
    memcpy(y, sum, 16);
    narae_wipe(sum, sizeof sum);
}

#endif

#ifdef NARAE_GHASH_COMBS

#    include "core/bytes.h"

/* The parts of x and their sums that two levels of Karatsuba's multiplication
 * need. */
static void
parts_and_sums(uint32_t sums[9], const uint32_t x[4])
{
    sums[0] = x[0];
    sums[1] = x[1];
    sums[3] = x[2];
    sums[4] = x[3];
    sums[6] = x[0] ^ x[2];
    sums[7] = x[1] ^ x[3];
    for (unsigned i = 0; i < 9; i += 3)
        sums[i + 2] = sums[i] ^ sums[i + 1];
}

/* The words of h, the least significant one first, and the combs of each. */
void
narae_ghash_combs_rv32(narae_ghash_key *key)
{
    ghash_contents *const contents = (ghash_contents *)key;
    uint32_t h[4], words[9], combs[4];

    for (unsigned i = 0; i < 4; i++)
        h[i] = load32_be(contents->h + 12 - 4 * i);
    parts_and_sums(words, h);
    for (unsigned n = 0; n < 9; n++) {
        for (unsigned i = 0; i < 4; i++)
            combs[i] = words[n] >> i & UINT32_C(0x11111111);
        parts_and_sums(contents->combs + 9 * n, combs);
    }
    narae_wipe(h, sizeof h);
    narae_wipe(words, sizeof words);
    narae_wipe(combs, sizeof combs);
}

#endif
