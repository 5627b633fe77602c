/* SPDX-License-Identifier: MIT */
/* ChaCha blocks that are not aligned, for kernels that require aligned words:
 * one after the other through a buffer. */

#include "chacha_internal.h"

#include "narae/wipe.h"

#include <string.h>

#ifdef NARAE_ALIGNS_BLOCKS

void
narae_chacha_blocks_unaligned(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                              unsigned rounds)
{
    uint32_t words[16];
    uint8_t *block = (uint8_t *)words;

    for (; nblocks != 0; nblocks--, in += 64, out += 64) {
        memcpy(block, in, 64);
        narae_chacha_blocks_kernel(state, block, block, 1, rounds);
        memcpy(out, block, 64);
    }
    narae_wipe(words, sizeof words);
}

#endif
