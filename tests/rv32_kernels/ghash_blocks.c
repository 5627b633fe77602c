/* SPDX-License-Identifier: MIT */
/* GHASH's RV32 kernels: equal to the textbook's for any number of
 * blocks at any alignment, and true to the ABI.  Then windows for a simulator
 * to compare. */

#include <stddef.h>
#include <string.h>

#include "ghash/ghash_internal.h"

#include "check.h"
#include "textbook_ghash.h"

enum { MAX_BLOCKS = 5, MAX_BYTES = 16 * MAX_BLOCKS };

static uint8_t input[MAX_BYTES + 4] __attribute__((aligned(4))), h[16], expected[16];
static uint8_t y[20] __attribute__((aligned(4)));
static narae_ghash_key key;

/* With words of ones where `which` says so: then a column of integer products is fullest. */
static void
compare(size_t nblocks, unsigned y_at, unsigned in_at, unsigned which)
{
    random_bytes(&stream, h, sizeof h);
    random_bytes(&stream, y, sizeof y);
    random_bytes(&stream, input, sizeof input);
    if (which & 1)
        memset(h, 0xff, sizeof h);
    if (which & 2) {
        memset(y, 0, sizeof y);
        memset(input, 0xff, sizeof input);
    }
    memcpy(expected, y + y_at, 16);
    textbook_ghash(expected, h, input + in_at, 16 * nblocks);
    narae_ghash_set_key(&key, h);
    narae_ghash_blocks_kernel(y + y_at, &key, input + in_at, nblocks);
    if (memcmp(y + y_at, expected, 16) != 0)
        fail("sum");
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint8_t choice[3];

        random_bytes(&stream, choice, sizeof choice);
        compare(choice[0] % (MAX_BLOCKS + 1), i % 2 ? 0 : choice[1] % 4, i % 2 ? 0 : choice[2] % 4,
                i / 2 % 8);
    }
    for (unsigned n = 0; n < 3; n++)
        for (unsigned at = 0; at < 2; at++)
            keeps_promises(narae_ghash_blocks_kernel, (uintptr_t)y, (uintptr_t)&key, (uintptr_t)input + at,
                           n);

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, h, sizeof h);
        random_bytes(&stream, input, sizeof input);
        narae_ghash_set_key(&key, h);
        hal_begin();
        narae_ghash_blocks_kernel(y, &key, input, 2);
        (void)hal_end();
    }
    hal_exit(0);
}
