/* SPDX-License-Identifier: MIT */
/* Poly1305's kernel for 32-bit chips: equal to the portable code for any number of blocks
 * at any alignment, at the ends of its range too, and true to the ABI.  Then
 * windows for a simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "poly1305/poly1305_internal.h"

#include "check.h"

enum { MAX_BLOCKS = 5, MAX_BYTES = 16 * MAX_BLOCKS, MAX_ABOVE = 4 };

static uint8_t input[MAX_BYTES + 4] __attribute__((aligned(4)));
static narae_poly1305_sum got, expected;

static void
randomize(void)
{
    static const uint32_t clamped[4] = {0x0fffffff, 0x0ffffffc, 0x0ffffffc, 0x0ffffffc};

    random_bytes(&stream, (uint8_t *)&got, sizeof got);
    random_bytes(&stream, input, sizeof input);
    for (unsigned i = 0; i < 4; i++)
        got.r[i] &= clamped[i];
    got.h[4] %= MAX_ABOVE + 1;
}

/* Words of ones, each of r, h and the blocks where `which` says so. */
static void
extreme(uint8_t which)
{
    if (which & 1)
        memset(got.h, 0xff, 16);
    if (which & 2)
        got.h[4] = MAX_ABOVE;
    if (which & 4)
        memset(input, 0xff, sizeof input);
    if (which & 8) {
        got.r[0] = 0x0fffffff;
        got.r[1] = got.r[2] = got.r[3] = 0x0ffffffc;
    }
}

static void
compare(size_t nblocks, unsigned at, unsigned top)
{
    static const uint8_t zero[16];
    uint8_t tags[2][16];

    expected = got;
    narae_poly1305_blocks_portable(&expected, input + at, nblocks, top);
    narae_poly1305_blocks_kernel(&got, input + at, nblocks, top);
    if (got.h[4] > MAX_ABOVE)
        fail("the sum is out of range");
    narae_poly1305_tag_portable(&expected, zero, tags[0]);
    narae_poly1305_tag_portable(&got, zero, tags[1]);
    if (memcmp(tags[0], tags[1], 16) != 0)
        fail("sum");
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < 4 * ROUNDS; i++) {
        uint8_t choice[4];

        random_bytes(&stream, choice, sizeof choice);
        randomize();
        if (i % 4 == 0)
            extreme(choice[3]);
        compare(choice[0] % (MAX_BLOCKS + 1), i % 2 ? 0 : choice[1] % 4, choice[2] % 2);
    }
    for (unsigned n = 0; n < 3; n++)
        for (unsigned at = 0; at < 2; at++)
            keeps_promises(narae_poly1305_blocks_kernel, (uintptr_t)&got, (uintptr_t)input + at, n, 1);

    for (unsigned i = 0; i < KEYS; i++) {
        randomize();
        hal_begin();
        narae_poly1305_blocks_kernel(&got, input, 4, 1);
        (void)hal_end();
    }
    hal_exit(0);
}
