/* SPDX-License-Identifier: MIT */
/* See gcm_v7m.h: counter blocks are made in words and encrypted eight at a time.
 *
 * Time depends on the number of bytes alone. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

#    include "modes/mode_internal.h"

#    include "gcm_v7m.h"

void
narae_masked_blocks_v7m(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in,
                        size_t bytes, uint8_t counter[16])
{
    uint32_t blocks[CIPHER_BATCH * 4];
    const uint32_t first = load32_le(counter), second = load32_le(counter + 4),
                   third = load32_le(counter + 8);
    uint32_t low = load32_be(counter + 12);
    size_t left = 1 + bytes / 16 + (bytes % 16 != 0), masks = 1;
    const size_t limit = left < CIPHER_BATCH ? left : (size_t)CIPHER_BATCH;

    do {
        const size_t n = left < CIPHER_BATCH ? left : (size_t)CIPHER_BATCH, whole = 16 * (n - masks),
                     now = whole < bytes ? whole : bytes;

        for (uint32_t *p = blocks; p != blocks + 4 * n; p += 4) {
            p[0] = first;
            p[1] = second;
            p[2] = third;
            p[3] = __builtin_bswap32(low++);
        }
        encrypt(schedule, (uint8_t *)blocks, (const uint8_t *)blocks, n);
        if (masks != 0)
            memcpy(counter, blocks, 16);
        narae_xor(out, in, (const uint8_t *)(blocks + 4 * masks), now);
        out += now;
        in += now;
        bytes -= now;
        left -= n;
        masks = 0;
    } while (left != 0);
    narae_wipe(blocks, 16 * limit);
}

#endif
