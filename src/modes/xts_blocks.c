/* SPDX-License-Identifier: MIT */
/* See xts_internal.h.  The tweaks are added in separate passes before and after many blocks, and
 * computed both times: a vector of tweaks is four operations, about the cost of storing and loading it.
 * x86/xts_x86.c compares the total with counter mode.
 *
 * Time depends on the number of blocks alone. */

#include "xts_internal.h"

#include "core/copy.h"
#include "core/family.h"

#include NARAE_KERNELS(modes)
#include "modes/portable/kernels.h"

/* Blocks that are still in the cache in the second pass. */
enum { PIECE = 640 };

void
narae_xts_crypt_blocks(narae_blocks_fn *crypt, const void *schedule, uint8_t *out, const uint8_t *in,
                       size_t nblocks, uint8_t tweak[16])
{
    uint8_t first[16] __attribute__((aligned(4)));

    while (nblocks != 0) {
        const size_t n = nblocks < PIECE ? nblocks : (size_t)PIECE;

        narae_copy(first, tweak, 16);
        narae_xts_whiten_kernel(out, in, n, first);
        crypt(schedule, out, out, n);
        narae_xts_whiten_kernel(out, out, n, tweak);
        nblocks -= n;
        in += 16 * n;
        out += 16 * n;
    }
    WIPE_BLOCK(first);
}
