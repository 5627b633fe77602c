/* SPDX-License-Identifier: MIT */
/* Takes longer if a key bit is set: the cycles differ. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    volatile uint8_t delay = *(const uint8_t *)schedule & 1 ? 100 : 1;

    while (delay != 0)
        delay--;
    copy(schedule, out, in, nblocks);
}

TEST_KERNEL(encrypt, copy);
