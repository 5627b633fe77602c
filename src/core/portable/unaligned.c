/* SPDX-License-Identifier: MIT */
/* Whole blocks through an aligned buffer.  RV32 cores need not support
 * unaligned loads; the E31 and ARMv6-M do not. */

#include "unaligned.h"

#include "core/family.h"
#include "narae/wipe.h"

#ifdef NARAE_ALIGNS_BLOCKS

enum { BATCH = 128 };

void
narae_unaligned_blocks(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       narae_blocks_fn *kernel, size_t block_bytes)
{
    uint32_t words[BATCH / 4];
    uint8_t *buffer = (uint8_t *)words;
    size_t limit = block_bytes == 8 ? BATCH / 8 : BATCH / 16;

    while (nblocks != 0) {
        size_t n = nblocks < limit ? nblocks : limit, bytes = n * block_bytes;

        for (size_t i = 0; i < bytes; i++)
            buffer[i] = in[i];
        kernel(schedule, buffer, buffer, n);
        for (size_t i = 0; i < bytes; i++)
            out[i] = buffer[i];
        in += bytes;
        out += bytes;
        nblocks -= n;
    }
    narae_wipe(words, sizeof words);
}

#endif
