/* SPDX-License-Identifier: MIT */
/* GCM by a counter mode and GHASH, one after the other. */
#ifndef NARAE_GHASH_X86_TWO_PASS_H
#define NARAE_GHASH_X86_TWO_PASS_H

#include "narae/descriptor.h"

#include "ghash/ghash_internal.h"

/* narae_gcm_fn for any number of blocks, in pieces small enough for the second pass to find
 * its input in the cache. */
static inline void
ghash_two_pass(narae_ctr_fn *ctr, const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
               size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt)
{
    enum { PIECE_BLOCKS = 1024 };

    while (nblocks != 0) {
        const size_t n = nblocks < PIECE_BLOCKS ? nblocks : PIECE_BLOCKS;

        if (decrypt)
            narae_ghash_blocks_kernel(y, hash_key, in, n);
        ctr(schedule, out, in, n, counter);
        if (!decrypt)
            narae_ghash_blocks_kernel(y, hash_key, out, n);
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

#endif
