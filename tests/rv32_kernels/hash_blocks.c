/* SPDX-License-Identifier: MIT */
/* The compression function of a hash for 32-bit chips: equal to the portable code for any
 * number of blocks at any alignment, true to the ABI.  Then windows for a simulator to compare.
 *
 *     INTERNAL       the header that declares the kernels
 *     KERNEL, PORTABLE   their names
 *     WORD, WORDS    of the state
 *     BLOCK_BYTES    of the message */

#include <stddef.h>
#include <string.h>

#include INTERNAL

#include "check.h"

enum { MAX_BLOCKS = 5, MAX_BYTES = BLOCK_BYTES * MAX_BLOCKS };

static uint8_t input[MAX_BYTES + 4] __attribute__((aligned(4)));
/* The state and a word on each side of it. */
static WORD got[WORDS + 2], before[WORDS + 2], expected[WORDS];

static void
compare(size_t nblocks, unsigned in_at)
{
    random_bytes(&stream, (uint8_t *)before, sizeof before);
    random_bytes(&stream, input, sizeof input);
    memcpy(got, before, sizeof got);
    memcpy(expected, before + 1, sizeof expected);
    PORTABLE(expected, input + in_at, nblocks);
    KERNEL(got + 1, input + in_at, nblocks);
    if (memcmp(got + 1, expected, sizeof expected) != 0)
        fail("state");
    if (got[0] != before[0] || got[WORDS + 1] != before[WORDS + 1])
        fail("a word next to the state was written");
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint8_t choice[2];

        random_bytes(&stream, choice, sizeof choice);
        compare(choice[0] % (MAX_BLOCKS + 1), i % 3 ? 0 : choice[1] % 4);
    }
    for (unsigned nblocks = 0; nblocks < 3; nblocks++) {
        keeps_promises(KERNEL, (uintptr_t)(got + 1), (uintptr_t)input, nblocks, 0);
        keeps_promises(KERNEL, (uintptr_t)(got + 1), (uintptr_t)input + 1, nblocks, 0);
    }

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)got, sizeof got);
        random_bytes(&stream, input, sizeof input);
        hal_begin();
        KERNEL(got + 1, input, 2);
        (void)hal_end();
    }
    hal_exit(0);
}
