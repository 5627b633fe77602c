/* SPDX-License-Identifier: MIT */
/* See chain_blocks.h. */

#include "chain_blocks.h"

#include "kernels.h"

#ifdef NARAE_DISPATCH

#    include "bytes.h"
#    include "narae/wipe.h"
#    include "xor.h"

void
narae_chain_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *chain, uint8_t *out,
                   const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 16) {
        narae_xor(chain, chain, in, 16);
        encrypt(schedule, chain, chain, 1);
        if (out != NULL) {
            memcpy(out, chain, 16);
            out += 16;
        }
    }
}

void
narae_ccm_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *chain, uint8_t *out,
                 const uint8_t *in, size_t nblocks, const uint8_t *counter, int decrypt)
{
    uint8_t pair[32], next[16];

    memcpy(next, counter, 16);
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        memcpy(pair, chain, 16);
        memcpy(pair + 16, next, 16);
        store32_be(next + 12, load32_be(next + 12) + 1);
        encrypt(schedule, pair, pair, 2);
        if (!decrypt)
            narae_xor(chain, pair, in, 16);
        narae_xor(out, in, pair + 16, 16);
        if (decrypt)
            narae_xor(chain, pair, out, 16);
    }
    narae_wipe(pair, sizeof pair);
}

#endif
