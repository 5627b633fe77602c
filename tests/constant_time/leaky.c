/* SPDX-License-Identifier: MIT */
/* Leaks that must be detected: a branch on a secret, a secret address, an early-exit
 * comparison. */

#include "check.h"

static volatile unsigned branches;
static const volatile uint8_t table[256] = {1};

static int
stops_early(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i])
            return -1;
    return 0;
}

void
check_leaky_examples(void)
{
    begin("example", 0, "branch");
    if ((key[0] & 1) != 0)
        branches++;
    end_leaky();

    begin("example", 0, "table look-up");
    tag[0] = table[key[0]];
    end_leaky();

    begin("example", 0, "early exit");
    branches = (unsigned)stops_early(tag, key, 16);
    end_leaky();
}
