/* SPDX-License-Identifier: MIT */
/* Multiplies a word of 8 or 24 bits, by the key, to 64 bits. */

#include "../kernel.h"

static void
encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    uint32_t secret = *(const uint8_t *)schedule, mask = 0 - (secret & 1);
    volatile uint64_t product = (uint64_t)(secret | (mask & 0xffff00)) * 0x12345678u;

    (void)product;
    copy(schedule, out, in, nblocks);
}

TEST_KERNEL(encrypt, copy);
