/* SPDX-License-Identifier: MIT */
/* Right for one block, wrong for three, and its own inverse: the vectors and the
 * round trip miss it, the checksum does not. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    copy(schedule, out, in, nblocks);
    if (nblocks == 3)
        out[40] ^= 1;
}

TEST_KERNEL(encrypt, encrypt);
