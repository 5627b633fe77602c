/* SPDX-License-Identifier: MIT */
/* Wrong on every block: the vectors catch it. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    copy(schedule, out, in, nblocks);
    if (nblocks != 0)
        out[15] ^= 1;
}

TEST_KERNEL(encrypt, copy);
